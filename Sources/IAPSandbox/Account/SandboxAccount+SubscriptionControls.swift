import Foundation
import IAPStoreKitFile
import IAPCore

extension SandboxAccount {
    /// The subscription whose current period a control means.
    private func subscriptionIndex(of identifier: ProductIdentifier, in store: StoreContext) throws -> Int {
        guard try store.existingDefinition(of: identifier).type == .autoRenewable else {
            throw IAPError.invalidAction(
                on: identifier,
                "“\(identifier)” is not an auto-renewable subscription, so it neither renews nor expires."
            )
        }
        guard let index = subscriptions.firstIndex(where: { $0.productIdentifier == identifier }) else {
            throw IAPError(
                .subscriptionNotFound,
                "The customer has no subscription to “\(identifier)”. Buy it first.",
                productIdentifier: identifier
            )
        }
        return index
    }

    mutating func expireSubscription(_ identifier: ProductIdentifier, in store: inout StoreContext) throws {
        let index = try subscriptionIndex(of: identifier, in: store)
        guard subscriptions[index].isRunning else {
            throw IAPError.invalidAction(on: identifier, "The subscription to “\(identifier)” has ended already.")
        }
        if subscriptions[index].isActive { endCurrentPeriod(ofSubscriptionAt: index, in: &store) }
        expire(index, .autoRenewDisabled, in: &store)
    }

    /// It neither begins nor ends billing retry of what is in it
    /// (https://developer.apple.com/documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)).
    mutating func forceRenewal(_ identifier: ProductIdentifier, in store: inout StoreContext) throws {
        let index = try subscriptionIndex(of: identifier, in: store)
        let subscription = subscriptions[index]
        guard !subscription.isInBillingRetry else {
            throw IAPError(
                .invalidAction,
                "The store cannot charge for “\(identifier)” now. Resolve the issue of its latest transaction.",
                productIdentifier: identifier,
                transactionIdentifier: subscription.latestTransaction
            )
        }
        let product = try store.soldProduct(subscription.nextProduct)
        if subscription.isActive { endCurrentPeriod(ofSubscriptionAt: index, in: &store) }
        subscriptions[index].willAutoRenew = true
        subscriptions[index].priceIncrease = nil
        subscriptions[index].hasDeclinedPriceIncrease = false
        if subscription.isActive, store.settings.store.shouldEnterBillingRetryOnRenewal {
            enterBillingRetry(index, in: &store)
        } else {
            renew(index, product, at: store.now, in: &store)
        }
    }

    private mutating func endCurrentPeriod(ofSubscriptionAt index: Int, in store: inout StoreContext) {
        let date = store.now
        let latest = subscriptions[index].latestTransaction
        subscriptions[index].end(at: date)
        change(latest, in: &store) { $0.transaction.expirationDate = date }
        deliver(latest, in: &store)
    }

    /// The running subscription that a transaction belongs to.
    func runningSubscription(of identifier: TransactionIdentifier) throws -> Int {
        let record = try existingRecord(identifier)
        guard record.transaction.productType == .autoRenewable,
            let index = subscriptionIndex(beginningWith: record.transaction.originalTransactionIdentifier)
        else {
            throw IAPError.invalidAction(
                identifier,
                "Transaction \(identifier) is not of an auto-renewable subscription that the customer bought."
            )
        }
        guard subscriptions[index].isRunning else {
            throw IAPError.invalidAction(
                identifier,
                "The subscription of transaction \(identifier) has ended. Buy it again."
            )
        }
        return index
    }

    /// Cancelling during billing retry ends the retry
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, DID_FAIL_TO_RENEW).
    /// What that means to a grace period, which is the beginning of the retry, Apple's pages do not say: that access
    /// ends with it is this SDK's choice.
    mutating func setAutoRenew(_ isOn: Bool, _ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let index = try runningSubscription(of: identifier)
        if !isOn, subscriptions[index].isInBillingRetry {
            return expire(index, .autoRenewDisabled, in: &store)
        }
        subscriptions[index].willAutoRenew = isOn
        subscriptions[index].hasDeclinedPriceIncrease = false
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }
}
