import Foundation
import IAP
import IAPSandbox
import IAPTesting
import Testing

/// Each scenario is run once for each of its operations on the disk, with the store's connection and with the app's
/// server, and dies there; and then once for each thing that the disk may hold after that.
@Suite("A crash at every point", .timeLimit(.minutes(10)))
struct CrashPointTests {
    @Test("The power goes: what was not synced is lost, kept or torn", arguments: Scenario.all)
    func powerCut(scenario: Scenario) async throws {
        var (points, runs, tears) = (0, 0, 0)
        var hasEnded = false
        while !hasEnded {
            points += 1
            // The first run finds the ways that there are; each has a world of its own, in which the same has happened.
            var (number, cuts) = (0, [PowerCut]())
            repeat {
                let (world, process) = try await run(scenario, dyingAt: points)
                if number == 0 {
                    hasEnded = process.isRunning
                    cuts = Self.differentCuts(of: world.disk)
                    tears += try await checkEveryTear(of: world.disk)
                }
                process.kill()
                let context: Comment = "dead at operation \(points); \(cuts[number])"
                world.disk = world.disk.afterPowerCut(cuts[number])
                try await relaunch(scenario, in: world, context)
                number += 1
                runs += 1
            } while number < cuts.count
        }
        print("\(scenario.testDescription): \(points) crash points, \(runs) power cuts, \(tears) tears")
    }

    @Test("The process is killed; later the power goes", arguments: Scenario.all)
    func kill(scenario: Scenario) async throws {
        var points = 0
        var hasEnded = false
        while !hasEnded {
            points += 1
            let (world, process) = try await run(scenario, dyingAt: points)
            hasEnded = process.isRunning
            process.kill()
            try await relaunch(scenario, in: world, "killed at operation \(points)")
            world.disk = world.disk.afterPowerCut(.losingUnsynced)
            try await relaunch(scenario, in: world, "killed at operation \(points), then without power")
        }
        print("\(scenario.testDescription): \(points) kills")
    }

    // MARK: Running

    /// Runs the scenario until it ends or dies, and until nothing of it is under way.
    private func run(_ scenario: Scenario, dyingAt operation: Int) async throws -> (World, SimulatedProcess) {
        let world = try World(hasHandler: scenario.hasHandler)
        if let before = scenario.before {
            let earlier = SimulatedProcess()
            try await before(world, world.launch(in: earlier))
            earlier.kill()
        }
        try await scenario.beforeLaunch(world)
        let process = SimulatedProcess(dyingAtOperation: operation)
        if let store = try? await world.launch(in: process) { try await scenario.act(world, store) }
        await process.waitUntilIdle()
        try await scenario.after(world)
        return (world, process)
    }

    /// Launches the app again, waits until it is idle, and checks the promises.
    private func relaunch(_ scenario: Scenario, in world: World, _ context: Comment) async throws {
        let process = SimulatedProcess()
        let unfinished = await world.unfinished()
        let store = try await world.launch(in: process)
        try await settle(store, unfinished)
        let acknowledged = world.notes.withLock { $0.acknowledgedPurchases }
        #expect(acknowledged.isSubset(of: store.ledger.transactions.map(\.transaction.id)), context)
        try await scenario.again(world, store)
        Promises(world: world, store: store, context: context).check()
        process.kill()
        #expect(await world.unfinished().isEmpty, context)
    }

    /// Returns once the transactions that the store sent first, and the open work of the ledger, are handled.
    private func settle(_ store: IAPStore, _ unfinished: [PaymentTransaction]) async throws {
        var awaited = Set(unfinished.map(\.id))
        var events = store.events.makeAsyncIterator()
        store.start()
        while !awaited.isEmpty, let event = await events.next() {
            switch event {
            case .removed(let transaction), .failed(let transaction): awaited.remove(transaction.id)
            default: break
            }
        }
        await store.queue.processPendingTransactions()
    }

    // MARK: Power cuts

    /// Each of the ways in which an app may find the disk: everything lost, kept, torn within each write and just
    /// before its end, and without each of its sectors. Of cuts that leave the same, one.
    private static func differentCuts(of disk: SimulatedDisk) -> [PowerCut] {
        let cuts = disk.powerCuts
        let tears = Set(cuts.compactMap { if case .first(let count) = $0.content { count } else { nil } }).sorted()
        let chosen = Set(tears.prefix(2) + [tears[tears.count / 2]] + tears.suffix(3))
        var seen: Set<[String: [UInt8]?]> = []
        return cuts.filter { cut in
            if case .first(let count) = cut.content, !chosen.contains(count) { return false }
            return seen.insert(disk.afterPowerCut(cut).tree).inserted
        }
    }

    /// Tears what is unsynced at every byte: the ledger has all of the write or nothing.
    ///
    /// A reader that knows the ledger as it was before reads what follows, like a process that receives another one's
    /// entries; cuts that leave the same file behind are read once.
    private func checkEveryTear(of disk: SimulatedDisk) async throws -> Int {
        guard disk.unsyncedByteCount > 0 else { return 0 }
        let path = "app/ledger.jsonl"
        let without = try await disk.afterPowerCut(.losingUnsynced).storage(at: path).load(after: .start)
        let with = try await disk.afterPowerCut(.keepingUnsynced).storage(at: path).load(after: without.end)
        let cuts = disk.powerCuts
        var seen: Set<Data?> = []
        for cut in cuts {
            let torn = disk.afterPowerCut(cut)
            guard seen.insert(torn.content(at: path)).inserted else { continue }
            let found = try await torn.storage(at: path).load(after: without.end)
            let hasNothing = found.entries == (found.startsOver ? without.entries : [])
            let hasAll = found.startsOver == with.startsOver && found.entries == with.entries
            if !hasNothing && !hasAll { Issue.record("\(cut): \(found.entries.count) entries") }
        }
        return cuts.count
    }
}
