import Foundation
import IAP
import IAPCore
import IAPPersistence

extension Benchmark {
    /// A launch after which everything that was ever bought comes again, as when nothing was finished.
    static let launch = Benchmark(
        name: "launch",
        operation: "taking in one of so many unfinished transactions",
        count: 1,
        contenders: [
            Contender(name: "of 10,000") { _ in try await launch(unfinished: 10_000) },
            Contender(name: "of 1,000", goal: .atMost(1.25)) { _ in try await launch(unfinished: 1_000) },
        ]
    )

    private static func launch(unfinished count: Int) async throws -> Duration {
        let connection = try BacklogConnection(count)
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        options.startsImmediately = false
        let store = try await IAPStore(connection: connection, storage: .inMemory, options: options)
        let clock = ContinuousClock()
        let start = clock.now
        var rest = count
        let updates = store.updates
        store.start()
        for await _ in updates {
            rest -= 1
            if rest == 0 { break }
        }
        return (clock.now - start) / count
    }
}

/// A store that sends unfinished transactions and does nothing else.
private final class BacklogConnection: StoreConnection {
    let canMakePayments = true
    let clock: any StoreClock = ManualClock()
    private let transactions: [PaymentTransaction]

    init(_ count: Int) throws {
        let date = clock.now
        transactions = try (0..<count).map { number in
            PaymentTransaction(
                transactionIdentifier: TransactionIdentifier(rawValue: "\(number)"),
                transactionState: .purchased,
                payment: try Payment(productIdentifier: "com.example.premium\(number % 100)"),
                productType: .nonConsumable,
                transactionDate: date
            )
        }
    }

    func environment() async -> PaymentTransaction.Environment? { nil }
    func storefront() async -> AppStorefront? { .usa }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        throw IAPError(.networkError, "There is nothing to look up.")
    }

    func updates() -> AsyncStream<StoreUpdate> {
        AsyncStream { continuation in
            for transaction in transactions { continuation.yield(.transaction(transaction)) }
        }
    }

    func submit(_ payment: Payment) async throws {}
    func finish(_ transaction: PaymentTransaction) async throws {}
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }
}
