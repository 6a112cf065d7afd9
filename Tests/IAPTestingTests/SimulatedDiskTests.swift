import Foundation
import IAPCore
import IAPPersistence
import IAPTesting
import Testing

private let newYear = Date(timeIntervalSince1970: 1_735_689_600)

private func note(_ text: String) -> LedgerEntry {
    LedgerEntry(.imported([], credits: [], source: text), date: newYear)
}

private func code(of body: () async throws -> Void) async -> IAPError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? IAPError)?.code
    }
}

@Suite("A simulated disk", .timeLimit(.minutes(10)))
struct SimulatedDiskTests {
    private let disk = SimulatedDisk()

    private func notes(on disk: SimulatedDisk, at path: String = "ledger.jsonl") async throws -> [String] {
        try await disk.storage(at: path).load(after: .start).entries.compactMap(\.note)
    }

    @Test("A ledger's file on it keeps the contract of storages", arguments: LedgerStorageSuite.rules)
    func conformance(rule: LedgerStorageSuite.Rule) async throws {
        let disk = SimulatedDisk()
        try await rule.verify { disk.storage(at: "a/b/ledger.jsonl") }
    }

    @Test("What an append returned for survives every power cut; directories that were made for it do too")
    func durability() async throws {
        let storage = disk.storage(at: "a/b/ledger.jsonl")
        _ = try await storage.append([note("first")], after: .start)
        #expect(disk.powerCuts == [PowerCut(nameCount: 0, content: .first(0))])
        #expect(try await notes(on: disk.afterPowerCut(.losingUnsynced), at: "a/b/ledger.jsonl") == ["first"])
    }

    @Test("A power cut loses, keeps or tears what was not synced, at every byte and in every run of sectors")
    func tearing() async throws {
        let storage = disk.storage()
        let end = try #require(try await storage.append([note("first")], after: .start))
        let size = try #require(disk.content()).count
        let synced = try #require(disk.content()).withoutPadding
        let long = note(String(repeating: "0123456789", count: 100))
        var operation = 0
        while disk.unsyncedByteCount == 0 {
            operation += 1
            let dying = disk.storage(in: SimulatedProcess(dyingAtOperation: operation))
            try #require(await code { _ = try await dying.append([long], after: end) } == .storageFailed)
        }
        let written = try #require(disk.content()).withoutPadding
        let line = written.count - synced.count
        #expect(written.count < size)
        #expect(disk.unsyncedByteCount == line)

        var sizes: Set<Int> = []
        var holes = 0
        for cut in disk.powerCuts {
            let after = disk.afterPowerCut(cut)
            let content = try #require(after.content()).withoutPadding
            switch cut.content {
            case .first(let count):
                #expect(content == written.prefix(synced.count + count).withoutPadding)
                #expect(after.content()?.count == size)
                sizes.insert(count)
            case .lackingSectors:
                #expect(content != written && content.starts(with: synced))
                holes += 1
            }
            let found = try await notes(on: after)
            // A line that lacks its newline alone is whole.
            let isWhole = content.count >= written.count - 1 && !content.contains(0)
            #expect(found == (isWhole ? ["first", long.note] : ["first"]))
        }
        #expect(sizes == Set(0...line))
        #expect(holes > 3)
    }

    @Test("Names that were not synced are lost from any on, and with a directory what is in it")
    func names() async throws {
        let process = SimulatedProcess()
        let storage = disk.storage(at: "a/ledger.jsonl", in: process)
        disk.inject(.inputOutput, into: .synchronizeDirectory, repeats: true)
        #expect(await code { _ = try await storage.append([note("first")], after: .start) } == .storageFailed)
        #expect(Set(disk.powerCuts.map(\.nameCount)) == [0, 1])
        #expect(disk.afterPowerCut(.losingUnsynced).content(at: "a/ledger.jsonl") == nil)
    }

    @Test("A process dies at its n-th operation; what it would do after that has no effect, and its locks are gone")
    func death() async throws {
        var operation = 0
        var outcomes: [[String]] = []
        while true {
            operation += 1
            let disk = SimulatedDisk()
            let end = try #require(try await disk.storage().append([note("first")], after: .start))
            let process = SimulatedProcess(dyingAtOperation: operation)
            let storage = disk.storage(in: process)
            let answer = try? await storage.append([note("second")], after: end)
            // The last operations of an append come after its sync.
            if process.isRunning { #expect(answer != nil) }
            if answer != nil { #expect(try await notes(on: disk.afterPowerCut(.losingUnsynced)).count == 2) }
            guard !process.isRunning else { break }
            let before = disk.operations.count
            #expect(await code { _ = try await storage.load(after: .start) } == .storageFailed)
            #expect(disk.operations.count == before)
            outcomes.append(try await notes(on: disk))
        }
        #expect(outcomes.first == ["first"])
        #expect(outcomes.last == ["first", "second"])
    }

    @Test("Two processes exclude each other, and the death of one that holds the lock lets the other go on")
    func locks() async throws {
        let end = try #require(try await disk.storage().append([note("first")], after: .start))
        let process = SimulatedProcess()
        let (one, other) = (disk.storage(in: process), disk.storage())
        async let first = try? one.append([note("one")], after: end)
        async let second = try? other.append([note("other")], after: end)
        let answers = await [first, second]
        #expect(answers.compactMap { $0 }.count == 1)
        process.kill()
        #expect(try await other.load(after: .start).entries.count == 2)
    }

    @Test("Operations are counted, and a fault comes at its call")
    func counting() async throws {
        let storage = disk.storage()
        let end = try #require(try await storage.append([note("first")], after: .start))
        _ = try await storage.append([], after: end)
        let before = disk.operations.count
        _ = try await storage.append([], after: end)
        let cost = disk.operations.count - before
        for number in 1...cost {
            disk.inject(.inputOutput, at: number)
            #expect(await code { _ = try await storage.append([], after: end) } == .storageFailed)
            disk.removeFaults()
        }
        #expect(try await storage.append([], after: end) == end)
    }
}

@Suite("A storage that is made to fail")
struct FaultyStorageTests {
    private let storage = FaultyStorage(InMemoryStorage())

    private func open() async throws -> Ledger {
        try await Ledger(storage: storage, clock: ManualClock())
    }

    private func buy(_ identifier: TransactionIdentifier, with ledger: Ledger) async throws {
        let transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: .purchased,
            payment: try Payment(productIdentifier: "coins"),
            productType: .consumable,
            transactionDate: newYear
        )
        _ = try await ledger.record(transaction, credits: [Credit(10, of: "coins")], isDelivered: true)
    }

    @Test("Without faults it keeps the contract of the storage in it", arguments: LedgerStorageSuite.rules)
    func conformance(rule: LedgerStorageSuite.Rule) async throws {
        let storage = FaultyStorage(InMemoryStorage())
        try await rule.verify { storage }
    }

    @Test("It can be rewritten if the storage in it can", arguments: LedgerStorageSuite.rewritingRules)
    func rewriting(rule: LedgerStorageSuite.Rule) async throws {
        let storage = FaultyStorage(InMemoryStorage())
        try await rule.verify { storage }
    }

    @Test("Changes of the storage in it are reported", arguments: LedgerStorageSuite.changeRules)
    func changes(rule: LedgerStorageSuite.Rule) async throws {
        let storage = InMemoryStorage()
        try await rule.verify { FaultyStorage(storage) }
    }

    @Test("A compaction that is refused, or whose answer is lost, leaves the ledger as it was in meaning")
    func failedReplacement() async throws {
        let ledger = try await open()
        try await buy("1", with: ledger)
        try await buy("2", with: ledger)
        for fault in [CallFault.refused, .answerLost] {
            storage.fail(.replace, with: fault)
            #expect(await code { try await ledger.compact() } == .storageFailed)
            #expect(ledger.balance(of: "coins") == 20)
        }
        #expect(storage.callCount(of: .replace) == 2)
        try await ledger.compact()
        try await buy("3", with: ledger)
        #expect(ledger.balance(of: "coins") == 30)
        #expect(try await open().balance(of: "coins") == 30)
    }

    @Test("A refused append counts nothing, and the next one does")
    func refusedAppend() async throws {
        let ledger = try await open()
        storage.fail(.append, 2)
        try await buy("1", with: ledger)
        #expect(await code { try await buy("2", with: ledger) } == .storageFailed)
        #expect(ledger.balance(of: "coins") == 10)
        try await buy("2", with: ledger)
        #expect(ledger.balance(of: "coins") == 20)
        #expect(storage.callCount(of: .append) == 3)
    }

    @Test("An append whose answer was lost counts once, however often it is tried again")
    func lostAnswer() async throws {
        let ledger = try await open()
        storage.fail(.append, with: .answerLost)
        #expect(await code { try await buy("1", with: ledger) } == .storageFailed)
        #expect(ledger.balance(of: "coins") == 0)
        try await buy("1", with: ledger)
        #expect(ledger.balance(of: "coins") == 10)
        #expect(ledger.transactions.count == 1)
        storage.fail(.append, with: .answerLost)
        #expect(await code { try await ledger.spend(4, of: "coins") } == .storageFailed)
        try await ledger.refresh()
        #expect(ledger.balance(of: "coins") == 6)
    }

    @Test("A failed load fails the opening, and later a write; trying again works")
    func failedLoad() async throws {
        storage.fail(.load)
        #expect(await code { _ = try await open() } == .storageFailed)
        let ledger = try await open()
        storage.fail(.append)
        storage.fail(.load, with: .answerLost)
        #expect(await code { try await buy("1", with: ledger) } == .storageFailed)
        #expect(await code { try await buy("1", with: ledger) } == .storageFailed)
        try await buy("1", with: ledger)
        #expect(ledger.balance(of: "coins") == 10)
    }
}

extension Data {
    /// A ledger's file without its padding.
    fileprivate var withoutPadding: Data { prefix(upTo: (lastIndex { $0 != 0 }).map { $0 + 1 } ?? startIndex) }
}
