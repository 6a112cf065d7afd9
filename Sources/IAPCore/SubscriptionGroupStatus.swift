public import Foundation

/// A customer's status in a subscription group: subscribed, in a grace period, expired.
///
/// Source:
/// [`ProductSubscriptionInfo.Status`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status).
public struct SubscriptionGroupStatus: Hashable, Sendable {
    /// Whether the subscription goes on, and if not, why. Stores may add states.
    ///
    /// Source:
    /// [`RenewalState`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalstate).
    public struct RenewalState: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let subscribed = RenewalState(rawValue: "subscribed")
        /// A renewal could not be charged. The customer keeps access for a while.
        public static let inGracePeriod = RenewalState(rawValue: "inGracePeriod")
        /// A renewal could not be charged. The customer has no access until the store has the money.
        public static let inBillingRetryPeriod = RenewalState(rawValue: "inBillingRetryPeriod")
        public static let expired = RenewalState(rawValue: "expired")
        /// The store refunded the subscription, or family sharing ended.
        public static let revoked = RenewalState(rawValue: "revoked")
    }

    public let state: RenewalState
    /// The latest period.
    public let transaction: PaymentTransaction
    /// What happens at its end; `nil` when the store has not stated it.
    public let renewal: SubscriptionRenewal?

    /// Whether the customer may use the subscription: subscribed, or in a grace period.
    public var isActive: Bool { state == .subscribed || state == .inGracePeriod }

    /// The plan that replaces this one at the next renewal; `nil` when the customer has chosen no other
    /// ([`autoRenewPreference`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/autorenewpreference)).
    public var pendingProduct: ProductIdentifier? {
        guard let renewal, renewal.willAutoRenew, state != .revoked, state != .expired else { return nil }
        return renewal.autoRenewPreference == transaction.productIdentifier ? nil : renewal.autoRenewPreference
    }

    /// When access ends or ended: the end of the grace period, the revocation, or the end of the period paid for.
    public var accessEndDate: Date {
        switch state {
        case .inGracePeriod:
            renewal?.gracePeriodExpirationDate ?? transaction.expirationDate ?? transaction.transactionDate
        case .revoked: transaction.revocationDate ?? transaction.transactionDate
        default: transaction.expirationDate ?? transaction.transactionDate
        }
    }

    public init(state: RenewalState, transaction: PaymentTransaction, renewal: SubscriptionRenewal? = nil) {
        self.state = state
        self.transaction = transaction
        self.renewal = renewal
    }
}
