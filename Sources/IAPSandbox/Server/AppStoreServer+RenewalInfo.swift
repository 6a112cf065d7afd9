import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
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
