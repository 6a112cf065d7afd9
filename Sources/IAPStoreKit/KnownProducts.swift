#if canImport(Darwin)
import IAPCore
import StoreKit

/// The products that were looked up, by identifier, and the offers with which the App Store sent customers here.
final class KnownProducts: Sendable {
    private struct State {
        var products: [ProductIdentifier: Product] = [:]
        var offers: [ProductIdentifier: Product.SubscriptionOffer] = [:]
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

    /// Keeps the offer of a purchase intent for the purchase that follows.
    func keepOffer(_ offer: Product.SubscriptionOffer?, for identifier: ProductIdentifier) {
        state.withLock { $0.offers[identifier] = offer }
    }

    func takeOffer(for identifier: ProductIdentifier) -> Product.SubscriptionOffer? {
        state.withLock { $0.offers.removeValue(forKey: identifier) }
    }
}
#endif
