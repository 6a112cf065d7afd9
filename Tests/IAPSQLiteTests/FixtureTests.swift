#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

/// Databases that version 1.0 wrote. They are never written again.
@Suite("A database that an earlier version wrote")
struct FixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let fixtures = folder.appendingPathComponent("Fixtures")
    /// What `IAPPersistenceTests` checks fact by fact.
    private static let files = folder.deletingLastPathComponent().appendingPathComponent("IAPPersistenceTests/Fixtures")

    @Test(
        "It holds the entries of the file that was written from the same purchases",
        arguments: ["purchases", "accounts", "compacted"]
    )
    func entries(_ name: String) async throws {
        let copies = try TemporaryFolder()
        let (database, file) = (copies.ledger, copies.url.appendingPathComponent("ledger.jsonl"))
        try FileManager.default.copyItem(at: Self.fixtures.appendingPathComponent("\(name).sqlite"), to: database)
        try FileManager.default.copyItem(at: Self.files.appendingPathComponent("\(name).jsonl"), to: file)
        let expected = try await JSONFileStorage(url: file).load(after: .start).entries
        #expect(!expected.isEmpty)
        #expect(try await SQLiteStorage(url: database).entries == expected)
    }
}
#endif
