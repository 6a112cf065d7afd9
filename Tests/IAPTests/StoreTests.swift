import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("IAPStore", .timeLimit(.minutes(10)))
struct StoreTests {
    @Test("A purchase made outside the app while it was closed is delivered at the next launch")
    func outsideTheApp() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        do { _ = try await open(appStore, storage: storage) }
        try appStore.buyProduct(productIdentifier: premium)
        let store = try await open(appStore, storage: storage) { $0.startsImmediately = false }
        var updates = store.updates.makeAsyncIterator()
        store.start()
        while let transaction = await updates.next(), transaction.transactionState != .purchased {}
        #expect(store.isPurchased(premium))
    }

    @Test("A listener attached before the start receives what an earlier launch left")
    func listenersFirst() async throws {
        let appStore = try makeAppStore()
        let storage = InMemoryStorage()
        struct Failing: DeliveryHandler {
            func deliver(_ delivery: Delivery) async throws { throw Missing() }
        }
        do {
            let crashing = try await open(appStore, storage: storage, deliveryHandler: Failing())
            await #expect(throws: IAPError.self) { try await crashing.purchase(coins) }
        }
        let store = try await open(appStore, storage: storage) { $0.startsImmediately = false }
        var updates = store.updates.makeAsyncIterator()
        store.start()
        let transaction = try #require(await updates.next())
        #expect(transaction.productIdentifier == coins)
        #expect(store.balance(of: "coins") == 10)
    }

    @Test("A product switched off sale is an invalid identifier and is not sold")
    func offSale() async throws {
        let store = try await open(try makeAppStore())
        store.catalog.setOnSale(false, for: premium)
        #expect(try await store.products(for: [premium, coins]).invalidProductIdentifiers == [premium])
        let error = await #expect(throws: IAPError.self) { try await store.purchase(premium) }
        #expect(error?.code == .productNotAvailable)
    }

    @Test("A product that was not looked up can be bought")
    func notLookedUp() async throws {
        let store = try await open(try makeAppStore())
        guard case .purchased = try await store.purchase(premium) else { throw Missing() }
    }

    @Test("A product that the store does not know throws, and charges nothing")
    func unknownProduct() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        let error = await #expect(throws: IAPError.self) { try await store.purchase("typo") }
        #expect(error?.code == .productNotAvailable)
        #expect(appStore.allTransactions().isEmpty)
    }

    @Test("A quantity of more than one of what can be owned once throws")
    func quantityOfNonConsumable() async throws {
        let store = try await open(try makeAppStore())
        let product = try #require(try await store.products(for: [premium]).products.first)
        let error = await #expect(throws: IAPError.self) { try await store.purchase(product, quantity: 2) }
        #expect(error?.code == .invalidQuantity)
    }

    @Test("Another storefront drops cached products before any listener receives the change", .timeLimit(.minutes(10)))
    func storefrontChange() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        var storefronts = storefronts(of: store).makeAsyncIterator()
        let before = try #require(try await store.products(for: [premium]).products.first)
        appStore.storefront = try AppStorefront(countryCode: "DEU")
        let storefront = await storefronts.next()
        #expect(storefront?.countryCode == "DEU")
        let after = try #require(try await store.products(for: [premium]).products.first)
        #expect(before.currencyCode.rawValue == "USD")
        #expect(after.currencyCode.rawValue == "EUR")
    }

    @Test("A subscription is purchased while it lasts, by the store's clock")
    func subscription() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        try await store.purchase(monthly)
        #expect(store.isPurchased(monthly))
        #expect(store.subscriptionStatus(inGroup: "plans")?.state == .subscribed)

        let first = try #require(appStore.allTransactions().first)
        try appStore.disableAutoRenewForTransaction(identifier: first.identifier)
        appStore.advance(by: try ProductSubscriptionPeriod(value: 1, unit: .month))
        #expect(!store.isPurchased(monthly))
        #expect(store.subscriptionStatus(inGroup: "plans")?.state == .expired)
    }

    @Test("Fifty purchases at once are each delivered, and answered with their own transaction")
    func atOnce() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        try await withThrowingTaskGroup(of: PurchaseResult.self) { group in
            for number in 0..<50 {
                var options = PurchaseOptions()
                options.appAccountToken = UUID()
                let quantity = number % 10 + 1
                group.addTask { [options] in
                    try await store.purchase(coins, quantity: quantity, options: options)
                }
            }
            var identifiers: Set<TransactionIdentifier> = []
            for try await result in group {
                guard case .purchased(let transaction) = result else { throw Missing() }
                identifiers.insert(transaction.transactionIdentifier)
            }
            #expect(store.balance(of: "coins") == appStore.chargedQuantity(of: coins) * 10)
            #expect(identifiers.count == store.ledger.transactions.count)
        }
    }

    @Test("An interrupted purchase is pending and succeeds once its issue is resolved")
    func interrupted() async throws {
        let appStore = try makeAppStore()
        let store = try await open(appStore)
        appStore.interruptedPurchasesEnabled = true
        guard case .pending = try await store.purchase(coins) else { throw Missing() }
        let waiting = try #require(appStore.allTransactions().first)
        var updates = store.updates.makeAsyncIterator()
        try appStore.resolveIssueForTransaction(identifier: waiting.identifier)
        while let transaction = await updates.next(), transaction.transactionState != .purchased {}
        #expect(store.balance(of: "coins") == 10)
        #expect(store.queue.pendingPayments.isEmpty)
    }

    @Test("Nothing is logged without a handler, and a handler receives invalid identifiers")
    func log() async throws {
        let received = EventLog()
        let store = try await open(try makeAppStore()) { options in
            options.log = { event in
                if event.level == .warning { received.add(event.message) }
            }
        }
        _ = try await store.products(for: ["typo"])
        #expect(received.all.contains { $0.contains("typo") })
    }

    @Test(
        "Bought, partly spent, refunded, reversed: the revoked credits are granted again, once, and old revisions grant nothing"
    )
    func reversedRefund() async throws {
        final class Handler: DeliveryHandler {
            let deliveries = Locked<[Delivery]>([])
            func deliver(_ delivery: Delivery) async throws { deliveries.withLock { $0.append(delivery) } }
        }
        let appStore = try makeAppStore()
        let handler = Handler()
        let store = try await open(appStore, deliveryHandler: handler)
        guard case .purchased(let purchase) = try await store.purchase(coins) else { throw Missing() }
        try await store.spend(4, of: "coins")
        var updates = store.updates.makeAsyncIterator()

        try appStore.refundTransaction(identifier: purchase.id)
        #expect(await updates.next()?.revocationDate != nil)
        #expect(store.balance(of: "coins") == 0)
        _ = try await store.ledger.record(purchase, credits: [Credit(10, of: "coins")], isDelivered: true)
        #expect(store.balance(of: "coins") == 0)

        try appStore.reverseRefund(identifier: purchase.id)
        #expect(await updates.next()?.revocationDate == nil)
        #expect(store.balance(of: "coins") == 6)
        let deliveries = handler.deliveries.withLock { $0 }
        #expect(deliveries.map(\.kind) == [.grant, .revocation, .grant])
        #expect(deliveries.map { $0.credits.map(\.amount) } == [[10], [6], [6]])
        #expect(Set(deliveries.map(\.idempotencyKey)).count == 3)

        try appStore.refundTransaction(identifier: purchase.id)
        #expect(await updates.next()?.revocationDate != nil)
        #expect(store.balance(of: "coins") == 0)
    }

    @Test("A purchase in the sandbox does not count in the app that comes from the App Store")
    func environments() async throws {
        let storage = InMemoryStorage()
        let store = try await open(makeAppStore(), storage: storage)
        _ = try await store.purchase(premium)
        let production = try await Ledger(storage: storage, clock: ManualClock(), environment: .production)
        #expect(store.isPurchased(premium) && !production.isPurchased(premium))
    }
}
