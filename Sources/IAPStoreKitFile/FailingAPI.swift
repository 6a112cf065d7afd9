extension StoreConfiguration {
    /// An API that a simulated store can answer with an error; the raw value is the name that Xcode's editor shows.
    public enum FailingAPI: String, Hashable, Sendable, Codable, CaseIterable {
        case loadProducts = "Load Products"
        case purchase = "Purchase"
        case verification = "Verification"
        case appStoreSync = "App Store Sync"
        case subscriptionStatus = "Subscription Status"
        case appTransaction = "App Transaction"
        case manageSubscriptionsSheet = "Manage Subscriptions Sheet"
        case refundRequestSheet = "Refund Request Sheet"
        case offerCodeRedeemSheet = "Offer Code Redeem Sheet"
    }
}
