import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("D. What is paid is delivered, in the end", .timeLimit(.minutes(10)))
struct UndeliveredTests {
    @Test("A handler that fails keeps the purchase; the next launch delivers it")
    func failingHandler() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.handler.fail(true)
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        #expect(error?.code == .deliveryFailed && !app.received.all.contains("finished coins"))
        shop.handler.fail(false)
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10 && shop.handler.work.count == 1)
    }

    @Test("An app that is killed while it delivers delivers at the next launch")
    func killedWhileDelivering() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        // Held for ever: this launch never comes back from its handler.
        let gate = shop.handler.hold()
        let wait = Task { try await app.store.purchase(coins) }
        await shop.handler.received.wait(for: "delivering")
        shop.handler.letThrough()
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10 && shop.handler.work.count == 1)
        gate.fulfill(.failure(Missing()))
        _ = await wait.result
    }

    @Test("A verifier without an answer keeps the purchase, and it counts once it has one")
    func verifierOffline() async throws {
        let shop = try FieldShop()
        let verifier = FieldVerifier()
        verifier.answer { _ in .unknown(IAPError(.verificationUnavailable, "The server cannot be reached.")) }
        let app = try await shop.launch(verifier: verifier)
        let error = await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        #expect(error?.code == .verificationUnavailable && app.coins == 0)
        verifier.answer { _ in .verified }
        await app.store.queue.processPendingTransactions()
        #expect(app.coins == 10 && shop.handler.deliveries.count == 1)
    }

    @Test("Failed after purchased, in one batch: what was paid stays, and no failure is sent")
    func failedAfterPurchased() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.failsAfterPurchased]
        let app = try await shop.launch()
        _ = try purchased(try await app.store.purchase(coins))
        _ = try purchased(try await app.store.purchase(premium))
        await app.store.queue.processPendingTransactions()
        #expect(app.coins == 10 && app.store.isPurchased(premium))
        #expect(!app.received.all.contains { $0.hasPrefix("failed") })
    }

    @Test("Failed after a purchase that is kept does not finish it: it is delivered at the next launch")
    func failedAfterKept() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.failsAfterPurchased]
        let verifier = FieldVerifier()
        verifier.answer { _ in .unknown(IAPError(.verificationUnavailable, "The server cannot be reached.")) }
        let app = try await shop.launch(verifier: verifier)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        // The store's next update comes after the failure.
        shop.handler.fail(true)
        verifier.answer { _ in .verified }
        await #expect(throws: IAPError.self) { try await app.store.purchase(premium) }
        shop.appStore.faults = []
        shop.handler.fail(false)
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        await next.received.wait(for: "finished premium")
        #expect(next.coins == 10 && next.store.isPurchased(premium))
    }

    @Test("A consumable that a handler had yet to deliver is kept by an app that has nothing to deliver it with")
    func unconfigured() async throws {
        let shop = try FieldShop()
        shop.handler.fail(true)
        let app = try await shop.launch(credits: [:])
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        let bare = try await shop.launch(credits: [:], hasHandler: false)
        await bare.received.wait(for: "failed coins deliveryNotConfigured")
        #expect(bare.store.ledger.openWork.count == 1)
        shop.handler.fail(false)
        let next = try await shop.launch(credits: [:])
        await next.received.wait(for: "finished coins")
        #expect(shop.handler.work.count == 1 && next.store.ledger.openWork.isEmpty)
    }

    @Test("An approval that comes hours later, at another launch, is delivered, and ends the wait")
    func lateApproval() async throws {
        let shop = try FieldShop()
        shop.appStore.askToBuyEnabled = true
        let app = try await shop.launch()
        guard case .pending(let waiting) = try await app.store.purchase(coins) else { throw Missing() }
        let second = try await shop.launch()
        await second.received.wait(for: "deferred coins")
        #expect(second.store.queue.pendingPayments.map(\.productIdentifier) == [coins])
        await shop.quit(second)
        shop.appStore.advance(by: 23 * 60 * 60)
        try shop.appStore.approveAskToBuyTransaction(identifier: waiting.id)
        let third = try await shop.launch()
        await third.received.wait(for: "finished coins")
        #expect(third.coins == 10 && third.store.queue.pendingPayments.isEmpty)
    }

    @Test("A product that was not looked up, and one that the app's catalog does not have, are delivered all the same")
    func outsideTheCatalog() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        app.store.catalog.setOnSale(false, for: premium)
        try shop.appStore.buyProduct(productIdentifier: premium)
        await app.received.wait(for: "finished premium")
        #expect(app.store.isPurchased(premium))
    }
}
