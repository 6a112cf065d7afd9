public import Foundation
public import IAPCore

/// Prices that change while customers subscribe ([Managing price
/// increases](https://developer.apple.com/documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions)).
extension SandboxAppStore {
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
        try change(throwing: { try $0.changePrice(of: productIdentifier, to: price, subscribers) })
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
