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
