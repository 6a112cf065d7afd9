import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("B. No request is answered with another one's purchase", .timeLimit(.minutes(10)))
struct WrongAnswersTests {
    @Test("Failed, then purchased: the caller receives the failure, and the purchase is delivered and sent")
    func failedThenPurchased() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.failsBeforePurchased]
        let app = try await shop.launch()
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        await app.received.wait(for: "purchased coins")
        #expect(app.coins == 10 && shop.handler.deliveries.count == 1)
    }

    @Test("A consumable answered with an earlier purchase of it is no purchase, and grants nothing")
    func earlierConsumable() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        try await app.store.purchase(coins)
        shop.appStore.faults = [.answersWithEarlierTransaction]
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        #expect(error?.code == .alreadyDelivered && app.coins == 10)
        shop.appStore.faults = []
        try await app.store.purchase(coins)
        #expect(app.coins == 20 && shop.appStore.chargedQuantity(of: coins) == 2)
    }

    @Test("Buying an unfinished consumable again delivers the unfinished one, which was paid, once")
    func unfinishedConsumable() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        shop.handler.fail(false)
        _ = try purchased(try await app.store.purchase(coins))
        #expect(app.coins == 10 && shop.appStore.chargedQuantity(of: coins) == 1)
    }

    @Test("Buying another quantity than that of the unfinished one throws that nothing was bought now")
    func unfinishedQuantity() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        shop.handler.fail(false)
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins, quantity: 3) }
        #expect(error?.code == .alreadyDelivered && app.coins == 10)
        await app.received.wait(for: "purchased coins")
        let transaction = try purchased(try await app.store.purchase(coins, quantity: 3))
        #expect(transaction.quantity == 3 && app.coins == 40)
        #expect(shop.appStore.chargedQuantity(of: coins) == 4)
    }

    @Test("A purchase of an earlier account of the app is not the answer to another account's purchase")
    func unfinishedAccount() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        var options = PurchaseOptions()
        options.appAccountToken = UUID()
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins, options: options) }
        shop.handler.fail(false)
        options.appAccountToken = UUID()
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins, options: options) }
        #expect(error?.code == .alreadyDelivered)
        #expect(Set(shop.handler.deliveries.map(\.transaction.payment.appAccountToken)).count == 1)
    }

    @Test("A renewal does not answer a purchase of the same plan that is under way")
    func renewal() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        try await app.store.purchase(basic)
        shop.appStore.faults = [.silentPayments]
        let wait = Task { try await app.store.purchase(basic) }
        while app.store.queue.runningPayments.isEmpty { await Task.yield() }
        try shop.advanceOneMonth()
        await app.received.wait(for: "finished basic", count: 2)
        #expect(app.store.queue.runningPayments.count == 1)
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test("A higher plan answers with itself; a lower one with the plan that runs until the change")
    func plans() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        try await app.store.purchase(basic)
        #expect(try purchased(try await app.store.purchase(pro)).productIdentifier == pro)
        #expect(app.store.purchasedProducts == [pro])
        #expect(try purchased(try await app.store.purchase(basic)).productIdentifier == pro)
        #expect(app.store.subscriptionStatus(inGroup: "plans")?.renewal?.autoRenewPreference == basic)
    }

    @Test("States that come in reverse order are one purchase, and leave nothing in the queue")
    func reversed() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.reversesStates]
        let app = try await shop.launch()
        _ = try purchased(try await app.store.purchase(coins))
        #expect(app.coins == 10 && app.store.queue.runningPayments.isEmpty)
    }
}
