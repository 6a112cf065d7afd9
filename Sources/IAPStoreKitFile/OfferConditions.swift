public import IAPCore

/// Who may have an offer of a subscription, as its developer decides.
public struct OfferConditions: Hashable, Sendable {
    /// A customer's relation to the subscription group.
    public enum Customer: String, Hashable, Sendable, CaseIterable {
        /// Never subscribed.
        case new
        /// Subscribes now.
        case existing
        /// Subscribed earlier.
        case expired
    }

    public let offer: SubscriptionOffer
    /// Who may redeem an offer code ([App Store Connect
    /// help](https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-offer-codes/)).
    public var customers = Set(Customer.allCases)
    /// Whether customers are eligible for the win-back offer: the switch of Xcode's editor, which stands for every
    /// condition of App Store Connect ([Testing win-back offers in
    /// Xcode](https://developer.apple.com/documentation/storekit/testing-win-back-offers-in-xcode)).
    public var isEligible = true
    /// Whether a new customer who redeems the offer code has the introductory offer first.
    public var isStackable = false
    /// The billing plan that it is for; `nil` for all.
    public var billingPlan: BillingPlan.PlanType?

    public init(_ offer: SubscriptionOffer) {
        self.offer = offer
    }
}

extension ProductDefinition {
    /// The conditions of an offer of this product; none where none are listed.
    public func conditions(of offer: SubscriptionOffer) -> OfferConditions {
        offerConditions.first { $0.offer == offer } ?? OfferConditions(offer)
    }

    /// Whether an offer applies to a billing plan; `nil` stands for paying up front.
    public func isOffered(_ offer: SubscriptionOffer, withPlan plan: BillingPlan.PlanType?) -> Bool {
        let plans = offerConditions.filter { $0.offer == offer }.map(\.billingPlan)
        return plans.isEmpty || plans.contains { $0 == nil || $0 == plan ?? .upFront }
    }
}
