public import Foundation

/// How a customer stands with a subscription group.
///
/// Source:
/// [`ProductSubscriptionInfo.Status`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status).
public struct SubscriptionGroupStatus: Hashable, Sendable {
    public enum RenewalState: String, Hashable, Sendable, Codable, CaseIterable {
        case subscribed, inGracePeriod, inBillingRetryPeriod, expired, revoked
    }

    public let state: RenewalState
    /// The latest period.
    public let transaction: PaymentTransaction
    /// What happens at its end; `nil` where the store has not told.
    public let renewal: SubscriptionRenewal?

    /// Whether the customer may use the subscription: subscribed, or in a grace period.
    public var isActive: Bool { state == .subscribed || state == .inGracePeriod }

    /// The plan that takes this one's place at the next renewal; `nil` where the customer has chosen no other
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
        case .subscribed, .inBillingRetryPeriod, .expired: transaction.expirationDate ?? transaction.transactionDate
        }
    }

    package init(state: RenewalState, transaction: PaymentTransaction, renewal: SubscriptionRenewal?) {
        self.state = state
        self.transaction = transaction
        self.renewal = renewal
    }
}
