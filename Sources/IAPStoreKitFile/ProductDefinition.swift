public import Foundation
public import IAPCore

/// A product as its developer defines it, in App Store Connect, in Xcode, or in Swift.
public struct ProductDefinition: Hashable, Sendable, Identifiable {
    /// A name and a description in one language.
    public struct Localization: Hashable, Sendable {
        /// Such as `en_US`, `ja` or `zh_Hans`.
        public let locale: String
        public let displayName: String
        public let description: String

        public init(locale: String, displayName: String, description: String) {
            self.locale = locale
            self.displayName = displayName
            self.description = description
        }
    }

    public let productIdentifier: ProductIdentifier
    public let type: ProductType
    /// The developer's own name for it, at most 64 characters; customers see it only where no localization names the
    /// product.
    public let referenceName: String?
    /// In the currency of the storefront; never negative.
    public var price: Decimal
    public let localizations: [Localization]
    public let isFamilyShareable: Bool
    /// Whether the store sells it. A product off sale is an invalid identifier to a product request.
    public var isForSale: Bool
    /// Given exactly for auto-renewable subscriptions.
    public let subscription: ProductSubscriptionInfo?
    /// Who may have which offer, where not every customer may. An offer that is not listed is for every customer.
    public var offerConditions: [OfferConditions] = []
    /// The ways in which a subscription can be paid, other than its ``price`` at the beginning of each period.
    public var billingPlans: [BillingPlan] = []
    /// The names of its subscription group as customers read them.
    public let groupLocalizations: [Localization]

    public var id: ProductIdentifier { productIdentifier }

    public init(
        productIdentifier: ProductIdentifier,
        type: ProductType,
        referenceName: String? = nil,
        price: Decimal,
        localizations: [Localization] = [],
        isFamilyShareable: Bool = false,
        isForSale: Bool = true,
        subscription: ProductSubscriptionInfo? = nil,
        groupLocalizations: [Localization] = []
    ) {
        self.productIdentifier = productIdentifier
        self.type = type
        self.referenceName = referenceName
        self.price = price
        self.localizations = localizations
        self.isFamilyShareable = isFamilyShareable
        self.isForSale = isForSale
        self.subscription = subscription
        self.groupLocalizations = groupLocalizations
    }
}
