import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("L. Whose purchase it is, and where it is kept", .timeLimit(.minutes(10)))
struct AccountsTests {
    @Test("A purchase that was paid before the account changed waits for its customer, and is delivered then")
    func accountChange() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.silentAfterPurchasing]
        let app = try await shop.launch()
        app.store.queue.add(try Payment(productIdentifier: coins))
        await app.received.wait(for: "purchasing coins")
        shop.appStore.faults = []
        shop.appStore.signIn(account: "second")
        let second = try await shop.launch()
        try await second.store.purchase(premium)
        #expect(second.coins == 0)
        shop.appStore.signIn(account: SandboxAppStore.defaultAccount)
        await second.received.wait(for: "finished coins")
        #expect(second.coins == 10 && shop.handler.work.count == 2)
        let charged = Dictionary(grouping: shop.appStore.allTransactions(), by: \.account)
        #expect(charged["second"]?.map(\.productIdentifier) == [premium])
        #expect(charged[SandboxAppStore.defaultAccount]?.map(\.productIdentifier) == [coins])
    }

    @Test("An app's account does not get what another one bought; the buyer does, once back")
    func appAccounts() async throws {
        let shop = try FieldShop()
        let verifier = FieldVerifier()
        let (anna, ben) = (UUID(), UUID())
        let app = try await shop.launch(verifier: verifier)
        var options = PurchaseOptions()
        options.appAccountToken = anna
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins, options: options) }
        shop.handler.fail(false)

        verifier.answer { $0.isBought(by: ben) }
        let bens = try await shop.launch(verifier: verifier)
        await bens.received.wait(for: "failed coins verificationUnavailable")
        verifier.answer { $0.isBought(by: anna) }
        await bens.store.queue.processPendingTransactions()
        await bens.received.wait(for: "finished coins")
        #expect(shop.handler.deliveries.last?.transaction.payment.appAccountToken == anna)
        #expect(bens.store.ledger.openWork.isEmpty)
    }

    @Test("Quantity and the app's account reach the handler")
    func facts() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        var options = PurchaseOptions()
        options.appAccountToken = UUID()
        try await app.store.purchase(coins, quantity: 3, options: options)
        let delivery = try #require(shop.handler.deliveries.first)
        #expect(delivery.transaction.quantity == 3)
        #expect(delivery.transaction.payment.appAccountToken == options.appAccountToken)
        #expect(delivery.credits == [try Credit(30, of: "coins")] && app.coins == 30)
    }

    @Test("An app that has lost its file gets what is owned back from the store")
    func rebuilt() async throws {
        let shop = try FieldShop()
        try await shop.launch().store.purchase(premium)
        let empty = try await IAPStore(connection: shop.appStore.connection(), storage: InMemoryStorage())
        #expect(!empty.isPurchased(premium))
        #expect(try await empty.restorePurchases().count == 1)
        #expect(empty.isPurchased(premium))
    }
}

extension PaymentTransaction {
    fileprivate func isBought(by account: UUID) -> TransactionVerification {
        payment.appAccountToken == account
            ? .verified : .unknown(IAPError(.verificationUnavailable, "Another account of the app bought this."))
    }
}
