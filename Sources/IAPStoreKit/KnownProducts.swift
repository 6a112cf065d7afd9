#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

/// The products that were looked up, by identifier, and the offer with which the App Store sent the customer here last.
final class KnownProducts: Sendable {
    private struct State {
        var products: [ProductIdentifier: Product] = [:]
        var intent: Intent?
    }

    private struct Intent {
        let productIdentifier: ProductIdentifier
        let offer: Product.SubscriptionOffer
        let date: Date
    }

    private let state = Locked(State())

    subscript(identifier: ProductIdentifier) -> Product? {
        state.withLock { $0.products[identifier] }
    }

    func add(_ products: [Product]) {
        state.withLock { state in
            for product in products { state.products[product.id] = product }
        }
    }

    /// Another storefront sells other products at other prices.
    func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Keeps the offer of a purchase intent, in place of an earlier intent's, for the next purchase of the product.
    func keepOffer(_ offer: Product.SubscriptionOffer?, for identifier: ProductIdentifier, at date: Date) {
        state.withLock { state in
            state.intent = offer.map { Intent(productIdentifier: identifier, offer: $0, date: date) }
        }
    }

    /// The offer for a purchase of the product, once, within an hour of the intent: what is bought later is another
    /// wish.
    func takeOffer(for identifier: ProductIdentifier, at date: Date) -> Product.SubscriptionOffer? {
        state.withLock { state in
            guard let intent = state.intent, intent.productIdentifier == identifier else { return nil }
            state.intent = nil
            return date < intent.date.addingTimeInterval(60 * 60) ? intent.offer : nil
        }
    }
}
#endif
