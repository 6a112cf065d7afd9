import Counters
import Dispatch
import Foundation
import IAP
import IAPCore
import IAPPaymentQueue
import IAPPersistence

extension Benchmark {
    /// What the SDK itself costs: storage and store are in memory.
    static let purchase = Benchmark(
        name: "purchase",
        operation: "a purchase through IAPStore, in memory",
        count: 500,
        contenders: [
            Contender(name: "IAPStore, InMemoryStorage, SandboxAppStore") { count in
                let shop = try await BenchmarkShop(1, storage: .inMemory)
                return try await timed(count) { _ in try await shop.buy(shop.products[0]) }
            }
        ],
        facts: {
            let shop = try await BenchmarkShop(1, storage: .inMemory)
            for _ in 0..<10 { try await shop.buy(shop.products[0]) }
            let (count, before) = (1_000, currentCounters().allocations)
            guard before >= 0 else { return [] }
            countAllocations(1)
            defer { countAllocations(0) }
            for _ in 0..<count { try await shop.buy(shop.products[0]) }
            let allocations = currentCounters().allocations - before
            return [Fact(name: "heap allocations a purchase", value: Double(allocations) / Double(count))]
        }
    )

    /// The same with observers, until each has received all.
    static let observers = Benchmark(
        name: "observers",
        operation: "a purchase through IAPStore, in memory, told to so many observers",
        count: 200,
        contenders: [
            Contender(name: "100 observers") { try await purchases($0, observers: 100) },
            Contender(name: "10 observers", goal: .atMost(10)) { try await purchases($0, observers: 10) },
            Contender(name: "1 observer", goal: .atMost(100)) { try await purchases($0, observers: 1) },
            Contender(name: "no observer") { try await purchases($0, observers: 0) },
        ]
    )

    private static func purchases(_ count: Int, observers: Int) async throws -> Duration {
        let shop = try await BenchmarkShop(1, storage: .inMemory)
        let queue = DispatchQueue(label: "observers")
        let observers = (0..<observers).map { _ in Observer() }
        for observer in observers { shop.store.queue.add(observer, callbackQueue: queue) }
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<count { try await shop.buy(shop.products[0]) }
        while !observers.allSatisfy({ $0.finishedCount >= count }) { queue.sync {} }
        return clock.now - start
    }
}

private final class Observer: PaymentTransactionObserver {
    private let lock = NSLock()
    private var count = 0

    var finishedCount: Int { lock.withLock { count } }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {}

    func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent) {
        if case .finished = event { lock.withLock { count += 1 } }
    }
}
