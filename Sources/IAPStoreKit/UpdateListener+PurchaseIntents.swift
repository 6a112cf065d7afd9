#if canImport(Darwin)
import IAPCore
import StoreKit

extension UpdateListener {
    /// Receives the purchases that customers begin in the App Store, on the platforms where they can.
    ///
    /// Source: [`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent).
    func receivePurchaseIntents() async {
        #if os(iOS) || os(macOS)
        guard #available(iOS 16.4, macOS 14.4, *) else { return }
        for await intent in PurchaseIntent.intents {
            let product = intent.product
            // A product of a kind that this version does not know must not be sold.
            guard IAPCore.ProductType.known.contains(IAPCore.ProductType(product.type)),
                StoreProduct(product, in: nil) != nil, let payment = try? Payment(productIdentifier: product.id)
            else { continue }
            products.add([product])
            if #available(iOS 18.0, macOS 15.0, *) {
                products.keepOffer(intent.offer, for: product.id, at: clock.now)
            }
            updates.send(.purchaseIntent(payment))
        }
        #endif
    }
}
#endif
