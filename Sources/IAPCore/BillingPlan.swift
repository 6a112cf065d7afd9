public import Foundation

/// A way to pay for a subscription: all of its length in one payment, or a part of it each month.
///
/// Source:
/// [`BillingPlanType`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/billingplantype).
public struct BillingPlan: Hashable, Sendable, Codable {
    /// The kinds of billing plans. Stores may add kinds.
    public struct PlanType: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer pays for the whole length at its beginning.
        public static let upFront = PlanType(rawValue: "BILLED_UPFRONT")
        /// The customer pays a part each month, and is committed to the whole length.
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
