import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("F. A restore returns what is owned, and an empty answer for nothing", .timeLimit(.minutes(10)))
struct WrongRestoresTests {
    @Test("With nothing to restore the answer is empty, and nothing is granted, for a new customer neither")
    func nothing() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        #expect(try await app.store.restorePurchases().isEmpty)
        try await app.store.purchase(coins)
        #expect(try await app.store.restorePurchases().isEmpty)

        try await app.store.purchase(premium)
        shop.appStore.signIn(account: "another customer")
        #expect(try await app.store.restorePurchases().isEmpty)
        let stranger = try await FieldShop(of: shop).launch()
        #expect(try await stranger.store.restorePurchases().isEmpty && !stranger.store.isPurchased(premium))
    }

    @Test("A restore whose end comes before its transactions grants nothing at its end, and all of them when they come")
    func endFirst() async throws {
        let shop = try await reinstalled(faults: [.endsRestoreFirst])
        let app = try await shop.launch()
        #expect(try await app.store.restorePurchases().isEmpty)
        await app.received.wait(for: "restored premium")
        #expect(app.store.isPurchased(premium))
    }

    @Test("What is restored counts once, under whatever identifier it comes")
    func newIdentifiers() async throws {
        let shop = try await reinstalled(faults: [.restoresUnderNewIdentifiers])
        let app = try await shop.launch()
        for _ in 1...3 { #expect(try await app.store.restorePurchases().count == 1) }
        #expect(app.store.isPurchased(premium) && app.store.ledger.transactions.count == 1)
        #expect(shop.handler.deliveries.count == 2)  // one of them before the app was deleted
    }

    @Test("What is restored without an original is owned, and does not come again at each launch")
    func withoutOriginal() async throws {
        let shop = try await reinstalled(faults: [.restoresUnderNewIdentifiers, .withholdsOriginal])
        let app = try await shop.launch()
        #expect(try await app.store.restorePurchases().count == 1)
        #expect(app.store.isPurchased(premium))
        let next = try await shop.launch()
        #expect(next.store.isPurchased(premium) && next.store.queue.transactions.isEmpty)
    }

    @Test("A restore merges with what is unfinished on the device: that is completed as the purchase that it is")
    func unfinished() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(premium) }
        shop.handler.fail(false)
        let next = try await shop.launch()
        try await next.store.restorePurchases()
        await next.received.wait(for: "finished premium")
        #expect(next.store.isPurchased(premium) && shop.handler.work.count == 1)
    }

    @Test("A restore for which the customer does not sign in fails, ends, and grants nothing")
    func cancelled() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.appStore.setSimulatedError(IAPError(.paymentCancelled, "Nobody signed in."), forAPI: .appStoreSync)
        let error = await #expect(throws: IAPError.self) { try await app.store.restorePurchases() }
        #expect(error?.code == .paymentCancelled && app.store.purchasedProducts.isEmpty)
    }

    @Test("5,000 purchases are delivered at one launch, restored at another, and hold up no purchase")
    func many() async throws {
        let count = 5_000
        let passes = try (1...count).map { number in
            try ProductDefinition.nonRenewable("pass.\(number)", name: "Pass \(number)", price: "0.99")
        }
        let products = try passes + [.consumable(coins, name: "10 Coins", price: "0.99")]
        let shop = try FieldShop(products: products)
        for pass in passes { try shop.appStore.buyProduct(productIdentifier: pass.productIdentifier) }
        var app = try await shop.launch(hasHandler: false)
        var finishedCount = 0
        for await case .finished in app.events {
            finishedCount += 1
            if finishedCount == count { break }
        }
        #expect(app.store.purchasedProducts.count == count)

        let reinstalled = FieldShop(of: shop)
        app = try await reinstalled.launch(hasHandler: false)
        let restore = Task { [app] in try await app.store.restorePurchases() }
        try await app.store.purchase(coins)
        let restored = try await restore.value
        #expect(restored.map(\.productIdentifier) == passes.map(\.productIdentifier))
        #expect(app.coins == 10 && app.store.purchasedProducts.count == count)
    }

    /// A customer who has premium, with an app that was deleted and installed again.
    private func reinstalled(faults: Set<StoreFault>) async throws -> FieldShop {
        let shop = try FieldShop()
        try await shop.launch().store.purchase(premium)
        shop.appStore.eraseDevice()
        shop.appStore.faults = faults
        return FieldShop(of: shop)
    }
}

extension FieldShop {
    /// The same store and handler, with an app that knows nothing yet.
    fileprivate init(of shop: FieldShop) {
        appStore = shop.appStore
        handler = shop.handler
        storage = InMemoryStorage()
    }
}
