public import Foundation

/// What the store will do at the end of a subscription's period.
///
/// Source: [`RenewalInfo`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo).
public struct SubscriptionRenewal: Hashable, Sendable, Codable {
    /// Why a subscription ended. Stores may add reasons.
    public struct ExpirationReason: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let autoRenewDisabled = ExpirationReason(rawValue: "autoRenewDisabled")
        public static let billingError = ExpirationReason(rawValue: "billingError")
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: "didNotConsentToPriceIncrease")
        public static let productUnavailable = ExpirationReason(rawValue: "productUnavailable")
        public static let unknown = ExpirationReason(rawValue: "unknown")
    }

    /// The subscription's first purchase.
    public let originalTransactionIdentifier: TransactionIdentifier
    public var willAutoRenew: Bool
    /// The product of the next period.
    public var autoRenewPreference: ProductIdentifier?
    /// Whether the store tries again to charge for a renewal that failed.
    public var isInBillingRetry: Bool
    /// Until when access goes on although a renewal could not be charged.
    public var gracePeriodExpirationDate: Date?
    public var expirationReason: ExpirationReason?

    public init(
        originalTransactionIdentifier: TransactionIdentifier,
        willAutoRenew: Bool,
        autoRenewPreference: ProductIdentifier? = nil,
        isInBillingRetry: Bool = false,
        gracePeriodExpirationDate: Date? = nil,
        expirationReason: ExpirationReason? = nil
    ) {
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.willAutoRenew = willAutoRenew
        self.autoRenewPreference = autoRenewPreference
        self.isInBillingRetry = isInBillingRetry
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.expirationReason = expirationReason
    }
}
