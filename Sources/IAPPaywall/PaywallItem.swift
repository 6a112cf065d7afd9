public import IAP

/// A product as a paywall shows it: texts for the customer, and the state of its purchase.
public struct PaywallItem: Hashable, Sendable, Identifiable {
    /// What the customer can do with a product. A screen handles every state.
    public enum State: Hashable, Sendable, CaseIterable {
        /// The store has not described it yet, or has not said its price in a new storefront.
        case loading
        case buyable
        /// The payment sheet is open, or the store works on it.
        case purchasing
        /// It waits for an approval, such as a parent's.
        case pending
        /// The customer has it: a subscription while it lasts, a consumable never.
        case owned
        /// Off sale, or the customer may not pay.
        case unavailable
    }

    public let id: ProductIdentifier
    /// `nil` while it was never loaded.
    public let product: StoreProduct?
    public let title: String
    public let description: String
    /// `$0.99`, or `Free`; empty while it was never loaded, as the texts below are.
    public let price: String
    /// `$9.99/month`; the price, for a product that is no subscription.
    public let recurringPrice: String
    /// `3 days free, then $9.99/month`; `nil` unless this customer is eligible for an offer.
    public let offer: String?
    /// `Renews monthly for $9.99 until cancelled`, `One-time payment`.
    public let renewalTerms: String
    /// What the plan costs beside what the group's monthly plan costs in the same time, or its dearest one where none
    /// is monthly; draw `regular` struck through. `nil` when nothing is saved, and where plans differ in more than
    /// their length.
    public let comparison: PriceComparison?
    /// `Best value`, on the plan that costs less than each other one of its group in the same time; `nil` on all
    /// others, and where plans differ in more than their length.
    public let badge: String?
    /// `Renews on March 3`, on the plan that the customer has or had last.
    public let subscriptionState: String?
    public let state: State
    /// For a button: `Buy`, `Subscribe`, `Try for Free`, `Purchasing…`, `Waiting for approval`, `Purchased`, by
    /// ``state``.
    public let action: String

    /// What is saved, such as `Save 16%`; it never overstates.
    public var savings: String? { comparison?.savings }
    public var isBestValue: Bool { badge != nil }

    /// Whether ``PaywallModel/buy(_:quantity:options:)`` buys it. A non-renewing subscription that is owned can be
    /// bought again: that prolongs it.
    public var canBuy: Bool {
        state == .buyable || (state == .owned && product?.type == .nonRenewable)
    }
}
