public import Foundation

/// The store's answer to a product request.
///
/// Source: [`SKProductsResponse`](https://developer.apple.com/documentation/storekit/skproductsresponse).
public struct ProductsResponse: Hashable, Sendable {
    /// The products that the store sells, in the order in which they were asked for.
    public let products: [StoreProduct]
    /// The identifiers that the store does not know or does not sell, in the order in which they were asked for.
    public let invalidProductIdentifiers: [ProductIdentifier]
    /// When the store gave this answer, if it is an earlier one that is used because the store cannot be reached.
    public let offlineSince: Date?

    public init(
        products: [StoreProduct],
        invalidProductIdentifiers: [ProductIdentifier],
        offlineSince: Date? = nil
    ) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
        self.offlineSince = offlineSince
    }

    /// The product with this identifier.
    public func product(_ identifier: ProductIdentifier) -> StoreProduct? {
        products.first { $0.productIdentifier == identifier }
    }
}
