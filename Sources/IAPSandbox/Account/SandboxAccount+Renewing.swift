import Foundation
import IAPCore
import IAPStoreKitFile

/// What happens to subscriptions and requests by itself, when its date comes.
extension SandboxAccount {
    /// When something happens next by itself.
    var nextDueDate: Date? {
        var earliest: Date?
        // In place: this looks at every account, and a subscription is large.
        for index in subscriptions.indices {
            guard let date = subscriptions[index].dueDate else { continue }
            earliest = earliest.map { min($0, date) } ?? date
        }
        // The longest waiting request lapses first.
        guard case .approval(let deadline) = askedToBuy.first.flatMap({ records[$0] })?.pendingAction else {
            return earliest
        }
        return earliest.map { min($0, deadline) } ?? deadline
    }

    /// What is due at a date, the earlier purchase first: the first transactions of subscriptions, and requests.
    func due(at date: Date) -> [TransactionIdentifier] {
        guard let next = nextDueDate, next <= date else { return [] }
        let subscriptions = subscriptions.filter { $0.dueDate.map { $0 <= date } ?? false }
            .map(\.originalTransactionIdentifier)
        let requests = askedToBuy.filter { isLapsed($0, at: date) }
        return (subscriptions + requests).sorted { $0.number < $1.number }
    }

    private func isLapsed(_ request: TransactionIdentifier, at date: Date) -> Bool {
        guard case .approval(let deadline) = records[request]?.pendingAction else { return false }
        return deadline <= date
    }

    /// Does what is due of a subscription, named by its first transaction, or of a request.
    mutating func settle(_ identifier: TransactionIdentifier, in store: inout StoreContext) {
        if isLapsed(identifier, at: store.now) { return lapseAskToBuy(identifier, in: &store) }
        guard let index = subscriptions.firstIndex(where: { $0.originalTransactionIdentifier == identifier }) else {
            return
        }
        switch subscriptions[index].phase {
        case .active: endPeriod(ofSubscriptionAt: index, in: &store)
        case .inGracePeriod(_, let retryEnd): endGracePeriod(ofSubscriptionAt: index, retryEnd: retryEnd, in: &store)
        // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, EXPIRED/BILLING_RETRY
        case .inBillingRetry: expire(index, .billingError, in: &store)
        case .expired, .revoked: break
        }
    }

    /// Renews, or ends, a subscription whose period is over
    /// (https://developer.apple.com/documentation/appstoreserverapi/expirationintent).
    private mutating func endPeriod(ofSubscriptionAt index: Int, in store: inout StoreContext) {
        let subscription = subscriptions[index]
        guard subscription.willAutoRenew || subscription.committedPayments > 0 else {
            let hasDeclined = subscription.hasDeclinedPriceIncrease
            return expire(index, hasDeclined ? .didNotConsentToPriceIncrease : .autoRenewDisabled, in: &store)
        }
        if subscription.committedPayments == 0, subscription.priceIncrease?.isAgreed == false {
            return expire(index, .didNotConsentToPriceIncrease, in: &store)
        }
        if let limit = store.settings.renewalLimit, renewalCount(of: subscription) >= limit {
            return expire(index, .autoRenewDisabled, in: &store)
        }
        guard let definition = store.productForSale(subscription.nextProduct) else {
            return expire(index, .productUnavailable, in: &store)
        }
        if store.settings.store.shouldEnterBillingRetryOnRenewal { return enterBillingRetry(index, in: &store) }
        renew(index, definition, at: nil, in: &store)
    }

    /// Since the customer last bought it.
    private func renewalCount(of subscription: SandboxSubscription) -> Int {
        records.all.reversed().lazy
            .filter { $0.transaction.originalTransactionIdentifier == subscription.originalTransactionIdentifier }
            .prefix { $0.transaction.reason == .renewal }
            .count
    }

    /// - Parameter start: When the period begins, if not at the end of the current one.
    mutating func renew(_ index: Int, _ definition: ProductDefinition, at start: Date?, in store: inout StoreContext) {
        let charge = subscriptions[index].nextCharge(for: definition)
        let rate = store.settings.store.timeRate
        changeSubscription(at: index, in: &store) { subscription in
            let isSamePlan = subscription.productIdentifier == definition.productIdentifier
            if charge.offer == subscription.nextOffer { subscription.nextOffer = nil }
            if !isSamePlan || subscription.priceIncrease?.isAgreed == true { subscription.keptPrice = nil }
            subscription.priceIncrease = nil
            if let start {
                subscription.begin(charge.period, at: start, rate: rate)
            } else {
                subscription.extend(by: charge.period, rate: rate)
            }
        }
        let identifier = store.nextIdentifier()
        beginPeriod(ofSubscriptionAt: index, definition, charge, identifier, nil, .renewal, in: &store)
        deliver(identifier, in: &store)
        store.notifyFamily(.bought(identifier))
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    mutating func expire(
        _ index: Int,
        _ reason: SubscriptionRenewal.ExpirationReason,
        in store: inout StoreContext
    ) {
        changeSubscription(at: index, in: &store) { subscription in
            subscription.phase = .expired
            subscription.willAutoRenew = false
            subscription.priceIncrease = nil
            subscription.runningOffer = nil
            subscription.nextOffer = nil
            subscription.committedPayments = 0
            subscription.expirationReason = reason
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }
}
