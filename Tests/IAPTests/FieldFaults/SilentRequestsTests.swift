import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("A. Every request ends", .timeLimit(.minutes(10)))
struct SilentRequestsTests {
    @Test("Buying what is owned is answered, and charges nothing")
    func owned() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let first = try purchased(try await app.store.purchase(premium))
        let second = try purchased(try await app.store.purchase(premium))
        #expect(first.id == second.id)
        #expect(shop.appStore.chargedQuantity(of: premium) == 1 && shop.handler.deliveries.count == 1)
    }

    @Test("A store that is silent after purchasing is given up in time, and the purchase comes at the next launch")
    func silentAfterPurchasing() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentAfterPurchasing]
        let app = try await shop.launch()
        let wait = purchase(coins, in: app)
        await app.received.wait(for: "purchasing coins")
        #expect(app.store.queue.runningPayments.map(\.productIdentifier) == [coins])
        try await passTime(shop)
        #expect(await code(of: wait) == .timedOut)
        #expect(app.store.queue.runningPayments.isEmpty)
        #expect(app.coins == 0 && shop.appStore.chargedQuantity(of: coins) == 1)

        shop.appStore.faults = []
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10 && next.received.all.contains("purchased coins"))
    }

    @Test("A payment that is neither accepted nor rejected holds up no other once it was given up")
    func silentPayments() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentPayments]
        let app = try await shop.launch()
        let wait = purchase(coins, in: app)
        try await passTime(shop)
        #expect(await code(of: wait) == .timedOut)
        shop.appStore.faults = []
        _ = try purchased(try await app.store.purchase(coins))
        #expect(app.coins == 10 && shop.appStore.chargedQuantity(of: coins) == 1)
    }

    @Test("A restore that never ends is given up in time, and the next one asks again")
    func silentRestore() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentRestores]
        let app = try await shop.launch()
        let wait = Task { _ = try await app.store.restorePurchases(timeout: .seconds(60)) }
        try await passTime(shop)
        #expect(await code(of: wait) == .timedOut)
        shop.appStore.faults = []
        #expect(try await app.store.restorePurchases().isEmpty)
    }

    @Test("A store that does not name the request delivers all the same; the wait can be given up")
    func unnamed() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.forgetsWhoAsked]
        let app = try await shop.launch()
        let wait = purchase(coins, in: app)
        await app.received.wait(for: "finished coins")
        #expect(app.coins == 10)
        try await passTime(shop)
        #expect(await code(of: wait) == .timedOut)
    }

    @Test("The caller and the delegate receive that a purchase awaits approval, and that it was declined")
    func askToBuy() async throws {
        let shop = try FieldShop()
        shop.appStore.askToBuyEnabled = true
        let app = try await shop.launch()
        let screen = Screen()
        let service = IAPService(store: app.store, callbackQueue: .global())
        service.delegate = screen
        guard case .pending(let waiting) = try await app.store.purchase(coins) else { throw Missing() }
        #expect(app.store.queue.runningPayments.isEmpty && app.store.queue.pendingPayments.count == 1)
        try shop.appStore.declineAskToBuyTransaction(identifier: waiting.id)
        await screen.received.wait(for: "failed purchaseDeclined")
        #expect(screen.received.all == ["deferred", "failed purchaseDeclined"])
        #expect(app.store.queue.pendingPayments.isEmpty)
    }

    @Test("A failure is sent for every kind of product", arguments: [coins, premium, basic])
    func failures(product: ProductIdentifier) async throws {
        let shop = try FieldShop()
        shop.appStore.failTransactionsEnabled = true
        shop.appStore.failureError = .networkError
        let app = try await shop.launch()
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(product) }
        #expect(error?.code == .networkError)
    }

    @Test("When the connection ends while a purchase is being delivered, it is answered as purchased")
    func closedWhileDelivering() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let gate = shop.handler.hold()
        let wait = Task { try await app.store.purchase(coins) }
        await shop.handler.received.wait(for: "delivering")
        let other = shop.appStore.connection()
        _ = other.updates()
        await app.received.wait(for: "closed")
        gate.fulfill(.success(()))
        #expect(try purchased(try await wait.value).productIdentifier == coins)
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        #expect(error?.code == .connectionClosed)
    }

    private func purchase(_ product: ProductIdentifier, in app: App) -> Task<Void, any Error> {
        var options = PurchaseOptions()
        options.timeout = .seconds(60)
        return Task { [options] in _ = try await app.store.purchase(product, options: options) }
    }

    private func passTime(_ shop: FieldShop) async throws {
        while shop.appStore.clock.sleeperCount == 0 { await Task.yield() }
        shop.appStore.advance(by: 61)
    }

    private func code(of task: Task<Void, any Error>) async -> IAPError.Code? {
        do {
            try await task.value
            return nil
        } catch {
            return (error as? IAPError)?.code
        }
    }
}
