import Counters
import Foundation
import IAPCore
import IAPPersistence

extension Benchmark {
    /// What a screen asks while it draws.
    static let lookups = Benchmark(
        name: "lookups",
        operation: "one question to a ledger of 100,000 entries, aim: below 100 ns",
        count: 100_000,
        contenders: [
            Contender(name: "isPurchased") { count in
                let ledger = try await ledger()
                return timedForEachProduct(count) { keep(ledger.isPurchased($0)) }
            },
            Contender(name: "balance") { count in
                let ledger = try await ledger()
                return timed(count) { _ in keep(ledger.balance(of: "coins")) }
            },
            Contender(name: "the system's time alone") { count in
                timed(count) { _ in keep(Date()) }  // what a subscription costs on top
            },
            Contender(name: "a dictionary behind a lock") { count in
                let lock = NSLock()
                let owned = Dictionary(uniqueKeysWithValues: products.map { ($0, true) })
                return timedForEachProduct(count) { product in
                    lock.lock()
                    keep(owned[product])
                    lock.unlock()
                }
            },
            Contender(name: "UserDefaults", goal: .fasterBy(1)) { count in
                let defaults = UserDefaults()
                return timedForEachProduct(count) { keep(defaults.bool(forKey: $0)) }
            },
        ],
        facts: allocations
    )

    private static let products = (0..<50).map { "com.example.coins\($0)" }

    /// Asks many times for a product before the next one, so that the questions alone are timed, not taking a product
    /// from an array.
    private static func timedForEachProduct(_ count: Int, _ ask: (String) -> Void) -> Duration {
        let each = count / products.count
        return timed(products.count) { turn in
            let product = products[turn]
            for _ in 0..<each { ask(product) }
        }
    }

    /// What a question asks of the heap.
    private static func allocations() async throws -> [Fact] {
        let ledger = try await ledger()
        return [
            allocations("isPurchased") { keep(ledger.isPurchased(products[$0 % products.count])) },
            allocations("balance") { _ in keep(ledger.balance(of: "coins")) },
        ].compactMap { $0 }
    }

    private static func allocations(_ name: String, _ ask: (Int) -> Void) -> Fact? {
        let count = 1_000
        // Before, so that what is made once, and the ledger's own tasks, have come to an end.
        for turn in 0..<100 * count { ask(turn) }
        let before = currentCounters().allocations
        countAllocations(1)
        for turn in 0..<count { ask(turn) }
        countAllocations(0)
        let allocations = currentCounters().allocations - before
        guard before >= 0 else { return nil }
        return Fact(name: "heap allocations, \(name)", value: Double(allocations) / Double(count), limit: 0)
    }

    private static func ledger() async throws -> Ledger {
        try await Ledger(
            storage: JSONFileStorage(url: LargeLedger(entryCount: 100_000).url),
            clock: .system,
            environment: .production
        )
    }
}
