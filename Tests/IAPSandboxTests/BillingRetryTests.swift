import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// Renewals that cannot be charged.
@Suite("Billing retry and grace period")
struct BillingRetryTests {
    private func shop(grace: Bool) async throws -> Shop {
        var settings = StoreConfiguration.Settings()
        settings.shouldEnterBillingRetryOnRenewal = true
        settings.billingGracePeriodIsEnabled = grace
        let shop = try Shop(settings: settings, now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        return shop
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/shouldenterbillingretryonrenewal
    @Test("A renewal that fails is tried again for 60 days, without access, then the subscription expires")
    func retryWithoutRecovery() async throws {
        let shop = try await shop(grace: false)
        let failed = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(failed.transactions.isEmpty)
        let retry = try #require(failed.renewals.last)
        #expect(failed.renewals.count == 1 && retry.isInBillingRetry && retry.gracePeriodExpirationDate == nil)
        // https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/isinbillingretry
        #expect(retry.expirationReason == .billingError && retry.willAutoRenew)
        #expect(try await shop.restore().isEmpty)
        #expect(shop.appStore.allTransactions().map(\.hasPurchaseIssue) == [true])
        let end = try await shop.received { shop.appStore.advance(to: date("2025-04-29")) }
        #expect(end.renewals.map(\.expirationReason) == [.billingError])
        #expect(end.renewals.map(\.isInBillingRetry) == [false])
        #expect(await code { try shop.appStore.resolveIssueForTransaction(identifier: "1") } == .invalidAction)
    }

    // https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/graceperiodexpirationdate
    @Test("During the grace period of 16 days access goes on, then it ends and the store goes on trying")
    func grace() async throws {
        let shop = try await shop(grace: true)
        let failed = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(failed.renewals.map(\.gracePeriodExpirationDate) == [date("2025-03-16")])
        #expect(failed.renewals.map(\.isInBillingRetry) == [true])
        #expect(failed.renewals.map(\.expirationReason) == [nil])
        #expect(try await shop.restore().map(\.id) == ["1"])
        let over = try await shop.received { shop.appStore.advance(to: date("2025-03-16")) }
        #expect(over.renewals.map(\.gracePeriodExpirationDate) == [nil])
        #expect(over.renewals.map(\.isInBillingRetry) == [true])
        #expect(try await shop.restore().isEmpty)
        let end = try await shop.received { shop.appStore.advance(to: date("2025-05-01")) }
        #expect(end.renewals.map(\.expirationReason) == [.billingError])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum/realtime
    @Test("A weekly subscription has 6 days of grace")
    func weeklyGrace() async throws {
        var settings = StoreConfiguration.Settings()
        settings.shouldEnterBillingRetryOnRenewal = true
        settings.billingGracePeriodIsEnabled = true
        let shop = try Shop(
            products: [.autoRenewable("week", name: "Week", price: "1", group: "g", period: "P1W")],
            settings: settings,
            now: "2025-01-01"
        )
        try await shop.buyAndFinish("week")
        let failed = try await shop.received { shop.appStore.advance(to: date("2025-01-08")) }
        #expect(failed.renewals.map(\.gracePeriodExpirationDate) == [date("2025-01-14")])
    }

    // https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions
    @Test("Recovered during the grace period, the subscription keeps its date of renewal")
    func recoveryInGrace() async throws {
        let shop = try await shop(grace: true)
        shop.appStore.advance(to: date("2025-03-10"))
        shop.appStore.shouldEnterBillingRetryOnRenewal = false
        let updates = try await shop.received { try shop.appStore.resolveIssueForTransaction(identifier: "1") }
        let renewed = try #require(updates.transactions.last)
        #expect(renewed.id == "2" && renewed.reason == .renewal && renewed.transactionDate == date("2025-03-10"))
        #expect(renewed.expirationDate == date("2025-03-31"))
        #expect(updates.renewals.map(\.isInBillingRetry) == [false])
        #expect(updates.renewals.map(\.gracePeriodExpirationDate) == [nil])
        shop.appStore.advance(to: date("2025-03-31"))
        #expect(shop.appStore.allTransactions().last?.expirationDate == date("2025-04-30"))
    }

    @Test("Recovered after access has ended, the subscription begins a period then")
    func recoveryInRetry() async throws {
        let shop = try await shop(grace: true)
        shop.appStore.advance(to: date("2025-03-20"))
        shop.appStore.shouldEnterBillingRetryOnRenewal = false
        let updates = try await shop.received { try shop.appStore.resolveIssueForTransaction(identifier: "1") }
        #expect(updates.transactions.map(\.transactionDate) == [date("2025-03-20")])
        #expect(updates.transactions.map(\.expirationDate) == [date("2025-04-20")])
        #expect(updates.renewals.map(\.expirationReason) == [nil])
    }

    // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype
    @Test("Cancelling during billing retry ends it")
    func cancelling() async throws {
        let shop = try await shop(grace: false)
        shop.appStore.advance(to: date("2025-03-10"))
        let updates = try await shop.received { try shop.appStore.disableAutoRenewForTransaction(identifier: "1") }
        #expect(updates.renewals.map(\.expirationReason) == [.autoRenewDisabled])
        #expect(updates.renewals.map(\.isInBillingRetry) == [false])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)
    @Test("A forced renewal is no recovery, and enters billing retry as any other")
    func forcedRenewal() async throws {
        let shop = try await shop(grace: false)
        let updates = try await shop.received {
            try shop.appStore.forceRenewalOfSubscription(productIdentifier: basic)
        }
        #expect(updates.renewals.map(\.isInBillingRetry) == [true])
        #expect(await code { try shop.appStore.forceRenewalOfSubscription(productIdentifier: basic) } == .invalidAction)
    }

    @Test("Bought again during billing retry, the subscription is charged and begins now")
    func buyingAgain() async throws {
        let shop = try await shop(grace: false)
        shop.appStore.advance(to: date("2025-03-10"))
        let updates = try await shop.received { try await shop.buy(basic) }
        #expect(updates.transactions.last?.reason == .purchase)
        #expect(updates.transactions.last?.originalTransactionIdentifier == "1")
        #expect(updates.transactions.last?.expirationDate == date("2025-04-10"))
        #expect(updates.renewals.map(\.isInBillingRetry) == [false])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/billinggraceperiodisenabled
    @Test("The grace period is nothing without billing retry")
    func graceAlone() async throws {
        let shop = try Shop(now: "2025-01-31")
        shop.appStore.billingGracePeriodIsEnabled = true
        try await shop.buy(basic)
        try shop.advance("P1M")
        #expect(shop.appStore.allTransactions().map(\.reason) == [.purchase, .renewal])
    }

    @Test("Billing retry outlives the process")
    func outliving() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let shop = try Shop(now: "2025-01-31", history: file)
            shop.appStore.shouldEnterBillingRetryOnRenewal = true
            shop.appStore.billingGracePeriodIsEnabled = true
            try await shop.buy(basic)
            shop.appStore.advance(to: date("2025-03-01"))
        }
        let shop = try Shop(now: "2025-01-31", history: file)
        let updates = try await shop.received { shop.appStore.advance(to: date("2025-06-01")) }
        #expect(updates.renewals.map(\.expirationReason) == [.billingError, .billingError])
        #expect(updates.renewals.map(\.isInBillingRetry) == [true, false])
    }
}
