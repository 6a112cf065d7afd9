import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    func subscription(inGroupOf definition: ProductDefinition) -> SandboxSubscription? {
        index(ofGroupOf: definition).map { history.accounts[account].subscriptions[$0] }
    }

    func index(ofGroupOf definition: ProductDefinition) -> Int? {
        guard let group = definition.subscription?.subscriptionGroupIdentifier else { return nil }
        return history.accounts[account].index(ofGroup: group)
    }

    /// Whether choosing a product takes effect at once: a higher level of service does, and another product of the
    /// same level and length. The rest waits for the next renewal
    /// (https://developer.apple.com/app-store/subscriptions/#ranking).
    func isPlanChangedNow(_ subscription: SandboxSubscription, to definition: ProductDefinition) -> Bool {
        guard let next = definition.subscription, subscription.productIdentifier != definition.productIdentifier else {
            return false
        }
        // A product that has left the catalog has no level to compare with.
        guard let current = self.definition(of: subscription.productIdentifier)?.subscription else { return true }
        return next.groupLevel < current.groupLevel
            || next.groupLevel == current.groupLevel && next.subscriptionPeriod == current.subscriptionPeriod
    }

    /// Makes a product the next period's, with an offer if one was asked for. Choosing the current one again takes a
    /// planned change back (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype,
    /// DID_CHANGE_RENEWAL_PREF).
    mutating func changePlanAtRenewal(to definition: ProductDefinition, _ payment: Payment) {
        guard let index = index(ofGroupOf: definition) else { return }
        let offer = payment.offer.flatMap { self.offer($0, of: definition) }
        let subscription = history.accounts[account].subscriptions[index]
        guard subscription.autoRenewPreference != definition.productIdentifier || offer != nil else { return }
        noteRedeemed(payment.offer)
        changeSubscription(at: index) { subscription in
            if subscription.autoRenewPreference != definition.productIdentifier { subscription.nextOffer = nil }
            if let offer { subscription.nextOffer = offer }
            subscription.autoRenewPreference = definition.productIdentifier
            subscription.willAutoRenew = true
            subscription.hasDeclinedPriceIncrease = false
        }
        tellRenewal(at: index)
    }

    /// Charges for a first period now: of a new subscription, of one that had lapsed, or after an upgrade.
    mutating func subscribe(
        _ payment: Payment,
        to definition: ProductDefinition,
        on device: String?,
        answering request: UUID?,
        as identifier: TransactionIdentifier
    ) {
        guard let info = definition.subscription else { return }
        let offers = offersOfFirstPeriods(payment, of: definition)
        let charge =
            offers.first.map(Charge.init(beginning:))
            ?? Charge(definition, price: definition.price, plan: payment.billingPlan, committed: 0)
        let rate = settings.store.timeRate
        let date = now
        var upgraded: TransactionIdentifier?
        let place: Int
        if let index = index(ofGroupOf: definition) {
            place = index
            let previous = history.accounts[account].subscriptions[index]
            if previous.isActive { upgraded = previous.latestTransaction }
            let hasLapsed = !previous.givesAccess && rate.billingRetryEnd(after: previous.expirationDate) <= date
            changeSubscription(at: index) { subscription in
                subscription.begin(charge.period, at: date, rate: rate)
                if hasLapsed { subscription.recentStart = date }
            }
        } else {
            place = history.accounts[account].subscriptions.count
            add(
                SandboxSubscription(
                    groupIdentifier: info.subscriptionGroupIdentifier,
                    original: identifier,
                    productIdentifier: definition.productIdentifier,
                    payment: payment,
                    start: date,
                    period: charge.period,
                    rate: rate
                )
            )
        }
        noteRedeemed(payment.offer)
        changeSubscription(at: place) { subscription in
            subscription.payment = payment
            subscription.willAutoRenew = true
            subscription.hasDeclinedPriceIncrease = false
            subscription.autoRenewPreference = definition.productIdentifier
            subscription.keptPrice = nil
            subscription.priceIncrease = nil
            subscription.nextOffer = offers.dropFirst().first
        }
        if let upgraded { replace(upgraded) }
        recordPeriod(ofSubscriptionAt: place, definition, charge, identifier, device, .purchase)
        deliver(identifier, answering: request)
        shareWithFamily(identifier)
        tellRenewal(at: place)
    }

    /// Ends a period in favour of another plan. What is left of it is paid back
    /// (https://developer.apple.com/app-store/subscriptions/#ranking). That page says so of an upgrade, and nothing
    /// about a refund for a crossgrade that begins at once: that it is paid back there as well is this SDK's choice.
    private mutating func replace(_ identifier: TransactionIdentifier) {
        let date = now
        history.accounts[account].change(identifier) { record in
            let transaction = record.transaction
            record.transaction.isUpgraded = true
            guard let price = transaction.price, price > 0, let end = transaction.expirationDate, end > date else {
                return
            }
            let whole = end.timeIntervalSince(transaction.transactionDate)
            let rest = end.timeIntervalSince(date)
            record.refundedAmount = whole > 0 ? price.part(min(rest / whole, 1)) : price
        }
        deliver(identifier)
        changeShared(identifier) { $0.transaction.isUpgraded = true }
    }
}

extension Decimal {
    /// A share of it, from 0 to 1, rounded to hundredths.
    fileprivate func part(_ share: Double) -> Decimal {
        // In millionths, since a binary fraction has no exact decimal.
        var part = self * Decimal(Int((share * 1_000_000).rounded())) / 1_000_000
        var rounded = Decimal()
        NSDecimalRound(&rounded, &part, 2, .plain)
        return rounded
    }
}
