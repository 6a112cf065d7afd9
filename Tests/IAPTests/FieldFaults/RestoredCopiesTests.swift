import Foundation
import IAP
import IAPSandbox
import Testing

/// StoreKit has restored periods of a subscription under identifiers of their own.
@Suite("Copies of a subscription's period", .timeLimit(.minutes(10)))
struct RestoredCopiesTests {
    /// A way in which a subscription's period ends early.
    enum Ending: CaseIterable {
        case refund, expiry, upgradeHere, upgradeElsewhere
    }

    @Test("A period that has ended has ended in its copies", arguments: Ending.allCases, [true, false])
    func ending(_ ending: Ending, staleCopyAfterwards: Bool) async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        try await store.purchase(monthly)
        appStore.faults = [.restoresUnderNewIdentifiers]
        try await store.restorePurchases()
        let period = try #require(store.ledger.subscriptionStatus(inGroup: "plans")?.transaction)
        switch ending {
        case .refund: try appStore.refundTransaction(identifier: "1")
        case .expiry: try appStore.expireSubscription(productIdentifier: monthly)
        case .upgradeHere: try await store.purchase(yearly)
        case .upgradeElsewhere: try appStore.buyProduct(productIdentifier: yearly)
        }
        await store.waitUntilIdle()
        if staleCopyAfterwards {
            var copy = period
            copy.transactionIdentifier = "copy"
            copy.transactionState = .restored
            _ = try await store.ledger.record(copy, credits: [], isDelivered: true)
        }
        #expect(!store.isPurchased(monthly))
        let status = try #require(store.subscriptionStatus(inGroup: "plans"))
        switch ending {
        case .refund: #expect(status.state == .revoked)
        case .expiry: #expect(status.state == .expired)
        case .upgradeHere, .upgradeElsewhere:
            #expect(status.state == .subscribed && status.transaction.productIdentifier == yearly)
        }
    }
}
