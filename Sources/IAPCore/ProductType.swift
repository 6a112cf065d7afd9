/// The four kinds of in-app purchase.
///
/// Source: [`Product.ProductType`](https://developer.apple.com/documentation/storekit/product/producttype).
public enum ProductType: String, Hashable, Sendable, Codable, CaseIterable {
    /// Bought again and again and used up, such as coins. Never restored.
    case consumable
    /// Bought once and owned for good, such as a premium version. Restored.
    case nonConsumable
    /// Access for a time that the app itself works out. Never renewed by the store.
    case nonRenewable
    /// A subscription that the store renews until it is cancelled. Restored.
    case autoRenewable
}
