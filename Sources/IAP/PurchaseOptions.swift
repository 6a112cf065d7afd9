public import Foundation

/// Options of a purchase, beside the product and the quantity.
public struct PurchaseOptions: Sendable, Hashable {
    /// The app's own account for the buyer; comes back on every transaction of the purchase.
    public var appAccountToken: UUID?
    /// The app's own, opaque name for the buyer's account. The store keeps it only if it is the text of a UUID.
    public var applicationUsername: String?
    /// A promotional or win-back offer to buy with; `nil` for the regular price or the introductory offer, which the
    /// store applies by itself.
    public var offer: Payment.Offer?
    /// Whether a yearly plan is paid up front or monthly; with `nil`, the store decides.
    public var billingPlan: BillingPlan.PlanType?
    /// How long to wait for the answer; `nil` for as long as it takes. A payment sheet may be open for minutes: this is
    /// for a store that never answers.
    public var timeout: Duration?
    /// Whether the sandbox treats this purchase as Ask to Buy. No effect in production.
    public var simulatesAskToBuyInSandbox = false

    public init() {}
}
