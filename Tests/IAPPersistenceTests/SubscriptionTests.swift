import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Subscriptions")
struct SubscriptionTests {
    private let clock = ManualClock()

    private func status(_ ledger: Ledger) -> SubscriptionGroupStatus.RenewalState? {
        ledger.subscriptionStatus(inGroup: "plans")?.state
    }

    @Test("A subscription is purchased while its period lasts, and renewals prolong it")
    func renewing() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        #expect(status(ledger) == nil)
        try await ledger.record(period("first"))
        #expect(ledger.isPurchased("monthly"))
        #expect(status(ledger) == .subscribed)
        clock.advance(by: 30 * day)
        #expect(!ledger.isPurchased("monthly"))
        #expect(status(ledger) == .expired)
        try await ledger.record(period("second", from: newYear + 30 * day))
        #expect(ledger.isPurchased("monthly"))
        #expect(ledger.subscriptionStatuses.map(\.transaction.transactionIdentifier) == ["second"])
    }

    @Test("Periods that come in reverse order count the same")
    func reversed() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        for number in (0..<12).reversed() {
            try await ledger.record(
                period(TransactionIdentifier("\(number)"), from: newYear + Double(number) * 30 * day)
            )
        }
        clock.advance(by: 345 * day)
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.transaction.transactionIdentifier == "11")
        #expect(ledger.isPurchased("monthly"))
    }

    @Test("Grace gives access, billing retry does not, and neither outlives a renewal")
    func graceAndRetry() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        try await ledger.record(period("first"))
        try await ledger.record(
            SubscriptionRenewal(
                originalTransactionIdentifier: "first",
                willAutoRenew: true,
                isInBillingRetry: true,
                gracePeriodExpirationDate: newYear + 46 * day
            )
        )
        #expect(status(ledger) == .subscribed)
        clock.advance(by: 31 * day)
        #expect(status(ledger) == .inGracePeriod)
        #expect(ledger.isPurchased("monthly"))
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.accessEndDate == newYear + 46 * day)
        clock.advance(by: 16 * day)
        #expect(status(ledger) == .inBillingRetryPeriod)
        #expect(!ledger.isPurchased("monthly"))
        try await ledger.record(period("second", from: newYear + 47 * day))
        #expect(status(ledger) == .subscribed)
        clock.advance(by: 31 * day)
        try await ledger.record(SubscriptionRenewal(originalTransactionIdentifier: "first", willAutoRenew: false))
        #expect(status(ledger) == .expired)
    }

    @Test("All that is known of a renewal and of a payment is read back as it was written")
    func everyField() async throws {
        let storage = InMemoryStorage()
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: "1",
            willAutoRenew: true,
            autoRenewPreference: "monthly",
            isInBillingRetry: true,
            gracePeriodExpirationDate: newYear,
            expirationReason: .billingError
        )
        renewal.priceIncreaseStatus = .pending
        renewal.renewalDate = newYear + day
        renewal.renewalPrice = Decimal(string: "4.99")
        renewal.currencyCode = CurrencyCode(rawValue: "USD")
        renewal.offerType = .promotional
        renewal.offerIdentifier = "half"
        renewal.eligibleWinBackOfferIdentifiers = ["back", "again"]
        renewal.recentSubscriptionStartDate = newYear
        renewal.signedDate = newYear
        renewal.jwsRepresentation = "e30.e30.e30"
        let data = try JSONEncoder().encode(LedgerEntry(.renewal(renewal), date: newYear))
        #expect(try JSONDecoder().decode(LedgerEntry.self, from: data).content == .renewal(renewal))

        let ledger = try await Ledger.inMemory(storage, clock: clock)
        try await ledger.record(renewal)
        renewal.signedDate = newYear + day
        try await ledger.record(renewal)
        #expect(ledger.history.count == 1)

        var transaction = try period("first")
        var payment = try Payment(productIdentifier: "monthly")
        payment.billingPlan = .monthly
        payment.offer = .promotional(
            "half",
            signature: .init(keyIdentifier: "KEY", nonce: UUID(), timestamp: 1, signature: Data([0x30, 0]))
        )
        transaction.payment = payment
        try await ledger.record(transaction)
        let reopened = try await Ledger.inMemory(storage, clock: clock)
        #expect(reopened.history.compactMap { $0.transaction?.payment } == [payment])
    }

    @Test("What the store states about a renewal is recorded only when it is new")
    func renewalNews() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        let renewal = SubscriptionRenewal(
            originalTransactionIdentifier: "first",
            willAutoRenew: true,
            gracePeriodExpirationDate: newYear + 0.00001
        )
        try await ledger.record(renewal)
        try await ledger.record(renewal)
        #expect(ledger.history.map(\.content.kind) == [.renewal])
    }

    @Test("What the store said earlier of a renewal changes nothing when it comes late")
    func lateRenewal() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        try await ledger.record(period("first"))
        var grace = SubscriptionRenewal(
            originalTransactionIdentifier: "first",
            willAutoRenew: true,
            isInBillingRetry: true,
            gracePeriodExpirationDate: newYear + 60 * day
        )
        grace.signedDate = newYear + day
        var ended = SubscriptionRenewal(originalTransactionIdentifier: "first", willAutoRenew: false)
        ended.signedDate = newYear + 2 * day
        try await ledger.record(ended)
        try await ledger.record(grace)
        #expect(ledger.history.suffix(1).map(\.content) == [.renewal(ended)])
    }

    @Test("An upgraded period counts no more, although it ends later")
    func upgraded() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        var basic = try period("first", of: "basic", days: 365)
        try await ledger.record(basic)
        try await ledger.record(period("second", of: "pro", from: newYear + day))
        basic.isUpgraded = true
        try await ledger.record(basic)
        #expect(ledger.purchasedProducts == ["pro"])
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.transaction.productIdentifier == "pro")
        clock.advance(by: 40 * day)
        #expect(ledger.purchasedProducts.isEmpty)
        #expect(status(ledger) == .expired)
    }

    @Test("A revoked period gives no access, not even in grace")
    func revoked() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        var first = try period("first")
        try await ledger.record(first)
        try await ledger.record(
            SubscriptionRenewal(
                originalTransactionIdentifier: "first",
                willAutoRenew: true,
                gracePeriodExpirationDate: newYear + 46 * day
            )
        )
        first.revocationDate = newYear + 2 * day
        _ = try await ledger.revoke(first, hasHandler: false)
        #expect(!ledger.isPurchased("monthly"))
        #expect(status(ledger) == .revoked)
        #expect(ledger.subscriptionStatus(inGroup: "plans")?.accessEndDate == newYear + 2 * day)
        clock.advance(by: 35 * day)
        #expect(!ledger.isPurchased("monthly"))
    }

    @Test("A period that gives access decides over a revoked one that would end later")
    func familyMember() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        try await ledger.record(period("own"))
        let shared = try period("shared", of: "yearly", days: 365, original: "family")
        try await ledger.record(shared)
        _ = try await ledger.revoke(shared, hasHandler: false)
        #expect(status(ledger) == .subscribed)
        #expect(ledger.purchasedProducts == ["monthly"])
    }

    @Test("A subscription for which the store states no end gives no access")
    func endless() async throws {
        let ledger = try await Ledger.inMemory(clock: clock)
        try await ledger.record(bought("1", of: "monthly", .autoRenewable, group: "plans"))
        #expect(!ledger.isPurchased("monthly"))
        #expect(status(ledger) == .expired)
    }
}
