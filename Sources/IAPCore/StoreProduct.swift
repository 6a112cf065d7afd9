public import Foundation

/// A product as the store sells it to this customer: named in a language, priced in a storefront's currency.
///
/// Named apart from StoreKit's `Product`, so that an app can import both.
public struct StoreProduct: Hashable, Sendable, Codable, Identifiable {
    public let productIdentifier: ProductIdentifier
    public let type: ProductType
    public let localizedTitle: String
    public let localizedDescription: String
    /// In units of the currency, such as 0.99; never negative.
    public let price: Decimal
    /// The price as the store writes it, such as `$0.99`, `0,99 €` or `¥120`. Show this text to the customer. It comes
    /// from the store: Apple's, with StoreKit
    /// ([`displayPrice`](https://developer.apple.com/documentation/storekit/product/displayprice)).
    public let displayPrice: String
    public let currencyCode: CurrencyCode
    /// The locale in which the store writes the price; not the device's.
    public let priceLocale: Locale
    /// The storefront that sells it; `nil` when the store does not state it, although the price is right.
    public let storefront: AppStorefront?
    public let isFamilyShareable: Bool
    /// `nil` unless the product is an auto-renewable subscription.
    public let subscription: ProductSubscriptionInfo?

    public var id: ProductIdentifier { productIdentifier }

    /// Makes a product. Connections do, and so do an app's tests and previews.
    public init(
        productIdentifier: ProductIdentifier,
        type: ProductType,
        localizedTitle: String,
        localizedDescription: String,
        price: Decimal,
        displayPrice: String,
        currencyCode: CurrencyCode,
        priceLocale: Locale,
        storefront: AppStorefront?,
        isFamilyShareable: Bool = false,
        subscription: ProductSubscriptionInfo? = nil
    ) {
        self.productIdentifier = productIdentifier
        self.type = type
        self.localizedTitle = localizedTitle
        self.localizedDescription = localizedDescription
        self.price = price
        self.displayPrice = displayPrice
        self.currencyCode = currencyCode
        self.priceLocale = priceLocale
        self.storefront = storefront
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }
}
