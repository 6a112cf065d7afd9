import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Does what has fallen due of a subscription.
    mutating func comeDue(ofSubscriptionAt index: Int) {
        switch history.accounts[account].subscriptions[index].phase {
        case .active: endPeriod(ofSubscriptionAt: index)
        case .inGracePeriod(_, let retryEnd): endGracePeriod(index, retryEnd: retryEnd)
        // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, EXPIRED/BILLING_RETRY
        case .inBillingRetry: expire(index, .billingError)
        case .expired, .revoked: break
        }
    }

    /// Renews, or ends, a subscription whose period is over
    /// (https://developer.apple.com/documentation/appstoreserverapi/expirationintent).
    private mutating func endPeriod(ofSubscriptionAt index: Int) {
        let subscription = history.accounts[account].subscriptions[index]
        guard subscription.willAutoRenew || subscription.committedPayments > 0 else {
            return expire(
                index,
                subscription.hasDeclinedPriceIncrease ? .didNotConsentToPriceIncrease : .autoRenewDisabled
            )
        }
        if subscription.committedPayments == 0, subscription.priceIncrease?.isAgreed == false {
            return expire(index, .didNotConsentToPriceIncrease)
        }
        if let limit = settings.renewalLimit, renewalCount(of: subscription) >= limit {
            return expire(index, .autoRenewDisabled)
        }
        guard let definition = productForSale(subscription.nextProduct) else {
            return expire(index, .productUnavailable)
        }
        if settings.store.shouldEnterBillingRetryOnRenewal { return enterBillingRetry(index) }
        renew(index, definition, at: nil)
    }

    /// Since the customer last bought it.
    private func renewalCount(of subscription: SandboxSubscription) -> Int {
        history.accounts[account].records.reversed().lazy
            .filter { $0.common.originalTransactionIdentifier == subscription.originalTransactionIdentifier }
            .prefix { $0.common.reason == .renewal }
            .count
    }

    /// - Parameter start: When the period begins, if not at the end of the current one.
    mutating func renew(_ index: Int, _ definition: ProductDefinition, at start: Date?) {
        let charge = nextCharge(of: history.accounts[account].subscriptions[index], to: definition)
        let rate = settings.store.timeRate
        changeSubscription(at: index) { subscription in
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
        let identifier = nextIdentifier()
        recordPeriod(ofSubscriptionAt: index, definition, charge, identifier, nil, .renewal)
        deliver(identifier)
        shareWithFamily(identifier)
        tellRenewal(at: index)
    }

    mutating func expire(_ index: Int, _ reason: SubscriptionRenewal.ExpirationReason) {
        changeSubscription(at: index) { subscription in
            subscription.phase = .expired
            subscription.willAutoRenew = false
            subscription.priceIncrease = nil
            subscription.runningOffer = nil
            subscription.nextOffer = nil
            subscription.committedPayments = 0
            subscription.expirationReason = reason
        }
        tellRenewal(at: index)
    }

    // MARK: Billing retry and grace period
    // https://developer.apple.com/documentation/storekittest/sktestsession/shouldenterbillingretryonrenewal,
    // https://developer.apple.com/documentation/storekittest/sktestsession/billinggraceperiodisenabled

    mutating func enterBillingRetry(_ index: Int) {
        let rate = settings.store.timeRate
        let hasGrace = settings.store.billingGracePeriodIsEnabled
        changeSubscription(at: index) { subscription in
            let end = subscription.expirationDate
            let retryEnd = rate.billingRetryEnd(after: end)
            if hasGrace {
                subscription.phase = .inGracePeriod(
                    end: rate.gracePeriodEnd(after: end, subscription.term.period),
                    retryEnd: retryEnd
                )
            } else {
                subscription.phase = .inBillingRetry(end: retryEnd)
                subscription.expirationReason = .billingError
            }
        }
        tellRenewal(at: index)
    }

    private mutating func endGracePeriod(_ index: Int, retryEnd: Date) {
        changeSubscription(at: index) { subscription in
            subscription.phase = .inBillingRetry(end: retryEnd)
            subscription.expirationReason = .billingError
        }
        tellRenewal(at: index)
    }

    /// Charges for a renewal that had failed. During the grace period, paid days go on as if it had not; later, they
    /// begin now
    /// (https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions).
    mutating func recover(_ index: Int) throws {
        let subscription = history.accounts[account].subscriptions[index]
        guard let definition = productForSale(subscription.nextProduct) else {
            throw IAPError(
                .productNotAvailable,
                "“\(subscription.nextProduct)” is not sold now, so it cannot be renewed. Put it on sale again.",
                productIdentifier: subscription.nextProduct
            )
        }
        renew(index, definition, at: subscription.givesAccess ? nil : now)
    }

    // MARK: Revocation

    /// A refund of the running period ends access at once and renewal with it; of an earlier period, neither.
    mutating func revokeSubscription(whoseLatestTransactionIs identifier: TransactionIdentifier) {
        guard let index = index(ofSubscriptionEndingWith: identifier),
            history.accounts[account].subscriptions[index].dueDate != nil
        else { return }
        changeSubscription(at: index) { subscription in
            subscription.phase = .revoked
            subscription.wouldRenewUnrefunded = subscription.willAutoRenew
            subscription.willAutoRenew = false
            subscription.expirationReason = nil
        }
        tellRenewal(at: index)
    }

    /// A refund's reversal leaves the renewal date as it was
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, REFUND_REVERSED). A
    /// period that is over by now stays over.
    mutating func resumeSubscription(whoseLatestTransactionIs identifier: TransactionIdentifier) {
        guard let index = index(ofSubscriptionEndingWith: identifier),
            history.accounts[account].subscriptions[index].phase == .revoked
        else { return }
        guard history.accounts[account].subscriptions[index].expirationDate > now else {
            return expire(index, .autoRenewDisabled)
        }
        changeSubscription(at: index) { subscription in
            subscription.phase = .active
            subscription.willAutoRenew = subscription.wouldRenewUnrefunded ?? false
        }
        tellRenewal(at: index)
    }

    private func index(ofSubscriptionEndingWith identifier: TransactionIdentifier) -> Int? {
        history.accounts[account].subscriptions.firstIndex { $0.latestTransaction == identifier }
    }
}
