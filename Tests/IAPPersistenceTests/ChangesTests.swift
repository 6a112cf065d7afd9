import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("What others write", .timeLimit(.minutes(10)))
struct ChangesTests {
    @Test("A ledger shows what another one on the same file has recorded, without being asked to refresh")
    func another() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("made/later/ledger.jsonl")
        let app = try await Ledger.inMemory(JSONFileStorage(url: url))
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let subscription = app.subscribeToOwnership { change.yield() }
        let appExtension = try await Ledger.inMemory(JSONFileStorage(url: url))
        try await appExtension.record(bought("1", of: "premium", .nonConsumable))
        for await _ in changes where app.isPurchased("premium") { break }
        try await appExtension.compact()
        try await appExtension.record(bought("2", of: "more", .nonConsumable))
        for await _ in changes where app.isPurchased("more") { break }
        withExtendedLifetime(subscription) {}
    }

    @Test("What is written as soon as a compacted file has its name is a change")
    func duringCompaction() async throws {
        let folder = try TemporaryFolder()
        let files = FaultyFileSystem(watches: true)
        let storage = JSONFileStorage(url: folder.ledger, fileSystem: files)
        let entry = LedgerEntry(.delivered("1"), date: newYear)
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
        var recoveryReport: [IAPError] = []
        for await _ in changes {
            recoveryReport += try await storage.load(after: .start).recoveryReport
            if !recoveryReport.isEmpty { break }
        }
        #expect(recoveryReport.count == 1)
    }

    @Test("A file that was put back to an earlier state is a change, as long as it was")
    func earlierState() async throws {
        let folder = try TemporaryFolder()
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        try await ledger.record(bought("1", of: "premium", .nonConsumable))
        let earlier = try Data(contentsOf: folder.ledger)
        try await ledger.record(bought("2", of: "more", .nonConsumable))
        #expect(try Data(contentsOf: folder.ledger).count == earlier.count)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let subscription = ledger.subscribeToOwnership { change.yield() }
        let file = try FileHandle(forWritingTo: folder.ledger)
        try file.write(contentsOf: earlier)
        try file.close()
        for await _ in changes where !ledger.isPurchased("more") { break }
        #expect(ledger.isPurchased("premium"))
        withExtendedLifetime(subscription) {}
    }

    @Test("A ledger reports changed ownership, whether it wrote it or another one did")
    func ownership() async throws {
        let storage = InMemoryStorage()
        let ledger = try await Ledger.inMemory(storage)
        let other = try await Ledger.inMemory(storage)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let subscription = ledger.subscribeToOwnership { change.yield() }
        try await ledger.record(bought("1", of: "premium", .nonConsumable))
        try await other.record(bought("2", of: "other", .nonConsumable))
        for await _ in changes where ledger.purchasedProducts.count == 2 { break }
        withExtendedLifetime(subscription) {}
    }

    @Test("A ledger reports no changed ownership when coins are bought and spent")
    func credits() async throws {
        let ledger = try await Ledger.inMemory(InMemoryStorage())
        try await ledger.record(bought("1", of: "premium", .nonConsumable))
        let count = Locked(0)
        let subscription = ledger.subscribeToOwnership { count.withLock { $0 += 1 } }
        try await ledger.buyCoins("2")
        try await ledger.spend(1, of: "coins")
        #expect(count.withLock { $0 } == 0)
        try await ledger.record(bought("3", of: "other", .nonConsumable))
        #expect(count.withLock { $0 } == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test("Listening does not keep a ledger or its storage")
    func goes() async throws {
        let folder = try TemporaryFolder()
        weak var gone: JSONFileStorage?
        do {
            let storage = JSONFileStorage(url: folder.ledger)
            gone = storage
            let ledger = try await Ledger.inMemory(storage)
            let subscription = ledger.subscribeToOwnership {}
            try await ledger.buyCoins("1")
            #expect(gone != nil)
            withExtendedLifetime((ledger, subscription)) {}
        }
        // The listening task, and a call on the storage's thread, may take a moment to notice.
        while gone != nil { await Task.yield() }
    }
}
