import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("What others write")
struct NewsTests {
    @Test("A ledger shows what another one on the same file has recorded, without being asked to refresh")
    func another() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("made/later/ledger.jsonl")
        let app = try await Ledger.inMemory(JSONFileStorage(url: url))
        let changes = app.changes()
        let appExtension = try await Ledger.inMemory(JSONFileStorage(url: url))
        try await appExtension.record(bought("1", of: "premium", .nonConsumable))
        for await change in changes where !change.isOwn { break }
        #expect(app.isPurchased("premium"))
        try await appExtension.compact()
        try await appExtension.record(bought("2", of: "more", .nonConsumable))
        for await _ in changes where app.isPurchased("more") { break }
        #expect(app.isPurchased("more"))
    }

    @Test("What is written as soon as a compacted file has its name is news", .timeLimit(.minutes(10)))
    func duringCompaction() async throws {
        let folder = try TemporaryFolder()
        let files = FaultyFileSystem(watches: true)
        let storage = JSONFileStorage(url: folder.ledger, fileSystem: files)
        let entry = LedgerEntry.delivered("1", date: newYear)
        let end = try #require(try await storage.append([entry], after: .start))
        let changes = storage.changes()
        let url = folder.ledger
        files.before(.synchronizeDirectory) {
            // Half a line of a process that is killed at it.
            guard let file = FileHandle(forWritingAtPath: url.path) else { return }
            _ = try? file.seekToEnd()
            try? file.write(contentsOf: Data(#"{"sum":"01"#.utf8))
        }
        #expect(try await storage.replace(with: [entry], after: end) != nil)
        var repairs: [IAPError] = []
        for await _ in changes {
            repairs += try await storage.load(after: .start).repairs
            if !repairs.isEmpty { break }
        }
        #expect(repairs.count == 1)
    }

    @Test("A ledger tells of its own entries and of others', in order")
    func order() async throws {
        let storage = InMemoryStorage()
        let ledger = try await Ledger.inMemory(storage)
        let other = try await Ledger.inMemory(storage)
        let changes = ledger.changes()
        try await ledger.buyCoins("1")
        try await other.buyCoins("2")
        try await ledger.buyCoins("3")
        var identifiers: [TransactionIdentifier] = []
        for await change in changes {
            identifiers += change.entries.filter { $0.kind == .recorded }.compactMap(\.transactionIdentifier)
            if identifiers.count == 3 { break }
        }
        #expect(identifiers == ["1", "2", "3"])
    }

    @Test("Listening does not keep a ledger or its storage")
    func goes() async throws {
        let folder = try TemporaryFolder()
        weak var gone: JSONFileStorage?
        do {
            let storage = JSONFileStorage(url: folder.ledger)
            gone = storage
            let ledger = try await Ledger.inMemory(storage)
            let changes = ledger.changes()
            try await ledger.buyCoins("1")
            #expect(gone != nil)
            withExtendedLifetime((ledger, changes)) {}
        }
        // The listening task, and a call on the storage's thread, may take a moment to notice.
        for _ in 0..<1_000_000 where gone != nil { await Task.yield() }
        #expect(gone == nil)
    }
}
