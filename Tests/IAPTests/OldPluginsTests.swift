import Foundation
import IAP
import Testing

/// Plug-ins as strangers wrote them for the first release. They keep compiling unchanged: do not edit them.
@Suite("Plug-ins of the first release", .timeLimit(.minutes(10)))
struct OldPluginsTests {
    actor StrangersStorage: LedgerStorage {
        private var entries: [LedgerEntry] = []

        func load(after position: LedgerPosition) async throws -> LedgerBatch {
            let known = Int(position.rawValue) ?? 0
            return LedgerBatch(entries: Array(entries.dropFirst(known)), end: end)
        }

        func append(_ new: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
            guard position == end || (position == .start && entries.isEmpty) else { return nil }
            entries += new
            return end
        }

        private var end: LedgerPosition { LedgerPosition(rawValue: "\(entries.count)") }
    }

    struct StrangersClock: StoreClock {
        var now: Date { Date(timeIntervalSince1970: 0) }
        func sleep(until date: Date) async throws {}
    }

    final class StrangersConnection: StoreConnection {
        private let stream = AsyncStream.makeStream(of: StoreUpdate.self)

        var canMakePayments: Bool { true }
        var clock: any StoreClock { StrangersClock() }
        func environment() async -> PaymentTransaction.Environment? { .sandbox }
        func storefront() async -> AppStorefront? { .usa }
        func updates() -> AsyncStream<StoreUpdate> { stream.stream }
        func finish(_ transaction: PaymentTransaction) async throws {}
        func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }

        func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
            ProductsResponse(products: [], invalidProductIdentifiers: Array(identifiers))
        }

        func submit(_ payment: Payment) async throws {
            var transaction = PaymentTransaction(
                transactionIdentifier: TransactionIdentifier("1"),
                transactionState: .purchased,
                payment: payment,
                productType: .nonConsumable,
                transactionDate: clock.now
            )
            transaction.environment = .sandbox
            stream.continuation.yield(.transaction(transaction))
        }
    }

    struct StrangersVerifier: TransactionVerifier {
        func verify(_ transaction: PaymentTransaction) async -> TransactionVerification { .verified }
    }

    struct StrangersHandler: DeliveryHandler {
        func deliver(_ delivery: Delivery) async throws {}
    }

    @Test("They sell")
    func sell() async throws {
        var options = IAPStore.Options()
        options.verifier = StrangersVerifier()
        options.notificationCenter = NotificationCenter()
        let store = try await IAPStore(
            connection: StrangersConnection(),
            storage: StrangersStorage(),
            deliveryHandler: StrangersHandler(),
            options: options
        )
        guard case .purchased = try await store.purchase("premium") else { throw Missing() }
        #expect(store.isPurchased("premium"))
    }
}
