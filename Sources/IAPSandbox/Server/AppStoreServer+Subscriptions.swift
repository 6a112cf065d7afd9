import Foundation
import IAPCatalog
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

    /// Keeps the transaction of a period that begins.
    mutating func recordPeriod(
        ofSubscriptionAt index: Int,
        _ definition: ProductDefinition,
        _ charge: Charge,
        _ identifier: TransactionIdentifier,
        _ device: String?,
        _ reason: PaymentTransaction.Reason
    ) {
        let previous = history.accounts[account].subscriptions[index].latestTransaction
        changeSubscription(at: index) { subscription in
            subscription.phase = .active
            subscription.expirationReason = nil
            subscription.productIdentifier = definition.productIdentifier
            subscription.latestTransaction = identifier
            subscription.runningOffer = charge.runningOffer
            subscription.committedPayments = charge.committedPayments
        }
        let subscription = history.accounts[account].subscriptions[index]
        var transaction = transaction(
            identifier,
            reason == .renewal ? subscription.payment.renewing(definition.productIdentifier) : subscription.payment,
            for: definition,
            .purchased
        )
        transaction.originalTransactionIdentifier = subscription.originalTransactionIdentifier
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.expirationDate = subscription.expirationDate
        transaction.reason = reason
        transaction.price = charge.price
        if let offer = charge.offer {
            transaction.offerType = offer.type
            transaction.offerIdentifier = offer.id
        }
        let similar = history.accounts[account][previous]
        record(TransactionRecord(transaction: transaction, like: similar, device: device))
    }

    /// Makes subscriptions fit the records that are left.
    mutating func forgetPeriods() {
        let account = history.accounts[account]
        history.accounts[self.account].subscriptions = account.subscriptions.compactMap { subscription in
            guard account[subscription.latestTransaction] == nil else { return subscription }
            let latest = account.records.last {
                $0.common.originalTransactionIdentifier == subscription.originalTransactionIdentifier
            }
            guard let transaction = latest?.transaction, let expirationDate = transaction.expirationDate else {
                return nil
            }
            var subscription = subscription
            subscription.latestTransaction = transaction.id
            subscription.productIdentifier = transaction.payment.productIdentifier
            subscription.end(at: expirationDate)
            subscription.phase = .active
            if expirationDate <= now {
                subscription.phase = .expired
                subscription.willAutoRenew = false
            }
            return subscription
        }
        planAhead()
    }

    /// Tells what will become of a subscription, if that is news.
    mutating func tellRenewal(at index: Int) {
        var renewal = renewal(of: history.accounts[account].subscriptions[index])
        let told = history.accounts[account].subscriptions[index].told
        renewal.signedDate = told?.signedDate
        guard renewal != told else { return }
        let earliest = told?.signedDate?.addingTimeInterval(0.001) ?? now
        renewal.signedDate = max(now, earliest)
        history.accounts[account].subscriptions[index].told = renewal
        tellAccount(.subscriptionRenewal(renewal))
        for message in renewal.messages(since: told) { tellAccount(.message(message)) }
    }

    private func renewal(of subscription: SandboxSubscription) -> SubscriptionRenewal {
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: subscription.originalTransactionIdentifier,
            willAutoRenew: subscription.willAutoRenew,
            autoRenewPreference: subscription.autoRenewPreference,
            isInBillingRetry: subscription.isInBillingRetry,
            expirationReason: subscription.expirationReason
        )
        if case .inGracePeriod(let end, _) = subscription.phase { renewal.gracePeriodExpirationDate = end }
        if let increase = subscription.priceIncrease {
            renewal.priceIncreaseStatus = increase.isAgreed ? .agreed : .pending
        }
        renewal.recentSubscriptionStartDate = subscription.recentStart
        renewal.renewalDate = subscription.expirationDate
        renewal.eligibleWinBackOfferIdentifiers = eligibleWinBackOffers(of: subscription)
        let renews = subscription.willAutoRenew || subscription.committedPayments > 0
        guard renews, subscription.isActive || subscription.isInBillingRetry,
            let definition = productForSale(subscription.nextProduct)
        else { return renewal }
        let charge = nextCharge(of: subscription, to: definition)
        renewal.renewalPrice = charge.price
        renewal.currencyCode = settings.currencyCode
        renewal.offerType = charge.offer?.type
        renewal.offerIdentifier = charge.offer?.id
        return renewal
    }
}

extension SandboxSubscription {
    /// The product of the next period: a commitment is paid before a change of plan.
    var nextProduct: ProductIdentifier { committedPayments > 0 ? productIdentifier : autoRenewPreference }
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

extension Payment {
    /// The same wishes for another period, maybe of another product: a renewal keeps the buyer's account, and answers no
    /// submission.
    fileprivate func renewing(_ product: ProductIdentifier) -> Payment {
        // A quantity of 1 and a product of the catalog are always taken.
        let other =
            product == productIdentifier
            ? nil
            : try? Payment(
                productIdentifier: product,
                applicationUsername: applicationUsername,
                appAccountToken: appAccountToken
            )
        var payment = other ?? self
        payment.offer = nil
        payment.billingPlan = billingPlan
        return payment.identified(by: nil)
    }
}
