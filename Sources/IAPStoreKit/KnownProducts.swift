#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

/// The products that were looked up, by identifier, and the offer of the latest purchase intent.
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

    /// Forgets everything, since another storefront sells other products at other prices.
    func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Keeps the offer of a purchase intent for the next purchase of the product, in place of an earlier intent's
    /// offer.
    func keepOffer(_ offer: Product.SubscriptionOffer?, for identifier: ProductIdentifier, at date: Date) {
        state.withLock { state in
            state.intent = offer.map { Intent(productIdentifier: identifier, offer: $0, date: date) }
        }
    }

    /// Returns the offer for a purchase of the product, once, and within an hour of the intent. A later purchase does
    /// not belong to the intent.
    func takeOffer(for identifier: ProductIdentifier, at date: Date) -> Product.SubscriptionOffer? {
        state.withLock { state in
            guard let intent = state.intent, intent.productIdentifier == identifier else { return nil }
            state.intent = nil
            return date < intent.date.addingTimeInterval(60 * 60) ? intent.offer : nil
        }
    }
}
#endif
