import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("J. Cancelling, waiting and failing are three things", .timeLimit(.minutes(10)))
struct MisleadingErrorsTests {
    @Test("A customer who cancels sees no error, in whatever way the app buys")
    func cancelling() async throws {
        let shop = try FieldShop()
        shop.appStore.failTransactionsEnabled = true
        shop.appStore.failureError = .paymentCancelled
        let app = try await shop.launch()
        #expect(try await app.store.purchase(coins) == .cancelled)
        let product = try #require(try await app.store.products(for: [coins]).products.first)
        let helper = IAPHelper(productIds: [coins], store: app.store, callbackQueue: .global())
        let result: Result<PurchaseResult, IAPError> = await withCheckedContinuation { continuation in
            helper.buyProduct(product) { continuation.resume(returning: $0) }
        }
        #expect(result == .success(.cancelled))
        let error = IAPError(.paymentCancelled, "")
        #expect(!error.isMeantForCustomer)
    }

    @Test("An interrupted purchase waits; settled at another launch, it is delivered")
    func interrupted() async throws {
        let shop = try FieldShop()
        shop.appStore.interruptedPurchasesEnabled = true
        let app = try await shop.launch()
        guard case .pending = try await app.store.purchase(coins) else { throw Missing() }
        #expect(!app.received.all.contains { $0.hasPrefix("failed") })
        await shop.quit(app)
        shop.appStore.interruptedPurchasesEnabled = false
        let issue = try #require(shop.appStore.allTransactions().first { $0.hasPurchaseIssue })
        try shop.appStore.resolveIssueForTransaction(identifier: issue.identifier)
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10)
    }
}
