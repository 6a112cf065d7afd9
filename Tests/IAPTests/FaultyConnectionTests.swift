import Foundation
import IAP
import IAPSandbox
import IAPTesting
import Testing

@Suite("A connection that fails when a test wants it to", .timeLimit(.minutes(10)))
struct FaultyConnectionTests {
    private func open(
        _ connection: some StoreConnection,
        storage: some LedgerStorage = InMemoryStorage(),
        deliveryHandler: (any DeliveryHandler)? = nil
    ) async throws -> IAPStore {
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        options.productRequests.retryPauses = []
        return try await IAPStore(
            connection: connection,
            storage: storage,
            credits: [coins: Credit(10, of: "coins")],
            deliveryHandler: deliveryHandler,
            options: options
        )
    }

    @Test("Without faults it keeps every rule that the one in it keeps", arguments: StoreConnectionSuite.rules)
    func keeps(rule: StoreConnectionSuite.Rule) async throws {
        let appStore = try makeAppStore()
        try await rule.verify(
            .init(consumable: coins, nonConsumable: premium) { FaultyConnection(appStore.connection()) }
        )
    }

    @Test("A transaction that is sent three times is delivered once")
    func repeated() async throws {
        let handler = CountingHandler()
        let connection = FaultyConnection(try makeAppStore().connection())
        let store = try await open(connection, deliveryHandler: handler)
        // The first event is that the purchase has begun.
        connection.failUpdate(2, with: .repeated(times: 2))
        try await store.purchase(coins)
        try await store.purchase(coins)
        #expect(connection.transactionCount == 4)
        #expect(store.balance(of: "coins") == 20)
        #expect(handler.count == 2)
    }

    @Test("A lost answer to finishing leaves nothing to deliver, and the transaction is finished")
    func finishing() async throws {
        let handler = CountingHandler()
        let appStore = try makeAppStore()
        let connection = FaultyConnection(appStore.connection())
        let store = try await open(connection, deliveryHandler: handler)
        connection.fail(.finish, with: .answerLost)
        try await store.purchase(coins)
        connection.fail(.finish)
        try await store.purchase(premium)
        await store.queue.processPendingTransactions()
        #expect(connection.callCount(of: .finish) == 4)
        #expect(handler.count == 2 && store.balance(of: "coins") == 10)
        #expect(store.queue.transactions.isEmpty)
    }

    @Test("A purchase whose transaction is lost on the way is delivered by the next launch")
    func lost() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        let connection = FaultyConnection(appStore.connection())
        let store = try await open(connection, storage: storage)
        connection.failUpdate(1, with: .lost)
        connection.failUpdate(2, with: .lost)
        let purchase = Task { try await store.purchase(coins) }
        while appStore.allTransactions().isEmpty { await Task.yield() }
        #expect(store.balance(of: "coins") == 0)
        let again = try await open(FaultyConnection(appStore.connection()), storage: storage)
        var events = again.events.makeAsyncIterator()
        while again.balance(of: "coins") == 0, await events.next() != nil {}
        #expect(again.balance(of: "coins") == 10)
        await #expect(throws: IAPError.self) { try await purchase.value }
    }

    @Test("A transaction that is late comes behind those that it is late by, and at the release at the latest")
    func late() async throws {
        let connection = FaultyConnection(ImmediateConnection())
        var updates = connection.updates().makeAsyncIterator()
        func next() async -> TransactionIdentifier? {
            if case .transaction(let transaction) = await updates.next() { transaction.id } else { nil }
        }
        connection.failUpdate(1, with: .late(by: 2))
        connection.failUpdate(4, with: .late(by: 5))
        for number in 1...4 { try await connection.submit(Payment(productIdentifier: "\(number)")) }
        #expect([await next(), await next(), await next()] == ["2", "3", "1"])
        while connection.transactionCount < 4 { await Task.yield() }
        connection.release()
        #expect(await next() == "4")
    }

    @Test("A late transaction is sent before the updates end")
    func lateAtTheEnd() async throws {
        let connection = FaultyConnection(ImmediateConnection())
        connection.failUpdate(with: .late(by: 9))
        let updates = connection.updates()
        try await connection.submit(Payment(productIdentifier: "1"))
        while connection.transactionCount < 1 { await Task.yield() }
        // A later reader ends the stream before it.
        let later = connection.updates()
        var identifiers: [TransactionIdentifier] = []
        for await case .transaction(let transaction) in updates { identifiers.append(transaction.id) }
        #expect(identifiers == ["1"])
        withExtendedLifetime(later) {}
    }

    @Test("Calls fail by the error that a test names, wait until it lets them go, or do and throw")
    func calls() async throws {
        let connection = FaultyConnection(try makeAppStore().connection())
        let store = try await open(connection)
        connection.fail(.products, error: IAPError(.productNotAvailable, "None."))
        let error = await #expect(throws: IAPError.self) { try await store.products(for: [coins], policy: .fresh) }
        #expect(error?.code == .productNotAvailable)

        connection.fail(.restoreCompletedTransactions)
        let offline = await #expect(throws: IAPError.self) { try await store.restorePurchases() }
        #expect(offline?.code == .networkError)

        connection.fail(.submit, 2, with: .held)
        try await store.purchase(coins)
        let purchase = Task { try await store.purchase(premium) }
        while connection.callCount(of: .submit) < 2 { await Task.yield() }
        #expect(!store.isPurchased(premium))
        connection.release()
        _ = try await purchase.value
        #expect(store.isPurchased(premium))

        connection.fail(.present, with: .held)
        let page = Task { try await connection.present(.subscriptionManagement(group: nil)) }
        while connection.callCount(of: .present) < 1 { await Task.yield() }
        page.cancel()
        await #expect(throws: CancellationError.self) { try await page.value }
    }
}

private final class CountingHandler: DeliveryHandler {
    private let deliveries = Locked<[Delivery]>([])

    var count: Int { deliveries.withLock { $0.count } }
    func deliver(_ delivery: Delivery) async throws { deliveries.withLock { $0.append(delivery) } }
}

/// A store, without a sandbox, in which each payment is paid at once; its transactions bear the names of their
/// products.
private final class ImmediateConnection: StoreConnection {
    private let reader = Locked<[AsyncStream<StoreUpdate>.Continuation]>([])

    let canMakePayments = true
    let clock: any StoreClock = ManualClock()
    func environment() async -> PaymentTransaction.Environment? { nil }
    func storefront() async -> AppStorefront? { nil }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        ProductsResponse(products: [], invalidProductIdentifiers: identifiers.sorted())
    }
    func updates() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let earlier = reader.withLock { reader in
            defer { reader = [continuation] }
            return reader
        }
        earlier.forEach { $0.finish() }
        return stream
    }
    func submit(_ payment: Payment) async throws {
        let transaction = PaymentTransaction(
            transactionIdentifier: TransactionIdentifier(payment.productIdentifier),
            transactionState: .purchased,
            payment: payment,
            productType: .consumable,
            transactionDate: clock.now
        )
        for reader in reader.withLock({ $0 }) { reader.yield(.transaction(transaction)) }
    }
    func finish(_ transaction: PaymentTransaction) async throws {}
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }
}
