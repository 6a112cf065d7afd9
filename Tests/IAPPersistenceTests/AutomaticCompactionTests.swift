import Foundation
import IAPCore
import IAPPersistence
import IAPTesting
import Testing

@Suite("A ledger that compacts itself", .timeLimit(.minutes(10)))
struct AutomaticCompactionTests {
    /// A refresh waits for the writes before it, and for the compaction that one of them began.
    private func spend(_ count: Int, from ledger: Ledger) async throws {
        for _ in 0..<count { try await ledger.spend(1, of: "coins") }
        try await ledger.refresh()
    }

    @Test("Grown beyond its threshold, it is compacted behind the write, and answers the same but for its history")
    func grown() async throws {
        let storage = InMemoryStorage()
        let ledger = try await Ledger.inMemory(storage, compactionThreshold: 20)
        for number in 1...3 { try await ledger.buyCoins(TransactionIdentifier("\(number)")) }
        let transactions = ledger.transactions
        try await spend(14, from: ledger)
        #expect(ledger.history.count == 20)
        try await spend(1, from: ledger)
        #expect(ledger.history.count == 5)
        #expect(ledger.balance(of: "coins") == 15)
        #expect(ledger.transactions == transactions)
        let reopened = try await Ledger.inMemory(storage)
        #expect(reopened.balance(of: "coins") == 15)
        #expect(reopened.history == ledger.history)
    }

    @Test("One that is too long when it is opened is compacted then, and never without a threshold")
    func atOpening() async throws {
        let storage = InMemoryStorage()
        let former = try await Ledger.inMemory(storage)
        try await former.buyCoins("1")
        try await spend(10, from: former)
        #expect(former.history.count == 12)
        let ledger = try await Ledger.inMemory(storage, compactionThreshold: 11)
        try await ledger.refresh()
        #expect(ledger.history.count == 3)
        try await former.refresh()
        #expect(former.balance(of: "coins") == 0)
    }

    @Test("One that stays long is written anew at twice its length, not at each write")
    func staysLong() async throws {
        let storage = FaultyStorage(InMemoryStorage())
        let ledger = try await Ledger.inMemory(storage, compactionThreshold: 4)
        for number in 1...20 { try await ledger.buyCoins(TransactionIdentifier("\(number)")) }
        try await ledger.refresh()
        #expect((2...4).contains(storage.callCount(of: .replace)))
        #expect(ledger.balance(of: "coins") == 200)
    }

    @Test("A compaction that fails is logged, loses nothing, and is tried again at twice the length")
    func failing() async throws {
        let storage = FaultyStorage(InMemoryStorage())
        let messages = Locked<[String]>([])
        let ledger = try await Ledger(storage: storage, clock: ManualClock(), compactionThreshold: 4) { event in
            messages.withLock { $0.append(event.message) }
        }
        storage.fail(.replace)
        try await ledger.buyCoins("1")
        try await spend(3, from: ledger)
        #expect(messages.withLock { $0.count { $0.contains("could not be compacted") } } == 1)
        #expect(ledger.history.count == 5)
        #expect(ledger.balance(of: "coins") == 7)
        try await spend(5, from: ledger)
        #expect(storage.callCount(of: .replace) == 1)
        try await spend(1, from: ledger)
        #expect(storage.callCount(of: .replace) == 2)
        #expect(ledger.history.count == 3)
        #expect(ledger.balance(of: "coins") == 1)
    }

    @Test("A threshold needs a storage that can be written anew")
    func fixedStorage() async throws {
        let error = await #expect(throws: IAPError.self) {
            try await Ledger.inMemory(CountingStorage(), compactionThreshold: 10)
        }
        #expect(error?.code == .invalidAction)
    }

    @Test("A process that is killed at any call, and a power cut then, lose nothing that was reported as written")
    func crash() async throws {
        var operation = 0
        var isRunning = false
        while !isRunning {
            operation += 1
            let disk = SimulatedDisk()
            let process = SimulatedProcess(dyingAtOperation: operation)
            var spent: Int?
            if let ledger = try? await Ledger.inMemory(disk.storage(in: process), compactionThreshold: 6),
                (try? await ledger.buyCoins("1")) != nil
            {
                var count = 0
                while count < 7, (try? await ledger.spend(1, of: "coins")) != nil { count += 1 }
                try? await ledger.refresh()
                if process.isRunning { #expect(ledger.history.count < 6) }
                spent = count
            }
            isRunning = process.isRunning
            guard let spent else { continue }
            // A write that the kill cut short may have arrived.
            let balances = 10 - spent - (isRunning ? 0 : 1)...10 - spent
            for (number, cut) in disk.powerCuts.enumerated() where (number + operation) % 11 == 0 || number == 0 {
                let ledger = try await Ledger.inMemory(disk.afterPowerCut(cut).storage())
                #expect(balances.contains(ledger.balance(of: "coins")), "killed at call \(operation), \(cut)")
                #expect(ledger.transaction("1") != nil)
            }
        }
        #expect(operation > 60)
    }

    @Test("While other processes write, nothing is lost and nothing counts twice")
    func shared() async throws {
        let folder = try TemporaryFolder()
        var ledgers: [Ledger] = []
        for _ in 0..<2 {
            ledgers.append(try await Ledger.inMemory(JSONFileStorage(url: folder.ledger), compactionThreshold: 10))
        }
        try await ledgers[0].buyCoins("1", 200)
        try await withThrowingTaskGroup { group in
            for ledger in ledgers { group.addTask { try await self.spend(50, from: ledger) } }
            try await group.waitForAll()
        }
        for ledger in ledgers {
            try await ledger.refresh()
            #expect(ledger.balance(of: "coins") == 100)
            #expect(ledger.history.count < 30)
        }
    }
}
