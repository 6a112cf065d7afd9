public import Foundation
public import IAPCore

/// What happens to subscriptions outside the app, and to their prices.
extension SandboxAppStore {
    /// Ends a subscription now, and turns its renewal off
    /// ([`expireSubscription(productIdentifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/expiresubscription(productidentifier:))).
    ///
    /// - Throws: ``IAPError`` with code `productNotAvailable` for an unknown product, `invalidAction` for one that is
    ///   no auto-renewable subscription or has ended, `subscriptionNotFound` when the customer has none.
    public func expireSubscription(productIdentifier: ProductIdentifier) throws {
        try expireSubscription(productIdentifier: productIdentifier, account: Self.defaultAccount)
    }

    /// The same, of another account.
    public func expireSubscription(productIdentifier: ProductIdentifier, account: String) throws {
        try act(as: account) { try $0.expireSubscription(productIdentifier, in: &$1) }
    }

    /// Ends a subscription's period now and begins the next, with renewal on
    /// ([`forceRenewalOfSubscription(productIdentifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:))).
    ///
    /// - Throws: As ``expireSubscription(productIdentifier:)``, but that a subscription that has ended begins again.
    ///   `invalidAction` during billing retry.
    public func forceRenewalOfSubscription(productIdentifier: ProductIdentifier) throws {
        try forceRenewalOfSubscription(productIdentifier: productIdentifier, account: Self.defaultAccount)
    }

    /// The same, of another account.
    public func forceRenewalOfSubscription(productIdentifier: ProductIdentifier, account: String) throws {
        try act(as: account) { try $0.forceRenewal(productIdentifier, in: &$1) }
    }

    /// Lets a subscription renew again, before it ends
    /// ([`enableAutoRenewForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/enableautorenewfortransaction(identifier:))).
    public func enableAutoRenewForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.setAutoRenew(true, identifier, in: &$1) }
    }

    /// Lets a subscription end with its period, or ends its billing retry, and access with it if there was a grace
    /// period (of which Apple's pages do not speak). A yearly plan that is paid by the month goes on to the end of its
    /// commitment
    /// ([`disableAutoRenewForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/disableautorenewfortransaction(identifier:))).
    public func disableAutoRenewForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.setAutoRenew(false, identifier, in: &$1) }
    }

    // MARK: Prices

    /// What a higher price means to customers who subscribe already. A lower one is theirs from the next period on, in any case.
    public enum PriceForSubscribers: Hashable, Sendable, CaseIterable {
        /// They go on to pay what they paid.
        case preserved
        /// They pay the new price from the next period on, and receive a notice.
        case increased
        /// They pay it if they agree; a subscription without an answer ends with its period.
        case increasedWithConsent
    }

    /// Changes what a product costs, until ``resetToDefaultState()``, or until the configuration itself has another
    /// price for it. ``clearTransactions()`` leaves prices alone.
    ///
    /// - Throws: ``IAPError`` with code `productNotAvailable` for an unknown product, `invalidAction` for a negative
    ///   price, `storageFailed` when the history cannot be written; then the price stays as it was.
    public func changePrice(
        productIdentifier: ProductIdentifier,
        to price: Decimal,
        forSubscribers subscribers: PriceForSubscribers = .preserved
    ) throws {
        try tryChange { try $0.changePrice(of: productIdentifier, to: price, subscribers) }
    }

    /// Asks the customer to agree to a higher price; the price itself need not change
    /// ([`requestPriceIncreaseConsentForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:))).
    ///
    /// Without an answer, the subscription ends with its period.
    public func requestPriceIncreaseConsentForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.requestPriceIncreaseConsent(identifier, in: &$1) }
    }

    /// Agrees: the subscription renews, at the new price
    /// ([`consentToPriceIncreaseForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/consenttopriceincreasefortransaction(identifier:))).
    public func consentToPriceIncreaseForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.answerPriceIncrease(true, identifier, in: &$1) }
    }

    /// Declines: the subscription ends with its period
    /// ([`declinePriceIncreaseForTransaction(identifier:)`](https://developer.apple.com/documentation/storekittest/sktestsession/declinepriceincreasefortransaction(identifier:))).
    public func declinePriceIncreaseForTransaction(identifier: TransactionIdentifier) throws {
        try act(asOwnerOf: identifier) { try $0.answerPriceIncrease(false, identifier, in: &$1) }
    }
}
