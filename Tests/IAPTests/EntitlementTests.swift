import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("What the customer may use", .timeLimit(.minutes(10)))
struct EntitlementTests {
    let appStore: SandboxAppStore

    init() throws {
        appStore = try makeAppStore()
    }

    private func openStore(_ storage: some LedgerStorage = InMemoryStorage()) async throws -> IAPStore {
        try await open(
            appStore,
            storage: storage,
            products: [
                .consumable(coins, grants: Credit(10, of: "coins")),
                .nonConsumable(premium, unlocks: "premium"),
                .autoRenewable(monthly, group: "plans", unlocks: "premium"),
            ]
        )
    }

    @Test("Any of the products of an entitlement gives it")
    func anyProduct() async throws {
        for product in [premium, monthly] {
            appStore.clearTransactions()
            let store = try await openStore()
            #expect(!store.isEntitled(to: "premium") && store.entitlement("premium") == nil)
            try await store.purchase(product)
            #expect(store.isEntitled(to: "premium"))
            let entitlement = try #require(store.entitlement("premium"))
            #expect(entitlement.products.map(\.productIdentifier) == [product])
            #expect(store.entitlements == [entitlement])
        }
    }

    @Test("An entitlement lasts as long as the product that lasts longest")
    func longest() async throws {
        let store = try await openStore()
        try await store.purchase(monthly)
        let month = try ProductSubscriptionPeriod(value: 1, unit: .month)
        #expect(store.entitlement("premium")?.expirationDate == month.date(after: appStore.clock.now))
        try await store.purchase(premium)
        let entitlement = try #require(store.entitlement("premium"))
        #expect(entitlement.expirationDate == nil)
        #expect(entitlement.products.map(\.productIdentifier) == [premium, monthly])
        #expect(entitlement.products.map { $0.transaction?.productIdentifier } == [premium, monthly])
    }

    @Test("A consumable gives no entitlement, and neither does a name that no declaration unlocks")
    func nothing() async throws {
        let store = try await openStore()
        try await store.purchase(coins)
        #expect(!store.isEntitled(to: "coins"))
        #expect(store.entitlements.isEmpty && store.ledger.ownedProducts.isEmpty)
    }

    @Test("The end of a subscription is noticed while the app stays open, just by the clock")
    func expiry() async throws {
        let storage = InMemoryStorage()
        try await openStore(storage).purchase(monthly)
        // Another store on the same entries, whose connection sends nothing.
        let clock = ManualClock(now: appStore.clock.now)
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        options.startsImmediately = false
        let store = try await IAPStore(
            connection: SilentConnection(clock: clock),
            storage: storage,
            products: [.autoRenewable(monthly, group: "plans", unlocks: "premium")],
            options: options
        )
        var entitlements = store.entitlementUpdates.makeAsyncIterator()
        var events = store.events.makeAsyncIterator()
        #expect(await entitlements.next()?.map(\.name) == ["premium"])
        store.start()
        let end = try #require(store.entitlement("premium")?.expirationDate)
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(to: end.addingTimeInterval(-1))
        #expect(store.isEntitled(to: "premium"))
        clock.advance(to: end)
        #expect(!store.isEntitled(to: "premium"))
        guard case .subscriptionStatusChanged(let status) = await events.next() else { throw Missing() }
        #expect(status.state == .expired)
        #expect(await events.next() == .purchasedProductsChanged([]))
        #expect(await entitlements.next() == [])
    }

    @Test("A refund ends the entitlement, and every listener receives it")
    func refund() async throws {
        let store = try await openStore()
        var entitlements = store.entitlementUpdates.makeAsyncIterator()
        #expect(await entitlements.next() == [])
        guard case .purchased(let transaction) = try await store.purchase(premium) else { throw Missing() }
        #expect(await entitlements.next()?.first?.products.first?.transaction?.id == transaction.id)
        try appStore.refundTransaction(identifier: transaction.transactionIdentifier)
        #expect(await entitlements.next() == [])
        #expect(!store.isEntitled(to: "premium"))
    }

    @Test("The delegate, an observer and both kinds of notification receive that the customer owns other products")
    func listeners() async throws {
        let center = NotificationCenter()
        let store = try await open(appStore) { $0.notificationCenter = center }
        let received = EventLog()
        let service = IAPService(store: store, callbackQueue: .global())
        let screen = Listener(received)
        service.delegate = screen
        store.queue.add(screen, callbackQueue: .global())
        let named = center.addObserver(forName: .paymentQueueEvent, object: nil, queue: nil) { note in
            if case .purchasedProductsChanged(let products) = note.paymentQueueEvent {
                received.add("named \(products)")
            }
        }
        let typed = center.addObserver(for: PaymentQueueMessage.self) { message in
            if case .purchasedProductsChanged(let products) = message.event { received.add("typed \(products)") }
        }
        defer {
            center.removeObserver(named)
            center.removeObserver(typed)
        }
        try await store.purchase(monthly)
        for listener in ["delegate", "observer", "named", "typed"] {
            await received.wait(for: "\(listener) \(Set([monthly]))")
        }
        await received.wait(for: "delegate subscribed")
        await received.wait(for: "observer subscribed")
        withExtendedLifetime((service, screen)) {}
    }
}

/// Receives changes of ownership as a delegate and as an observer.
private final class Listener: IAPServiceDelegate, PaymentTransactionObserver, Sendable {
    let received: EventLog

    init(_ received: EventLog) {
        self.received = received
    }

    func getProducts(products: [StoreProduct]) {}
    func didCompleteTransaction(_ transaction: PaymentTransaction) {}
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent) { note(event, as: "delegate") }
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {}
    func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent) { note(event, as: "observer") }

    private func note(_ event: PaymentQueueEvent, as listener: String) {
        switch event {
        case .purchasedProductsChanged(let products): received.add("\(listener) \(products)")
        case .subscriptionStatusChanged(let status): received.add("\(listener) \(status.state.rawValue)")
        default: break
        }
    }
}

/// A store that sells nothing and sends nothing.
private struct SilentConnection: StoreConnection {
    let canMakePayments = true
    let clock: any StoreClock

    func environment() async -> PaymentTransaction.Environment? { .xcode }
    func storefront() async -> AppStorefront? { nil }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        ProductsResponse(products: [], invalidProductIdentifiers: identifiers.sorted())
    }
    func updates() -> AsyncStream<StoreUpdate> { AsyncStream { _ in } }
    func submit(_ payment: Payment) async throws {}
    func finish(_ transaction: PaymentTransaction) async throws {}
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] { [] }
}
