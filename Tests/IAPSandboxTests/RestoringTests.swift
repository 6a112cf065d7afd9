import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

@Suite("Restoring")
struct RestoringTests {
    // https://developer.apple.com/documentation/storekit/transaction/currententitlements
    @Test("Restoring brings back what is owned now, by date, under its own identifiers")
    func entitlements() async throws {
        let shop = try Shop()
        for product in [season, coins, basic, premium] {
            try await shop.buyAndFinish(product)
            shop.appStore.advance(by: 60)
        }
        let restored = try await shop.restore()
        #expect(restored.map(\.productIdentifier) == [season, basic, premium])
        #expect(restored.allSatisfy { $0.transactionState == .restored && $0.payment.requestIdentifier == nil })
        let bought = shop.appStore.allTransactions().filter { $0.productIdentifier != coins }
        #expect(restored.map(\.id) == bought.map(\.identifier))
    }

    @Test("Of a subscription and of a non-renewing one, the latest purchase comes back")
    func latest() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(season)
        try await shop.buyAndFinish(season)
        try await shop.buyAndFinish(basic)
        try shop.advance("P1M")
        try await shop.finishAll()
        let restored = try await shop.restore()
        #expect(restored.map(\.id) == ["2", "4"])
        #expect(restored.last?.originalTransactionIdentifier == "3")
    }

    // https://developer.apple.com/documentation/storekit/skpaymentqueue/restorecompletedtransactions()
    @Test("What is unfinished on the device is no part of a restore")
    func unfinished() async throws {
        let shop = try Shop()
        try await shop.buy(premium)
        #expect(try await shop.restore().isEmpty)
        try await shop.finishAll()
        #expect(try await shop.restore().count == 1)
    }

    // https://developer.apple.com/documentation/storekit/transaction/currententitlements
    @Test("What was refunded, has expired, failed or was upgraded from does not come back")
    func ended() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        let unlocked = try #require(shop.appStore.allTransactions().last).identifier
        try shop.appStore.refundTransaction(identifier: unlocked)
        try await shop.buyAndFinish(trial)
        try shop.appStore.expireSubscription(productIdentifier: trial)
        shop.appStore.failTransactionsEnabled = true
        try await shop.buyAndFinish(premium)
        shop.appStore.failTransactionsEnabled = false
        try await shop.buyAndFinish(basic)
        try await shop.buyAndFinish(pro)
        #expect(try await shop.restore().map(\.productIdentifier) == [pro])
    }

    @Test("Only what was bought under a name comes back when the name is asked for")
    func username() async throws {
        let shop = try Shop()
        let payment = try Payment(productIdentifier: premium, applicationUsername: "ana")
        try await shop.connection.submit(payment)
        try await shop.finishAll()
        #expect(try await shop.restore("ben").isEmpty)
        #expect(try await shop.restore("ana").count == 1)
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/appstoresync
    @Test("A customer who does not sign in restores nothing, and it is an error")
    func signIn() async throws {
        let shop = try Shop()
        shop.appStore.setSimulatedError(IAPError(.paymentCancelled, "not signed in"), forAPI: .appStoreSync)
        #expect(await code { _ = try await shop.restore() } == .paymentCancelled)
    }
}
