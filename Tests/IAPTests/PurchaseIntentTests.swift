import Foundation
import IAP
import Testing

@Suite("A purchase that begins in the App Store", .timeLimit(.minutes(10)))
struct PurchaseIntentTests {
    private let product = "com.example.premium"

    @Test("A purchase begun in the App Store is sent as an intent, and is made when the app submits it")
    func purchaseIntent() async throws {
        let connection = IntentConnection(try Payment(productIdentifier: product))
        var options = IAPStore.Options()
        options.startsImmediately = false
        let store = try await IAPStore(connection: connection, storage: InMemoryStorage(), options: options)
        var events = store.queue.events.makeAsyncIterator()
        store.start()
        guard case .purchaseIntent(let payment) = await events.next() else { throw NothingCame() }
        #expect(payment.productIdentifier == product)
        guard case .purchased = try await store.queue.purchase(payment) else { throw NothingCame() }
        #expect(store.isPurchased(product))
    }
}

private struct NothingCame: Error {}

/// A store with one customer, who wants one product and pays for it.
private final class IntentConnection: StoreConnection {
    let canMakePayments = true
    let clock: any StoreClock = ManualClock()
    private let stream: AsyncStream<StoreUpdate>
    private let continuation: AsyncStream<StoreUpdate>.Continuation

    init(_ intent: Payment) {
        (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        continuation.yield(.purchaseIntent(intent))
    }

    func environment() async -> PaymentTransaction.Environment? { .production }
    func storefront() async -> AppStorefront? { .usa }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        ProductsResponse(products: [], invalidProductIdentifiers: identifiers.sorted())
    }
    func updates() -> AsyncStream<StoreUpdate> { stream }
    func submit(_ payment: Payment) async throws {
        continuation.yield(
            .transaction(
                PaymentTransaction(
                    transactionIdentifier: "1",
                    transactionState: .purchased,
                    payment: payment,
                    productType: .nonConsumable,
                    transactionDate: clock.now
                )
            )
        )
    }
    func finish(_ transaction: PaymentTransaction) async throws {}
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }
}
