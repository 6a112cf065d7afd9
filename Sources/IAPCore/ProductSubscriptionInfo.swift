/// What only an auto-renewable subscription has: its group, its level, its period and its offers.
public struct ProductSubscriptionInfo: Hashable, Sendable, Codable {
    /// The group in which a customer has one subscription at a time.
    public let subscriptionGroupIdentifier: String
    /// The group's name as customers read it; `nil` where the store gives none.
    public let groupDisplayName: String?
    /// The level of service; 1 is the highest. Equal levels are crossgrades.
    public let groupLevel: Int
    public let subscriptionPeriod: ProductSubscriptionPeriod
    /// All offers, whether or not the customer is eligible.
    public let offers: [SubscriptionOffer]

    public init(
        subscriptionGroupIdentifier: String,
        groupDisplayName: String? = nil,
        groupLevel: Int,
        subscriptionPeriod: ProductSubscriptionPeriod,
        offers: [SubscriptionOffer] = []
    ) {
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.groupDisplayName = groupDisplayName
        self.groupLevel = groupLevel
        self.subscriptionPeriod = subscriptionPeriod
        self.offers = offers
    }

    public var introductoryOffer: SubscriptionOffer? { offers.first { $0.type == .introductory } }
    package var winBackOffers: [SubscriptionOffer] { offers.filter { $0.type == .winBack } }
}
