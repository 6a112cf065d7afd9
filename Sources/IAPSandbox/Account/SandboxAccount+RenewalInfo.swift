import Foundation
import IAPCore
import IAPStoreKitFile

extension SandboxAccount {
    /// Sends a subscription's renewal information, and the messages about it, if that has changed.
    mutating func sendRenewal(ofSubscriptionAt index: Int, in store: inout StoreContext) {
        var renewal = subscriptions[index].renewal(in: store)
        let earlier = subscriptions[index].sentRenewal
        renewal.signedDate = earlier?.signedDate
        guard renewal != earlier else { return }
        renewal.signedDate = store.now.signing(after: earlier?.signedDate)
        subscriptions[index].sentRenewal = renewal
        sendToDevices(.subscriptionRenewal(renewal), in: &store)
        for message in renewal.messages(since: earlier) { sendToDevices(.message(message), in: &store) }
    }
}

extension SandboxSubscription {
    /// The renewal information as of now.
    fileprivate func renewal(in store: StoreContext) -> SubscriptionRenewal {
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: originalTransactionIdentifier,
            willAutoRenew: willAutoRenew,
            autoRenewPreference: autoRenewPreference,
            isInBillingRetry: isInBillingRetry,
            expirationReason: expirationReason
        )
        if case .inGracePeriod(let end, _) = phase { renewal.gracePeriodExpirationDate = end }
        if let increase = priceIncrease {
            renewal.priceIncreaseStatus = increase.isAgreed ? .agreed : .pending
        }
        renewal.recentSubscriptionStartDate = recentStart
        renewal.renewalDate = expirationDate
        renewal.eligibleWinBackOfferIdentifiers = eligibleWinBackOffers(of: store.definition(of: productIdentifier))
        let renews = willAutoRenew || committedPayments > 0
        guard renews, isActive || isInBillingRetry,
            let definition = store.productForSale(nextProduct)
        else { return renewal }
        let charge = nextCharge(for: definition)
        renewal.renewalPrice = charge.price
        renewal.currencyCode = store.settings.currencyCode
        renewal.offerType = charge.offer?.type
        renewal.offerIdentifier = charge.offer?.id
        return renewal
    }
}

extension SubscriptionRenewal {
    /// The messages to the customer about it, for what did not hold before
    /// (https://developer.apple.com/documentation/storekit/message/reason-swift.struct).
    func messages(since earlier: SubscriptionRenewal?) -> [StoreMessage] {
        func begins(_ holds: (SubscriptionRenewal) -> Bool) -> Bool { holds(self) && earlier.map(holds) != true }
        var reasons: [StoreMessage.Reason] = []
        if begins({ $0.priceIncreaseStatus == .pending }) { reasons.append(.priceIncreaseConsent) }
        if begins(\.isInBillingRetry) { reasons.append(.billingIssue) }
        if begins({ !$0.eligibleWinBackOfferIdentifiers.isEmpty }) { reasons.append(.winBackOffer) }
        return reasons.map { StoreMessage(reason: $0, identifier: originalTransactionIdentifier.rawValue) }
    }
}
