import Foundation
import IAPCore

/// What a new price means to a customer who subscribes already
/// (https://developer.apple.com/documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions).
extension SandboxAccount {
    /// - Parameter earlier: What the product cost before.
    mutating func priceDidChange(
        of product: ProductIdentifier,
        from earlier: Decimal,
        to price: Decimal,
        _ subscribers: SandboxAppStore.PriceForSubscribers,
        in store: inout StoreContext
    ) {
        for index in subscriptions.indices {
            guard subscriptions[index].productIdentifier == product, subscriptions[index].isRunning else { continue }
            let paid = subscriptions[index].keptPrice ?? earlier
            subscriptions[index].pay(paid, insteadOf: price, subscribers)
            sendRenewal(ofSubscriptionAt: index, in: &store)
        }
    }

    /// Pays the configuration's prices from the next period on. No consent is waited for.
    mutating func pricesDidReset(of products: Set<ProductIdentifier>, in store: inout StoreContext) {
        for index in subscriptions.indices where products.contains(subscriptions[index].productIdentifier) {
            subscriptions[index].keptPrice = nil
            subscriptions[index].priceIncrease = nil
            sendRenewal(ofSubscriptionAt: index, in: &store)
        }
    }

    mutating func requestPriceIncreaseConsent(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws
    {
        let index = try runningSubscription(of: identifier)
        subscriptions[index].priceIncrease = SandboxSubscription.PriceIncrease(isAgreed: false)
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    mutating func answerPriceIncrease(
        _ isAgreed: Bool,
        _ identifier: TransactionIdentifier,
        in store: inout StoreContext
    ) throws {
        let index = try runningSubscription(of: identifier)
        guard subscriptions[index].priceIncrease?.isAgreed == false else {
            throw IAPError.invalidAction(
                identifier,
                "The subscription of transaction \(identifier) waits for no consent. Request it first."
            )
        }
        subscriptions[index].priceIncrease = isAgreed ? SandboxSubscription.PriceIncrease(isAgreed: true) : nil
        subscriptions[index].hasDeclinedPriceIncrease = !isAgreed
        if !isAgreed { subscriptions[index].willAutoRenew = false }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }
}

extension SandboxSubscription {
    fileprivate mutating func pay(
        _ paid: Decimal,
        insteadOf price: Decimal,
        _ subscribers: SandboxAppStore.PriceForSubscribers
    ) {
        // One change at a time: a second one takes the first one's place.
        priceIncrease = nil
        guard price > paid else {
            // https://developer.apple.com/help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions
            keptPrice = nil
            return
        }
        keptPrice = paid
        switch subscribers {
        case .preserved: break
        case .increased: priceIncrease = PriceIncrease(isAgreed: true)
        case .increasedWithConsent: priceIncrease = PriceIncrease(isAgreed: false)
        }
    }
}
