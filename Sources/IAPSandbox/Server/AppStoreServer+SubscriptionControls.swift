import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// The subscription whose current period a control means.
    private mutating func subscriptionIndex(of identifier: ProductIdentifier, _ accountName: String) throws -> Int {
        use(account: accountName)
        guard let definition = definition(of: identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store has no product “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        guard definition.type == .autoRenewable else {
            throw IAPError(
                .invalidAction,
                "“\(identifier)” is not an auto-renewable subscription, so it neither renews nor expires.",
                productIdentifier: identifier
            )
        }
        let index = history.accounts[account].subscriptions.firstIndex { $0.productIdentifier == identifier }
        guard let index else {
            throw IAPError(
                .subscriptionNotFound,
                "The customer has no subscription to “\(identifier)”. Buy it first.",
                productIdentifier: identifier
            )
        }
        return index
    }

    mutating func expireSubscription(_ identifier: ProductIdentifier, _ accountName: String) throws {
        let index = try subscriptionIndex(of: identifier, accountName)
        guard history.accounts[account].subscriptions[index].dueDate != nil else {
            throw IAPError(
                .invalidAction,
                "The subscription to “\(identifier)” has ended already.",
                productIdentifier: identifier
            )
        }
        if history.accounts[account].subscriptions[index].isActive { endCurrentPeriod(ofSubscriptionAt: index) }
        expire(index, .autoRenewDisabled)
    }

    /// It neither begins nor ends billing retry of what is in it
    /// (https://developer.apple.com/documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)).
    mutating func forceRenewal(_ identifier: ProductIdentifier, _ accountName: String) throws {
        let index = try subscriptionIndex(of: identifier, accountName)
        let subscription = history.accounts[account].subscriptions[index]
        guard !subscription.isInBillingRetry else {
            throw IAPError(
                .invalidAction,
                "The store cannot charge for “\(identifier)” now. Resolve the issue of its latest transaction.",
                productIdentifier: identifier,
                transactionIdentifier: subscription.latestTransaction
            )
        }
        guard let definition = productForSale(subscription.nextProduct) else {
            throw IAPError(
                .productNotAvailable,
                "“\(subscription.nextProduct)” is not sold now, so it cannot be renewed. Put it on sale again.",
                productIdentifier: subscription.nextProduct
            )
        }
        if subscription.isActive { endCurrentPeriod(ofSubscriptionAt: index) }
        changeSubscription(at: index) { subscription in
            subscription.willAutoRenew = true
            subscription.priceIncrease = nil
            subscription.hasDeclinedPriceIncrease = false
        }
        if subscription.isActive, settings.store.shouldEnterBillingRetryOnRenewal {
            enterBillingRetry(index)
        } else {
            renew(index, definition, at: now)
        }
    }

    private mutating func endCurrentPeriod(ofSubscriptionAt index: Int) {
        let date = now
        let latest = history.accounts[account].subscriptions[index].latestTransaction
        changeSubscription(at: index) { $0.end(at: date) }
        history.accounts[account].change(latest) { $0.transaction.expirationDate = date }
        deliver(latest)
    }

    /// The running subscription that a transaction belongs to.
    mutating func runningSubscription(of identifier: TransactionIdentifier) throws -> Int {
        let record = try existingRecord(identifier)
        let original = record.common.originalTransactionIdentifier
        guard record.common.productType == .autoRenewable,
            let index = original.flatMap({ history.accounts[account].index(ofSubscription: $0.number) })
        else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) is not of an auto-renewable subscription that the customer bought.",
                transactionIdentifier: identifier
            )
        }
        guard history.accounts[account].subscriptions[index].dueDate != nil else {
            throw IAPError(
                .invalidAction,
                "The subscription of transaction \(identifier) has ended. Buy it again.",
                transactionIdentifier: identifier
            )
        }
        return index
    }

    /// Cancelling during billing retry ends the retry
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, DID_FAIL_TO_RENEW).
    /// What that means to a grace period, which is the beginning of the retry, Apple's pages do not say: that access
    /// ends with it is this SDK's choice.
    mutating func setAutoRenew(_ isOn: Bool, _ identifier: TransactionIdentifier) throws {
        let index = try runningSubscription(of: identifier)
        if !isOn, history.accounts[account].subscriptions[index].isInBillingRetry {
            return expire(index, .autoRenewDisabled)
        }
        changeSubscription(at: index) { subscription in
            subscription.willAutoRenew = isOn
            subscription.hasDeclinedPriceIncrease = false
        }
        tellRenewal(at: index)
    }
}
