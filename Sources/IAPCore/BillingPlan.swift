public import Foundation

/// A way to pay for a subscription: the whole length at once, or a part of it each month.
///
/// Source:
/// [`BillingPlanType`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/billingplantype).
public struct BillingPlan: Hashable, Sendable, Codable {
    /// Stores may add ways.
    public struct PlanType: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The whole length is paid at its beginning.
        public static let upFront = PlanType(rawValue: "BILLED_UPFRONT")
        /// A part is paid each month, and the customer is bound for the whole length.
        public static let monthly = PlanType(rawValue: "MONTHLY")
    }

    public let type: PlanType
    /// What is charged each time, in the product's currency.
    public let price: Decimal
    /// What is charged for the whole length.
    public let commitmentPrice: Decimal

    public init(type: PlanType, price: Decimal, commitmentPrice: Decimal) {
        self.type = type
        self.price = price
        self.commitmentPrice = commitmentPrice
    }
}
