#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

@Suite("What others write to a ledger in SQLite", .timeLimit(.minutes(10)))
struct SQLiteChangesTests {
    @Test("A ledger shows what another one on the same database has recorded, without being asked to refresh")
    func another() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("made/later/ledger.sqlite")
        let app = try await Ledger.inSQLite(url)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let subscription = app.subscribeToOwnership { change.yield() }
        let appExtension = try await Ledger.inSQLite(url)
        try await appExtension.importPurchases(["premium"], credits: [], from: "an extension")
        for await _ in changes where app.isPurchased("premium") { break }
        try await appExtension.compact()
        try await appExtension.importPurchases(["more"], credits: [], from: "an extension, later")
        for await _ in changes where app.isPurchased("more") { break }
        withExtendedLifetime(subscription) {}
    }

    @Test("A commit that takes long is reported when it can be read")
    func slowCommit() async throws {
        let folder = try TemporaryFolder()
        let reader = SQLiteStorage(url: folder.ledger)
        let writer = SQLiteStorage(url: folder.ledger)
        var end = try #require(try await writer.append([delivered(0)], after: .start))
        var known = try await reader.load(after: .start)
        // Each write goes into the log well before it can be read.
        let entries = (0..<4_000).map { delivered($0) }
        for _ in 0..<5 {
            let changes = reader.changes()
            end = try #require(try await writer.append(entries, after: end))
            var count = 0
            for await _ in changes {
                let page = try await reader.load(after: known.end)
                known = page
                count += page.entries.count
                if count == entries.count { break }
            }
            #expect(count == entries.count)
        }
    }

    @Test("Listening does not keep a storage")
    func goes() async throws {
        let folder = try TemporaryFolder()
        weak var gone: SQLiteStorage?
        do {
            let storage = SQLiteStorage(url: folder.ledger)
            gone = storage
            let changes = storage.changes()
            _ = try await storage.append([delivered(0)], after: .start)
            withExtendedLifetime(changes) {}
        }
        // A call on the storage's thread may take a moment to notice.
        while gone != nil { await Task.yield() }
    }
}
#endif
