#if SQLite
import Foundation
import IAPPersistence
import IAPSQLite
import IAPTesting
import Testing

@Suite("A ledger in SQLite keeps the contract")
struct SQLiteConformanceTests {
    private static let rules =
        LedgerStorageSuite.rules + LedgerStorageSuite.rewritingRules + LedgerStorageSuite.changeRules

    @Test("In a database", arguments: rules)
    func database(rule: LedgerStorageSuite.Rule) async throws {
        let folder = try TemporaryFolder()
        try await rule.verify { SQLiteStorage(url: folder.url.appendingPathComponent("a/b/ledger.sqlite")) }
    }
}

/// A new folder, removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var ledger: URL { url.appendingPathComponent("ledger.sqlite") }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
#endif
