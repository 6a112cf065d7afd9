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
            let subscription = subscriptions[index]
            guard subscription.productIdentifier == product, subscription.dueDate != nil else { continue }
            let paid = subscription.keptPrice ?? earlier
            changeSubscription(at: index, in: &store) { $0.pay(paid, insteadOf: price, subscribers) }
            sendRenewal(ofSubscriptionAt: index, in: &store)
        }
    }

    /// Pays the configuration's prices from the next period on. No consent is waited for.
    mutating func pricesDidReset(of products: Set<ProductIdentifier>, in store: inout StoreContext) {
        for index in subscriptions.indices where products.contains(subscriptions[index].productIdentifier) {
            changeSubscription(at: index, in: &store) { subscription in
                subscription.keptPrice = nil
                subscription.priceIncrease = nil
            }
            sendRenewal(ofSubscriptionAt: index, in: &store)
        }
    }

    mutating func requestPriceIncreaseConsent(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws
    {
        let index = try runningSubscription(of: identifier)
        changeSubscription(at: index, in: &store) {
            $0.priceIncrease = SandboxSubscription.PriceIncrease(isAgreed: false)
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    mutating func answerPriceIncrease(
        _ isAgreed: Bool,
        _ identifier: TransactionIdentifier,
        in store: inout StoreContext
    ) throws {
        let index = try runningSubscription(of: identifier)
        guard subscriptions[index].priceIncrease?.isAgreed == false else {
            throw IAPError(
                .invalidAction,
                "The subscription of transaction \(identifier) waits for no consent. Request it first.",
                transactionIdentifier: identifier
            )
        }
        changeSubscription(at: index, in: &store) { subscription in
            subscription.priceIncrease = isAgreed ? SandboxSubscription.PriceIncrease(isAgreed: true) : nil
            subscription.hasDeclinedPriceIncrease = !isAgreed
            if !isAgreed { subscription.willAutoRenew = false }
        }
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
