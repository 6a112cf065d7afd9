import Foundation
import IAPStoreKitFile
import IAPCore

/// A customer's subscription in one group, from its first purchase on, through plan changes and lapses.
struct SandboxSubscription: Sendable, Equatable, Codable {
    enum Phase: Hashable, Sendable, Codable {
        case active
        /// A renewal could not be charged. Access goes on until `end`; the store tries until `retryEnd`.
        case inGracePeriod(end: Date, retryEnd: Date)
        /// A renewal could not be charged, and access has ended. The store tries until `end`.
        case inBillingRetry(end: Date)
        case expired
        case revoked
    }

    /// A higher price that waits for the next renewal.
    struct PriceIncrease: Hashable, Sendable, Codable {
        /// Whether the customer has agreed, or needs not.
        var isAgreed: Bool
    }

    /// An offer that is paid as the customer goes.
    struct RunningOffer: Sendable, Equatable, Codable {
        let offer: SubscriptionOffer
        /// How many more renewals cost the offer's price.
        var remaining: Int
    }

    let groupIdentifier: String
    let originalTransactionIdentifier: TransactionIdentifier
    let originalPurchaseDate: Date
    /// When the customer began to subscribe without a long gap.
    var recentStart: Date
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
    var term: Term
    var runningOffer: RunningOffer?
    /// An offer that begins with the next period.
    var nextOffer: SubscriptionOffer?
    /// What the customer goes on to pay while others pay the list price.
    var keptPrice: Decimal?
    var priceIncrease: PriceIncrease?
    /// Whether the customer declined a higher price, which is why the subscription does not renew.
    var hasDeclinedPriceIncrease = false
    /// How many more monthly payments the customer has committed to.
    var committedPayments = 0
    /// What was sent to the devices last.
    var sentRenewal: SubscriptionRenewal?

    /// Periods of equal length, counted from one date, so that a month that is too short does not shorten the next
    /// ones.
    struct Term: Sendable, Equatable, Codable {
        let period: ProductSubscriptionPeriod
        let rate: StoreConfiguration.TimeRate
        let start: Date
        var count = 1
        /// When the current period ends.
        var end: Date

        /// Begins periods of a length at a date.
        init(_ period: ProductSubscriptionPeriod, from start: Date, rate: StoreConfiguration.TimeRate) {
            self.period = period
            self.rate = rate
            self.start = start
            end = rate.date(after: start, period)
        }
    }

    var expirationDate: Date { term.end }

    /// When the store acts on it next: renews it, ends it, or gives up charging.
    var dueDate: Date? {
        switch phase {
        case .active: term.end
        case .inGracePeriod(let end, let retryEnd): min(end, retryEnd)
        case .inBillingRetry(let end): end
        case .expired, .revoked: nil
        }
    }

    var isActive: Bool { phase == .active }

    /// Whether it has not ended: the store will renew it, end it, or try to charge for it.
    var isRunning: Bool { dueDate != nil }

    /// Whether a renewal has failed and is tried again.
    var isInBillingRetry: Bool {
        switch phase {
        case .inGracePeriod, .inBillingRetry: true
        case .active, .expired, .revoked: false
        }
    }

    /// Whether the customer may use it.
    var givesAccess: Bool {
        switch phase {
        case .active, .inGracePeriod: true
        case .inBillingRetry, .expired, .revoked: false
        }
    }

    init(_ groupIdentifier: String, original: TransactionIdentifier, _ payment: Payment, term: Term) {
        self.groupIdentifier = groupIdentifier
        originalTransactionIdentifier = original
        originalPurchaseDate = term.start
        recentStart = term.start
        productIdentifier = payment.productIdentifier
        autoRenewPreference = payment.productIdentifier
        latestTransaction = original
        self.payment = payment
        self.term = term
    }

    /// Whether choosing a product takes effect at once: a higher level of service does, and another product of the
    /// same level and length. The rest waits for the next renewal
    /// (https://developer.apple.com/app-store/subscriptions/#ranking).
    func isChangedNow(to definition: ProductDefinition, in store: StoreContext) -> Bool {
        guard let next = definition.subscription, productIdentifier != definition.productIdentifier else {
            return false
        }
        // A product that has left the catalog has no level to compare with.
        guard let current = store.definition(of: productIdentifier)?.subscription else { return true }
        return next.groupLevel < current.groupLevel
            || next.groupLevel == current.groupLevel && next.subscriptionPeriod == current.subscriptionPeriod
    }

    /// Adds a period at the end of the current one, or begins one at a date.
    mutating func prepareRenewal(
        of product: ProductDefinition,
        _ charge: Charge,
        at start: Date?,
        rate: StoreConfiguration.TimeRate
    ) {
        if charge.offer == nextOffer { nextOffer = nil }
        if productIdentifier != product.id || priceIncrease?.isAgreed == true { keptPrice = nil }
        priceIncrease = nil
        guard start == nil, charge.period == term.period, rate == term.rate, term.count > 0 else {
            term = Term(charge.period, from: start ?? term.end, rate: rate)
            return
        }
        term.count += 1
        term.end = rate.date(after: term.start, term.period, times: term.count)
    }

    /// Ends the current period early.
    mutating func end(at date: Date) {
        // The next period is counted from here.
        term.count = 0
        term.end = date
    }

    mutating func expire(_ reason: SubscriptionRenewal.ExpirationReason) {
        phase = .expired
        willAutoRenew = false
        priceIncrease = nil
        runningOffer = nil
        nextOffer = nil
        committedPayments = 0
        expirationReason = reason
    }
}
