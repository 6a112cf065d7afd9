import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("C. What is paid once is delivered once", .timeLimit(.minutes(10)))
struct RepeatedDeliveryTests {
    @Test("A transaction that is sent many times at once is granted, delivered and sent on once", arguments: [2, 10])
    func atOnce(times: Int) async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.repeatsTransactions(times: times)]
        let app = try await shop.launch()
        try await app.store.purchase(coins)
        await app.received.wait(for: "finished coins", count: times)
        #expect(app.coins == 10 && shop.handler.deliveries.count == 1)
        #expect(app.received.all.count { $0 == "purchased coins" } == 1)
    }

    @Test("A finished transaction that is sent again later is not granted again")
    func later() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let transaction = try purchased(try await app.store.purchase(coins))
        try await app.store.spend(10, of: "coins")
        for _ in 1...10 { try shop.appStore.redeliverTransaction(identifier: transaction.id) }
        await app.received.wait(for: "finished coins", count: 11)
        #expect(app.coins == 0 && shop.handler.deliveries.count == 1)
        #expect(app.received.all.count { $0 == "purchased coins" } == 1)
    }

    @Test("A store that forgets what was finished sends it at each launch, and it counts once")
    func eachLaunch() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.forgetsFinishing]
        var app = try await shop.launch()
        try await app.store.purchase(coins)
        try await app.store.purchase(premium)
        for _ in 1...3 {
            app = try await shop.launch()
            await app.received.wait(for: "finished coins")
            await app.received.wait(for: "finished premium")
            #expect(!app.received.all.contains("purchased coins") && !app.received.all.contains("purchased premium"))
        }
        #expect(app.coins == 10 && shop.handler.deliveries.count == 2)
    }

    @Test("A transaction that could not be finished is finished at the next launch, and nothing is granted again")
    func refusesFinishing() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.refusesFinishing]
        let app = try await shop.launch()
        _ = try purchased(try await app.store.purchase(coins))
        shop.appStore.faults = []
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10 && shop.handler.deliveries.count == 1)
    }

    @Test("Renewals of a time away come once each, with the reason that they are renewals")
    func renewals() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        try await app.store.purchase(basic)
        await shop.quit(app)
        for _ in 1...3 { try shop.advanceOneMonth() }
        let next = try await shop.launch()
        await next.received.wait(for: "finished basic", count: 3)
        let reasons = shop.handler.deliveries.map(\.transaction.reason)
        #expect(reasons == [.purchase, .renewal, .renewal, .renewal])
        #expect(shop.handler.work.count == 4)
    }

    @Test("A retry while the first charge is still in the store's queue is no second charge")
    func retry() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentAfterPurchasing]
        let app = try await shop.launch()
        let first = Task { try await app.store.purchase(coins) }
        await app.received.wait(for: "purchasing coins")
        first.cancel()
        _ = await first.result
        shop.appStore.faults = []
        _ = try purchased(try await app.store.purchase(coins))
        #expect(app.coins == 10 && shop.appStore.chargedQuantity(of: coins) == 1)
    }

    @Test("Delegates, closures, streams and notifications are views of one delivery")
    func listeners() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let screens = [Screen(), Screen()]
        let services = screens.map { screen in
            let service = IAPService(store: app.store, callbackQueue: .global())
            service.delegate = screen
            return service
        }
        let helper = IAPHelper(productIds: [coins], store: app.store, callbackQueue: .global())
        let product = try #require(try await app.store.products(for: [coins]).products.first)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            helper.buyProduct(product) { _ in continuation.resume() }
        }
        for screen in screens { await screen.received.wait(for: "completed 1 \(coins)") }
        withExtendedLifetime(services) {}
        #expect(screens.map { $0.received.all.count } == [1, 1])
        #expect(app.coins == 10 && shop.handler.deliveries.count == 1)
    }
}
