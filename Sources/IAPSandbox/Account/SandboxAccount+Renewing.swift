import Foundation
import IAPCore
import IAPStoreKitFile

/// What happens to subscriptions and requests by itself, when its date comes.
extension SandboxAccount {
    /// When something happens next by itself.
    var nextDueDate: Date? {
        // In place, since a subscription is large. The longest waiting request lapses first.
        let dates = subscriptions.indices.lazy.compactMap { subscriptions[$0].dueDate }
        return [dates.min(), askedToBuy.first.flatMap(deadline)].compactMap { $0 }.min()
    }

    /// What is due at a date, the earlier purchase first: the first transactions of subscriptions, and requests.
    func due(at date: Date) -> [TransactionIdentifier] {
        guard let next = nextDueDate, next <= date else { return [] }
        let subscriptions = subscriptions.filter { $0.dueDate.map { $0 <= date } ?? false }
            .map(\.originalTransactionIdentifier)
        return (subscriptions + askedToBuy.filter { isLapsed($0, at: date) }).sorted { $0.number < $1.number }
    }

    private func deadline(_ request: TransactionIdentifier) -> Date? { record(request)?.approvalDeadline }

    private func isLapsed(_ request: TransactionIdentifier, at date: Date) -> Bool {
        deadline(request).map { $0 <= date } ?? false
    }

    /// Does what is due of a subscription, named by its first transaction, or of a request.
    mutating func settle(_ identifier: TransactionIdentifier, in store: inout StoreContext) {
        if isLapsed(identifier, at: store.now) { return lapseAskToBuy(identifier, in: &store) }
        guard let index = subscriptionIndex(beginningWith: identifier) else { return }
        switch subscriptions[index].phase {
        case .active: endPeriod(ofSubscriptionAt: index, in: &store)
        case .inGracePeriod(_, let retryEnd): retryBilling(ofSubscriptionAt: index, until: retryEnd, in: &store)
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
        records.reversed().lazy
            .filter { $0.transaction.originalTransactionIdentifier == subscription.originalTransactionIdentifier }
            .prefix { $0.transaction.reason == .renewal }
            .count
    }

    /// - Parameter start: When the period begins, if not at the end of the current one.
    mutating func renew(_ index: Int, _ product: ProductDefinition, at start: Date?, in store: inout StoreContext) {
        let charge = subscriptions[index].nextCharge(for: product)
        subscriptions[index].prepareRenewal(of: product, charge, at: start, rate: store.settings.store.timeRate)
        let purchase = Purchase(payment: subscriptions[index].payment.renewing(product.id), product: product)
        beginPeriod(ofSubscriptionAt: index, purchase, charge, as: store.nextIdentifier(), .renewal, in: &store)
    }

    mutating func expire(
        _ index: Int,
        _ reason: SubscriptionRenewal.ExpirationReason,
        in store: inout StoreContext
    ) {
        subscriptions[index].expire(reason)
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    // MARK: Billing retry

    // https://developer.apple.com/documentation/storekittest/sktestsession/shouldenterbillingretryonrenewal,
    // https://developer.apple.com/documentation/storekittest/sktestsession/billinggraceperiodisenabled

    /// Begins to try a renewal again that could not be charged.
    mutating func enterBillingRetry(_ index: Int, in store: inout StoreContext) {
        let rate = store.settings.store.timeRate
        let periodEnd = subscriptions[index].expirationDate
        let retryEnd = rate.billingRetryEnd(after: periodEnd)
        guard store.settings.store.billingGracePeriodIsEnabled else {
            return retryBilling(ofSubscriptionAt: index, until: retryEnd, in: &store)
        }
        let graceEnd = rate.gracePeriodEnd(after: periodEnd, subscriptions[index].term.period)
        subscriptions[index].phase = .inGracePeriod(end: graceEnd, retryEnd: retryEnd)
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    private mutating func retryBilling(ofSubscriptionAt index: Int, until end: Date, in store: inout StoreContext) {
        subscriptions[index].phase = .inBillingRetry(end: end)
        subscriptions[index].expirationReason = .billingError
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// Charges for a renewal that had failed. During the grace period, paid days go on as if it had not; later, they
    /// begin now
    /// (https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions).
    mutating func recover(_ index: Int, in store: inout StoreContext) throws {
        let product = try store.soldProduct(subscriptions[index].nextProduct)
        renew(index, product, at: subscriptions[index].givesAccess ? nil : store.now, in: &store)
    }
}

extension Payment {
    /// The payment for another period, maybe of another product: a renewal keeps the buyer's account, and answers no
    /// request.
    fileprivate func renewing(_ product: ProductIdentifier) -> Payment {
        var payment = self
        // A quantity of 1 and a product of the catalog are always taken.
        if product != productIdentifier,
            let other = try? Payment(
                productIdentifier: product,
                applicationUsername: applicationUsername,
                appAccountToken: appAccountToken
            )
        {
            payment = other
        }
        payment.offer = nil
        payment.billingPlan = billingPlan
        return payment.identified(by: nil)
    }
}
