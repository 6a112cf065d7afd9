#if canImport(Darwin)
import IAPCore
import StoreKit

extension Listener {
    /// Hears which purchases customers began in the App Store, on the platforms where they can.
    ///
    /// Source: [`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent).
    func hearPurchaseIntents() async {
        #if os(iOS) || os(macOS)
        guard #available(iOS 16.4, macOS 14.4, *) else { return }
        for await intent in PurchaseIntent.intents {
            let product = intent.product
            // What this version could not tell of, it must not sell.
            guard StoreProduct(product, in: nil) != nil, let payment = try? Payment(productIdentifier: product.id)
            else { continue }
            products.add([product])
            if #available(iOS 18.0, macOS 15.0, *) {
                products.keepOffer(intent.offer, for: product.id, at: clock.now)
            }
            outbox.send(.purchaseIntent(payment))
        }
        #endif
    }
}
#endif
