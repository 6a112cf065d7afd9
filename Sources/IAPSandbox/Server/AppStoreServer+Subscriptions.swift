import Foundation
import IAPCatalog
import IAPCore

extension AppStoreServer {
    func activeSubscription(inGroupOf definition: ProductDefinition) -> SandboxSubscription? {
        index(ofGroupOf: definition).map { history.account.subscriptions[$0] }.flatMap {
            $0.phase == .active ? $0 : nil
        }
    }

    private func index(ofGroupOf definition: ProductDefinition) -> Int? {
        guard let group = definition.subscription?.subscriptionGroupIdentifier else { return nil }
        return history.account.subscriptions.firstIndex { $0.groupIdentifier == group }
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

    /// Makes a product the next period's. Choosing the current one again takes a planned change back
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype,
    /// DID_CHANGE_RENEWAL_PREF).
    mutating func changePlanAtRenewal(to definition: ProductDefinition) {
        guard let index = index(ofGroupOf: definition),
            history.account.subscriptions[index].autoRenewPreference != definition.productIdentifier
        else { return }
        history.account.subscriptions[index].autoRenewPreference = definition.productIdentifier
        history.account.subscriptions[index].willAutoRenew = true
        history.account.subscriptions[index].discountedRenewals = 0
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
        let offer = introductoryOffer(of: info)
        let period = offer.map(\.period) ?? info.subscriptionPeriod
        var upgraded: TransactionIdentifier?
        let place: Int
        if let index = index(ofGroupOf: definition) {
            place = index
            if history.account.subscriptions[index].phase == .active {
                upgraded = history.account.subscriptions[index].latestTransaction
            }
            history.account.subscriptions[index].begin(period, at: now)
        } else {
            place = history.account.subscriptions.count
            history.account.subscriptions.append(
                SandboxSubscription(
                    groupIdentifier: info.subscriptionGroupIdentifier,
                    original: identifier,
                    productIdentifier: definition.productIdentifier,
                    payment: payment,
                    start: now,
                    period: period
                )
            )
        }
        history.account.subscriptions[place].payment = payment
        history.account.subscriptions[place].willAutoRenew = true
        history.account.subscriptions[place].autoRenewPreference = definition.productIdentifier
        history.account.subscriptions[place].discountedRenewals = offer.map { $0.periodCount - 1 } ?? 0
        if let upgraded {
            history.account.change(upgraded) { $0.transaction.isUpgraded = true }
            deliver(upgraded)
        }
        recordPeriod(ofSubscriptionAt: place, definition, offer, identifier, device, .purchase)
        deliver(identifier, answering: request)
        tellRenewal(at: place)
    }

    /// Renews, or ends, a subscription whose period is over.
    mutating func endPeriod(ofSubscriptionAt index: Int) {
        let subscription = history.account.subscriptions[index]
        guard subscription.willAutoRenew else { return expire(index, .autoRenewDisabled) }
        guard let definition = productForSale(subscription.autoRenewPreference), let info = definition.subscription
        else {
            // https://developer.apple.com/documentation/appstoreserverapi/expirationintent
            return expire(index, .productUnavailable)
        }
        renew(index, definition, info, at: nil)
    }

    /// - Parameter start: When the period begins, if not at the end of the current one.
    mutating func renew(_ index: Int, _ definition: ProductDefinition, _ info: ProductSubscriptionInfo, at start: Date?)
    {
        var offer: SubscriptionOffer?
        if history.account.subscriptions[index].discountedRenewals > 0 {
            history.account.subscriptions[index].discountedRenewals -= 1
            offer = info.introductoryOffer
        }
        let period = offer.map(\.period) ?? info.subscriptionPeriod
        if let start {
            history.account.subscriptions[index].begin(period, at: start)
        } else {
            history.account.subscriptions[index].extend(by: period)
        }
        let identifier = nextIdentifier()
        recordPeriod(ofSubscriptionAt: index, definition, offer, identifier, nil, .renewal)
        deliver(identifier)
        tellRenewal(at: index)
    }

    private mutating func recordPeriod(
        ofSubscriptionAt index: Int,
        _ definition: ProductDefinition,
        _ offer: SubscriptionOffer?,
        _ identifier: TransactionIdentifier,
        _ device: String?,
        _ reason: PaymentTransaction.Reason
    ) {
        history.account.subscriptions[index].phase = .active
        history.account.subscriptions[index].expirationReason = nil
        history.account.subscriptions[index].productIdentifier = definition.productIdentifier
        history.account.subscriptions[index].latestTransaction = identifier
        let subscription = history.account.subscriptions[index]
        var transaction = transaction(
            identifier,
            subscription.payment.buying(definition.productIdentifier),
            for: definition,
            .purchased
        )
        transaction.originalTransactionIdentifier = subscription.originalTransactionIdentifier
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.expirationDate = subscription.expirationDate
        transaction.reason = reason
        if let offer {
            transaction.price = offer.price
            transaction.offerType = offer.type
            transaction.offerIdentifier = offer.id
        }
        record(TransactionRecord(transaction: transaction, device: device))
    }

    /// The introductory offer that comes with a purchase by itself: for who never had one in the group
    /// (https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app). Deleting the
    /// transactions makes the customer new again.
    private func introductoryOffer(of info: ProductSubscriptionInfo) -> SubscriptionOffer? {
        guard let offer = info.introductoryOffer else { return nil }
        let isUsed = history.account.records.contains {
            $0.transaction.offerType == .introductory
                && $0.transaction.subscriptionGroupIdentifier == info.subscriptionGroupIdentifier
        }
        return isUsed ? nil : offer
    }

    mutating func expire(_ index: Int, _ reason: SubscriptionRenewal.ExpirationReason) {
        history.account.subscriptions[index].phase = .expired
        history.account.subscriptions[index].willAutoRenew = false
        history.account.subscriptions[index].expirationReason = reason
        tellRenewal(at: index)
    }

    /// A refund of the running period ends access at once and renewal with it; of an earlier period, neither.
    mutating func revokeSubscription(whoseLatestTransactionIs identifier: TransactionIdentifier) {
        guard
            let index = history.account.subscriptions.firstIndex(where: { $0.latestTransaction == identifier }),
            history.account.subscriptions[index].phase == .active
        else { return }
        history.account.subscriptions[index].phase = .revoked
        history.account.subscriptions[index].wouldRenewUnrefunded = history.account.subscriptions[index].willAutoRenew
        history.account.subscriptions[index].willAutoRenew = false
        tellRenewal(at: index)
    }

    /// A refund's reversal leaves the renewal date as it was
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, REFUND_REVERSED). A period
    /// that is over by now stays over.
    mutating func resumeSubscription(whoseLatestTransactionIs identifier: TransactionIdentifier) {
        guard
            let index = history.account.subscriptions.firstIndex(where: { $0.latestTransaction == identifier }),
            history.account.subscriptions[index].phase == .revoked
        else { return }
        guard history.account.subscriptions[index].expirationDate > now else {
            return expire(index, .autoRenewDisabled)
        }
        history.account.subscriptions[index].phase = .active
        history.account.subscriptions[index].willAutoRenew =
            history.account.subscriptions[index].wouldRenewUnrefunded ?? false
        tellRenewal(at: index)
    }

    /// Makes subscriptions fit the records that are left.
    mutating func forgetPeriods() {
        let account = history.account
        history.account.subscriptions = account.subscriptions.compactMap { subscription in
            guard account[subscription.latestTransaction] == nil else { return subscription }
            let latest = account.records.last {
                $0.transaction.originalTransactionIdentifier == subscription.originalTransactionIdentifier
            }
            guard let latest, let expirationDate = latest.transaction.expirationDate else { return nil }
            var subscription = subscription
            subscription.latestTransaction = latest.transaction.id
            subscription.productIdentifier = latest.transaction.payment.productIdentifier
            subscription.end(at: expirationDate)
            if expirationDate <= now {
                subscription.phase = .expired
                subscription.willAutoRenew = false
            }
            return subscription
        }
    }

    mutating func tellRenewal(at index: Int) {
        let renewal = history.account.subscriptions[index].renewal
        guard renewal != history.account.subscriptions[index].told else { return }
        history.account.subscriptions[index].told = renewal
        tellAll(.subscriptionRenewal(renewal))
    }
}

extension Payment {
    /// The same wishes for another product: a renewal keeps the buyer's account, and answers no submission.
    fileprivate func buying(_ product: ProductIdentifier) -> Payment {
        guard product != productIdentifier else { return identified(by: nil) }
        let payment = try? Payment(
            productIdentifier: product,
            applicationUsername: applicationUsername,
            appAccountToken: appAccountToken
        )
        // A quantity of 1 and a product of the catalog are always taken.
        return payment ?? self
    }
}
