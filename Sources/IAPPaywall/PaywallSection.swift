public import IAP

/// Products that belong together: those of a kind, or the plans of a subscription group.
public struct PaywallSection: Hashable, Sendable, Identifiable {
    public enum ID: Hashable, Sendable {
        case products(ProductType)
        case subscriptionGroup(String)
        /// Products that the store has not described yet.
        case loading
    }

    public let id: ID
    /// `Extras`, or the name of the subscription group; `nil` while loading.
    public let heading: String?
    /// In the order in which the app names its products.
    public let items: [PaywallItem]
}
