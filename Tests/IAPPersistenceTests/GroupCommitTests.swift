import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Sharing appends")
struct GroupCommitTests {
    private struct DiskFull: Error {}

    @Test("Writes that come during an append share the next one")
    func sharing() async throws {
        let storage = CountingStorage()
        let ledger = try await Ledger.inMemory(storage)
        try await withThrowingTaskGroup { group in
            storage.hold()
            group.addTask { try await ledger.buyCoins("first") }
            await storage.waitForHeldAppend()
            for number in 0..<64 { group.addTask { try await ledger.buyCoins(TransactionIdentifier("\(number)")) } }
            await waiting(64, in: ledger)
            storage.release()
            try await group.waitForAll()
        }
        #expect(storage.appends.map(\.count) == [2, 128])
        #expect(ledger.balance(of: "coins") == 650)
    }

    @Test("Each decision of a batch sees those before it, and no reader sees them before they are durable")
    func decisionsInOrder() async throws {
        let storage = CountingStorage()
        let ledger = try await Ledger.inMemory(storage)
        storage.hold()
        async let first: Void = { _ = try await ledger.buyCoins("1") }()
        await storage.waitForHeldAppend()
        #expect(ledger.balance(of: "coins") == 0)
        let spent = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await code { try await ledger.spend(1, of: "coins") } } }
            await waiting(20, in: ledger)
            storage.release()
            return try await group.reduce(0) { $1 == nil ? $0 + 1 : $0 }
        }
        try await first
        #expect(spent == 10)
        #expect(ledger.balance(of: "coins") == 0)
        #expect(storage.appends.map(\.count) == [2, 10])
    }

    @Test("When an append fails, all callers that shared it get the error, nothing counts, and the next write succeeds")
    func failing() async throws {
        let storage = CountingStorage()
        let ledger = try await Ledger.inMemory(storage)
        try await ledger.buyCoins("1")
        let before = ledger.history
        storage.hold()
        storage.fail(with: DiskFull(), DiskFull())
        let codes = try await withThrowingTaskGroup { group in
            group.addTask { try await code { try await ledger.buyCoins("2") } }
            await storage.waitForHeldAppend()
            group.addTask { try await code { try await ledger.buyCoins("3") } }
            group.addTask { try await code { try await ledger.spend(1, of: "coins") } }
            await waiting(2, in: ledger)
            storage.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [.storageFailed, .storageFailed, .storageFailed])
        #expect(ledger.history == before)
        #expect(ledger.balance(of: "coins") == 10)
        #expect(ledger.transaction("2") == nil)
        try await ledger.buyCoins("2")
        #expect(ledger.balance(of: "coins") == 20)
    }

    @Test("A cancelled caller's write is not undone")
    func cancelling() async throws {
        let storage = CountingStorage()
        let ledger = try await Ledger.inMemory(storage)
        storage.hold()
        let task = Task { try await ledger.buyCoins("1") }
        await storage.waitForHeldAppend()
        task.cancel()
        storage.release()
        _ = try await task.value
        #expect(ledger.balance(of: "coins") == 10)
    }

    @Test("A storage that contradicts itself is an error, not an endless loop")
    func contradictoryStorage() async throws {
        struct ContradictoryStorage: LedgerStorage {
            func load(after position: LedgerPosition) async throws -> LedgerBatch {
                LedgerBatch(entries: [], end: .start)
            }
            func append(_: [LedgerEntry], after _: LedgerPosition) async throws -> LedgerPosition? { nil }
        }
        let ledger = try await Ledger.inMemory(ContradictoryStorage())
        #expect(try await code { try await ledger.buyCoins("1") } == .storageFailed)
    }

    @Test("Entries of a kind that this version does not know are kept and mean nothing")
    func unknownKinds() async throws {
        let storage = InMemoryStorage()
        let entry = try laterEntry("gifted", note: "later")
        _ = try await storage.append([entry], after: .start)
        let ledger = try await Ledger.inMemory(storage)
        #expect(ledger.history == [entry])
        #expect(ledger.transactions.isEmpty)
    }

    /// Returns once so many writes wait for the append under way.
    private func waiting(_ count: Int, in ledger: Ledger) async {
        while ledger.waitingWriteCount < count { await Task.yield() }
    }
}
