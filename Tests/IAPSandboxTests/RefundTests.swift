import IAPCore
import IAPSandbox
import Testing

@Suite("Refunding")
struct RefundTests {
    // https://developer.apple.com/documentation/storekittest/sktestsession/refundtransaction(identifier:)
    @Test("A refund sends the same transaction again with its date and reason, until it is finished")
    func refund() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        shop.appStore.advance(by: 60)
        let updates = try await shop.received { try shop.appStore.refundTransaction(identifier: "1") }
        let refunded = try #require(updates.transactions.first)
        #expect(updates.count == 1 && refunded.id == "1" && refunded.transactionState == .purchased)
        #expect(refunded.revocationDate == shop.appStore.clock.now && refunded.revocationReason == .other)
        #expect(await shop.unfinished() == [refunded])
        try await shop.finishAll()
        #expect(await shop.unfinished().isEmpty)
        #expect(shop.appStore.allTransactions().first?.cancelDate == refunded.revocationDate)
    }

    // https://developer.apple.com/documentation/storekit/transaction/currententitlements
    @Test("A refunded non-consumable can be bought again, and is charged again")
    func buyingAgain() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        try shop.appStore.refundTransaction(identifier: "1")
        try await shop.buyAndFinish(premium)
        #expect(shop.appStore.chargedQuantity(of: premium) == 2)
        #expect(try await shop.restore().map(\.id) == ["2"])
    }

    @Test("A refund that comes before the app has finished the purchase is not lost with it")
    func finishingTheOlderNews() async throws {
        let shop = try Shop()
        let bought = try #require(try await shop.received { try await shop.buy(coins) }.transactions.last)
        try shop.appStore.refundTransaction(identifier: bought.id)
        try await shop.connection.finish(bought)
        #expect(await shop.unfinished().map(\.revocationReason) == [.other])
    }

    // https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalstate
    @Test("A refund of the running period ends the subscription, which does not renew")
    func runningPeriod() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        let updates = try await shop.received { try shop.appStore.refundTransaction(identifier: "1") }
        #expect(updates.renewals.map(\.willAutoRenew) == [false])
        try shop.advance("P1Y")
        #expect(shop.appStore.allTransactions().count == 1)
        try await shop.buyAndFinish(basic)
        #expect(shop.appStore.allTransactions().last?.originalTransactionIdentifier == "1")
    }

    @Test("A refund of an earlier period leaves the running one alone")
    func earlierPeriod() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.advance("P1M")
        let updates = try await shop.received { try shop.appStore.refundTransaction(identifier: "1") }
        #expect(updates.renewals.isEmpty)
        try shop.advance("P2M")
        #expect(shop.appStore.allTransactions().map { $0.cancelDate != nil } == [true, false, false])
    }

    @Test("What was not bought, or is refunded already, cannot be refunded")
    func impossible() async throws {
        let shop = try Shop()
        shop.appStore.failTransactionsEnabled = true
        try await shop.buy(coins)
        #expect(await code { try shop.appStore.refundTransaction(identifier: "1") } == .invalidAction)
        shop.appStore.failTransactionsEnabled = false
        try await shop.buy(coins)
        try shop.appStore.refundTransaction(identifier: "2")
        #expect(await code { try shop.appStore.refundTransaction(identifier: "2") } == .invalidAction)
        #expect(await code { try shop.appStore.refundTransaction(identifier: "3") } == .transactionNotFound)
    }

    // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype (REFUND_REVERSED)
    @Test("A reversed refund sends the transaction again without its revocation, signed later")
    func reversal() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        let refunded = try await shop.received { try shop.appStore.refundTransaction(identifier: "1") }.transactions
        try await shop.finishAll()
        let reversed = try await shop.received { try shop.appStore.reverseRefund(identifier: "1") }.transactions
        #expect(reversed.map(\.id) == ["1"] && reversed.map(\.revocationDate) == [nil])
        let dates = (refunded + reversed).compactMap(\.signedDate)
        #expect(dates.count == 2 && dates[0] < dates[1])
        #expect(await shop.unfinished() == reversed)
        #expect(shop.appStore.allTransactions().first?.cancelDate == nil)
        #expect(await code { try shop.appStore.reverseRefund(identifier: "1") } == .invalidAction)
        #expect(await code { try shop.appStore.reverseRefund(identifier: "2") } == .transactionNotFound)
    }

    @Test("A reversed refund of the running period lets the subscription go on, and renew on the same date")
    func reversedPeriod() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        let expiration = shop.appStore.allTransactions().first?.expirationDate
        try shop.appStore.refundTransaction(identifier: "1")
        shop.appStore.advance(by: 60)
        let updates = try await shop.received { try shop.appStore.reverseRefund(identifier: "1") }
        #expect(updates.renewals.map(\.willAutoRenew) == [true])
        try shop.advance("P1M")
        #expect(shop.appStore.allTransactions().map(\.purchaseDate).last == expiration)
    }

    @Test("A refund reversed after the period's end brings no access back, and renews nothing")
    func reversedTooLate() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.appStore.refundTransaction(identifier: "1")
        try shop.advance("P2M")
        try shop.appStore.reverseRefund(identifier: "1")
        try shop.advance("P2M")
        #expect(shop.appStore.allTransactions().count == 1)
        #expect(try await shop.restore().isEmpty)
    }
}
