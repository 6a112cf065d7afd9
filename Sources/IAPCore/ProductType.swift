/// A kind of in-app purchase. Stores may add kinds.
///
/// The SDK does not guess what a kind means that this version does not know: it logs a product of such a kind and
/// counts it as invalid, and it keeps a transaction unfinished for a later version.
///
/// Source: [`Product.ProductType`](https://developer.apple.com/documentation/storekit/product/producttype).
public struct ProductType: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A product that is used up and bought again, such as coins. It is never restored.
    public static let consumable = ProductType(rawValue: "consumable")
    /// A product that is bought once and owned for good, such as a premium version. It is restored.
    public static let nonConsumable = ProductType(rawValue: "nonConsumable")
    /// Access for a time that the app declares. The store never renews it.
    public static let nonRenewable = ProductType(rawValue: "nonRenewable")
    /// A subscription that the store renews until the customer cancels it. It is restored.
    public static let autoRenewable = ProductType(rawValue: "autoRenewable")

    /// The kinds that this version knows.
    package static let known = [consumable, nonConsumable, nonRenewable, autoRenewable]
}
