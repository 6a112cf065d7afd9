#if canImport(Darwin)
public import StoreKit

extension StoreKitConnection {
    /// Shows the store's payment sheet, and returns what the customer did.
    ///
    /// Pass the options on unchanged. With SwiftUI, use
    /// [`PurchaseAction`](https://developer.apple.com/documentation/storekit/purchaseaction): `{ try await purchase($0,
    /// options: $1) }`. With UIKit and several scenes, use
    /// [`purchase(confirmIn:options:)`](https://developer.apple.com/documentation/storekit/product/purchase(confirmin:options:)-6dj6y).
    public typealias PurchaseSheet =
        @MainActor @Sendable (Product, Set<Product.PurchaseOption>) async throws -> Product.PurchaseResult

    // StoreKit has no purchase without a scene on visionOS, where an app may have several in view:
    // https://developer.apple.com/documentation/storekit/product/purchase(options:)
    #if !os(visionOS)
    /// A connection that shows the payment sheet where StoreKit chooses.
    public convenience init() {
        self.init { product, options in try await product.purchase(options: options) }
    }
    #endif
}
#endif
