import Foundation
import IAPCore

/// A customer's subscription in one group, from its first purchase on, through plan changes and lapses.
struct SandboxSubscription: Sendable, Codable {
    /// Grace period and billing retry will stand here as well.
    enum Phase: String, Sendable, Codable {
        case active, expired, revoked
    }

    let groupIdentifier: String
    let originalTransactionIdentifier: TransactionIdentifier
    let originalPurchaseDate: Date
    var phase = Phase.active
    /// The product of the current period.
    var productIdentifier: ProductIdentifier
    /// The transaction of the current period.
    var latestTransaction: TransactionIdentifier
    /// The product of the next period.
    var autoRenewPreference: ProductIdentifier
    var willAutoRenew = true
    /// Of a refunded one: whether it renewed until then.
    var wouldRenewUnrefunded: Bool?
    var expirationReason: SubscriptionRenewal.ExpirationReason?
    /// Handed on to every renewal.
    var payment: Payment
    private(set) var term: Term
    /// Of an offer that is paid as the customer goes: how many more renewals cost the offer's price.
    var discountedRenewals = 0
    /// What the devices know.
    var told: SubscriptionRenewal?

    /// Periods of equal length, counted from one date, so that a month that is too short does not shorten the next
    /// ones.
    struct Term: Sendable, Codable {
        let period: ProductSubscriptionPeriod
        let start: Date
        var count = 1
        /// When the current period ends.
        var end: Date
    }

    var expirationDate: Date { term.end }

    init(
        groupIdentifier: String,
        original: TransactionIdentifier,
        productIdentifier: ProductIdentifier,
        payment: Payment,
        start: Date,
        period: ProductSubscriptionPeriod
    ) {
        self.groupIdentifier = groupIdentifier
        originalTransactionIdentifier = original
        originalPurchaseDate = start
        self.productIdentifier = productIdentifier
        autoRenewPreference = productIdentifier
        latestTransaction = original
        self.payment = payment
        term = Term(period: period, start: start, end: period.date(after: start))
    }

    /// Begins periods of a length at a date.
    mutating func begin(_ period: ProductSubscriptionPeriod, at start: Date) {
        term = Term(period: period, start: start, end: period.date(after: start))
    }

    /// Adds a period at the end of the current one.
    mutating func extend(by period: ProductSubscriptionPeriod) {
        guard period == term.period else { return begin(period, at: term.end) }
        term.count += 1
        term.end = period.date(after: term.start, times: term.count)
    }

    /// Ends the current period early.
    mutating func end(at date: Date) {
        term.end = date
    }

    var renewal: SubscriptionRenewal {
        SubscriptionRenewal(
            originalTransactionIdentifier: originalTransactionIdentifier,
            willAutoRenew: willAutoRenew,
            autoRenewPreference: autoRenewPreference,
            expirationReason: expirationReason
        )
    }
}
