import Foundation
import IAPStoreKitFile
import IAPCore

/// What a new price means to who subscribes already
/// (https://developer.apple.com/documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions).
extension AppStoreServer {
    mutating func changePrice(
        of identifier: ProductIdentifier,
        to price: Decimal,
        _ subscribers: SandboxAppStore.PriceForSubscribers
    ) throws {
        guard let definition = definition(of: identifier), let configured = configuredDefinition(of: identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store has no product “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        guard price >= 0, !price.isNaN else {
            throw IAPError(
                .invalidAction,
                "A price of \(price) cannot be. Give 0 or more.",
                productIdentifier: identifier
            )
        }
        var prices = history.prices ?? [:]
        prices[identifier] =
            price == configured.price ? nil : ChangedPrice(configured: configured.price, price: price)
        history.prices = prices.isEmpty ? nil : prices
        for place in history.accounts.indices {
            account = place
            for index in history.accounts[place].subscriptions.indices {
                let subscription = history.accounts[place].subscriptions[index]
                guard subscription.productIdentifier == identifier, subscription.dueDate != nil else { continue }
                let paid = subscription.keptPrice ?? definition.price
                changeSubscription(at: index) { $0.pay(paid, insteadOf: price, subscribers) }
                tellRenewal(at: index)
            }
        }
    }

    /// Goes back to the configuration's prices, which are everybody's from the next period on; no consent is waited
    /// for.
    mutating func resetPrices() {
        guard let changed = history.prices else { return }
        history.prices = nil
        for place in history.accounts.indices {
            account = place
            for index in history.accounts[place].subscriptions.indices
            where changed[history.accounts[place].subscriptions[index].productIdentifier] != nil {
                changeSubscription(at: index) { subscription in
                    subscription.keptPrice = nil
                    subscription.priceIncrease = nil
                }
                tellRenewal(at: index)
            }
        }
    }

    mutating func requestPriceIncreaseConsent(_ identifier: TransactionIdentifier) throws {
        let index = try runningSubscription(of: identifier)
        changeSubscription(at: index) { $0.priceIncrease = SandboxSubscription.PriceIncrease(isAgreed: false) }
        tellRenewal(at: index)
    }

    mutating func answerPriceIncrease(_ isAgreed: Bool, _ identifier: TransactionIdentifier) throws {
        let index = try runningSubscription(of: identifier)
        guard history.accounts[account].subscriptions[index].priceIncrease?.isAgreed == false else {
            throw IAPError(
                .invalidAction,
                "The subscription of transaction \(identifier) waits for no consent. Request it first.",
                transactionIdentifier: identifier
            )
        }
        changeSubscription(at: index) { subscription in
            subscription.priceIncrease = isAgreed ? SandboxSubscription.PriceIncrease(isAgreed: true) : nil
            subscription.hasDeclinedPriceIncrease = !isAgreed
            if !isAgreed { subscription.willAutoRenew = false }
        }
        tellRenewal(at: index)
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
