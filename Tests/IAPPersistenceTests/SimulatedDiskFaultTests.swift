import Foundation
import IAPCore
import IAPPersistence
import IAPTesting
import Testing

/// Each kind of call on the disk, failing in each way, at each place of an append.
@Suite("A JSON file on a disk that fails", .timeLimit(.minutes(10)))
struct SimulatedDiskFaultTests {
    private static let faults: [DiskFault] = [.noSpace, .inputOutput, .notPermitted, .interrupted, .short(7)]

    private var disk = SimulatedDisk()

    private func ledger() async throws -> Ledger { try await Ledger.inMemory(disk.storage(at: "app/ledger.jsonl")) }

    /// The ledger's file, without its padding.
    private var content: Data? { disk.content(at: "app/ledger.jsonl").map { Data($0).withoutPadding } }

    private func balance(after cut: PowerCut) async throws -> Int {
        let after = disk.afterPowerCut(cut)
        return try await Ledger.inMemory(after.storage(at: "app/ledger.jsonl")).balance(of: "coins")
    }

    @Test(
        "Whichever call of a write fails, it counts whole or not at all, after a power cut too; and the next one works",
        arguments: [0, 1]
    )
    func everyCall(earlierPurchases: Int) async throws {
        for fault in Self.faults {
            var number = 0
            var isHit = true
            while isHit {
                number += 1
                let test = SimulatedDiskFaultTests()
                isHit = try await test.failCall(number, with: fault, after: earlierPurchases)
            }
            #expect(number > 5)
        }
    }

    /// Returns whether there was such a call.
    private func failCall(_ number: Int, with fault: DiskFault, after earlierPurchases: Int) async throws -> Bool {
        let ledger = try await ledger()
        for purchase in 0..<earlierPurchases { try await ledger.buyCoins(TransactionIdentifier("\(purchase)")) }
        let before = disk.operations.count
        disk.inject(fault, at: number)
        var expected = earlierPurchases * 10
        do {
            try await ledger.buyCoins("new")
            expected += 10
        } catch let error as IAPError {
            #expect(error.code == .storageFailed)
            #expect(error.place?.file == "/app/ledger.jsonl")
            // What happened, and what to do.
            #expect(error.message.split(separator: ". ").count > 1)
            #expect(fault != .interrupted && fault != .short(7))
        }
        let wasHit = disk.operations.count - before >= number
        #expect(ledger.balance(of: "coins") == expected)
        for cut in disk.powerCuts where cut.nameCount == 0 || expected == 0 {
            #expect(try await balance(after: cut) == expected, "\(fault) at call \(number), \(cut)")
        }

        disk.removeFaults()
        try await ledger.buyCoins("new")
        let complete = (earlierPurchases + 1) * 10
        #expect(ledger.balance(of: "coins") == complete)
        #expect(try await balance(after: .losingUnsynced) == complete)
        return wasHit
    }

    @Test("A disk that has become full refuses purchases, says the reason, and takes them when there is space")
    func fullDisk() async throws {
        let ledger = try await ledger()
        try await ledger.buyCoins("1")
        disk.inject(.short(100), into: .write)
        disk.inject(.noSpace, into: .write, at: 2, repeats: true)
        for _ in 0..<3 {
            let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("2") }
            #expect(error?.message.contains("when there is space") == true)
        }
        #expect(ledger.balance(of: "coins") == 10)
        disk.removeFaults()
        try await ledger.buyCoins("2")
        #expect(ledger.balance(of: "coins") == 20)
        #expect(ledger.recoveryReport.isEmpty)
    }

    @Test("A refused write that had reached the disk but for its last byte does not come back after a power cut")
    func refusedButWritten() async throws {
        let ledger = try await ledger()
        try await ledger.buyCoins("1")
        let size = content?.count ?? 0
        try await ledger.buyCoins("2")
        let line = (content?.count ?? 0) - size
        disk.inject(.short(line - 1), into: .write)
        disk.inject(.noSpace, into: .write, at: 2)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        for cut in disk.powerCuts { #expect(try await balance(after: cut) == 20, "\(cut)") }
    }

    @Test(
        "A write whose sync failed counts nothing, whatever of it reached the disk; tried again, it is durable",
        arguments: [DiskFault.inputOutput, .droppedByFailedSync]
    )
    func failedSync(fault: DiskFault) async throws {
        let ledger = try await ledger()
        try await ledger.buyCoins("1")
        disk.inject(fault, into: .synchronize)
        #expect(try await code { try await ledger.buyCoins("2") } == .storageFailed)
        #expect(ledger.balance(of: "coins") == 10)
        for cut in disk.powerCuts { #expect(try await balance(after: cut) == 10, "\(cut)") }
        try await ledger.buyCoins("2")
        #expect(ledger.balance(of: "coins") == 20)
        for cut in disk.powerCuts { #expect(try await balance(after: cut) == 20, "\(cut)") }
    }

    @Test("A refused write that was undone without a sync does not come back once the ledger was read")
    func failedSyncs() async throws {
        let storage = disk.storage(at: "app/ledger.jsonl")
        let entry = LedgerEntry(.imported([], credits: [try Credit(10, of: "coins")], source: "a gift"), date: newYear)
        let other = LedgerEntry(.imported([], credits: [try Credit(10, of: "coins")], source: "a loan"), date: newYear)
        let end = try #require(try await storage.append([entry], after: .start))
        let line = try #require(content?.split(separator: UInt8(ascii: "\n")).last).count
        // The syncs of the line and of the cut; then that of the cut of a line that is whole but for its newline.
        for isShort in [false, true] {
            if isShort {
                disk.inject(.short(line), into: .write)
                disk.inject(.noSpace, into: .write, at: 2)
            } else {
                disk.inject(.inputOutput, into: .synchronize)
            }
            disk.inject(.inputOutput, into: .synchronize)
            #expect(try await code { _ = try await storage.append([other], after: end) } == .storageFailed)
            #expect(try await code { _ = try await storage.append([other], after: end) } == .storageFailed)
            #expect(disk.powerCuts.count > 1)
            disk.inject(.inputOutput, into: .synchronize)
            #expect(try await code { _ = try await storage.load(after: end) } == .storageFailed)
            #expect(try await storage.load(after: end).entries.isEmpty)
            for cut in disk.powerCuts { #expect(try await balance(after: cut) == 10, "\(cut)") }
        }
        #expect(try await storage.append([other], after: end) != nil)
    }

    @Test("A refused write that could be made invalid alone does not come back after a power cut")
    func spoiled() async throws {
        let ledger = try await ledger()
        try await ledger.buyCoins("1")
        disk.inject(.inputOutput, into: .synchronize)
        disk.inject(.inputOutput, into: .truncate)
        #expect(try await code { try await ledger.buyCoins("2") } == .storageFailed)
        for cut in disk.powerCuts { #expect(try await balance(after: cut) == 10, "\(cut)") }
    }

    @Test("What a killed process wrote and did not sync is synced before a reader relies on it")
    func writtenByAKilledProcess() async throws {
        try await ledger().buyCoins("1")
        var operation = 0
        var isRunning = false
        while !isRunning {
            operation += 1
            let process = SimulatedProcess(dyingAtOperation: operation)
            let storage = disk.storage(at: "app/ledger.jsonl", in: process)
            if let dying = try? await Ledger.inMemory(storage) {
                _ = try? await dying.buyCoins(TransactionIdentifier("\(operation) more"))
            }
            isRunning = process.isRunning
            let seen = try await ledger().balance(of: "coins")
            for cut in disk.powerCuts { #expect(try await balance(after: cut) == seen) }
        }
    }

    @Test(
        "What a killed process wrote, and a failed sync left in memory alone, is written again before it counts",
        arguments: [true, false],
        [true, false]
    )
    func droppedLineOfAKilledProcess(isFirst: Bool, bySameProcess: Bool) async throws {
        if !isFirst { try await ledger().buyCoins("1") }
        var isRunning = false
        var operation = 0
        while !isRunning {
            operation += 1
            let test = SimulatedDiskFaultTests(disk: disk.afterPowerCut(.keepingUnsynced))
            let process = SimulatedProcess(dyingAtOperation: operation)
            if let dying = try? await Ledger.inMemory(test.disk.storage(at: "app/ledger.jsonl", in: process)) {
                _ = try? await dying.buyCoins("2")
            }
            isRunning = process.isRunning

            let storage = test.disk.storage(at: "app/ledger.jsonl")
            test.disk.inject(.droppedByFailedSync, into: .synchronize)
            _ = try? await storage.load(after: .start)
            test.disk.removeFaults()
            let ledger = try await bySameProcess ? Ledger.inMemory(storage) : test.ledger()
            let seen = ledger.balance(of: "coins")
            for cut in test.disk.powerCuts {
                #expect(try await test.balance(after: cut) == seen, "operation \(operation), \(cut)")
            }
        }
        #expect(operation > 5)
    }

    @Test("Directories that a killed process made are brought to the disk with the ledger in them")
    func directoriesOfAKilledProcess() async throws {
        for operation in 1...12 {
            let disk = SimulatedDisk()
            let path = "a/b/c/ledger.jsonl"
            let storage = disk.storage(at: path, in: SimulatedProcess(dyingAtOperation: operation))
            let entry = LedgerEntry(.delivered("1"), date: newYear)
            _ = try? await storage.append([entry], after: .start)
            let next = disk.storage(at: path)
            if try await next.load(after: .start).entries.isEmpty { _ = try await next.append([entry], after: .start) }
            let after = disk.afterPowerCut(.losingUnsynced)
            #expect(try await after.storage(at: path).load(after: .start).entries == [entry])
        }
    }
}
