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
            products.add([intent.product])
            if #available(iOS 18.0, macOS 15.0, *) { products.keepOffer(intent.offer, for: intent.product.id) }
            guard let payment = try? Payment(productIdentifier: intent.product.id) else { continue }
            outbox.send(.purchaseIntent(payment))
        }
        #endif
    }
}
#endif
