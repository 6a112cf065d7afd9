/// The offers that a customer may have. They decide which offer a text describes.
public struct OfferEligibility: Hashable, Sendable {
    /// Whether the customer never had an introductory offer on a product of the group, so that one applies
    /// ([`isEligibleForIntroOffer`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/iseligibleforintrooffer)).
    public var isNewToGroup: Bool
    /// The promotional, code and win-back offers that the app or the store grants, the best first.
    public var offerIdentifiers: [String]

    public init(isNewToGroup: Bool = false, offerIdentifiers: [String] = []) {
        self.isNewToGroup = isNewToGroup
        self.offerIdentifiers = offerIdentifiers
    }

    /// No offer at all.
    package static let none = OfferEligibility()
    /// Only the introductory offer.
    package static let newCustomer = OfferEligibility(isNewToGroup: true)
}

extension StoreProduct {
    /// The offer that this customer gets: the first that was granted by name and that the product has, otherwise the
    /// introductory one for a customer new to the group, otherwise none.
    public func offer(for eligibility: OfferEligibility) -> SubscriptionOffer? {
        guard let subscription else { return nil }
        let granted = eligibility.offerIdentifiers.lazy.compactMap { identifier in
            subscription.offers.first { $0.id == identifier && $0.type != .introductory }
        }
        return granted.first ?? (eligibility.isNewToGroup ? subscription.introductoryOffer : nil)
    }
}
