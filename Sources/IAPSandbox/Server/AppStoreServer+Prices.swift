import Foundation
import IAPCore

extension AppStoreServer {
    mutating func changePrice(
        of identifier: ProductIdentifier,
        to price: Decimal,
        _ subscribers: SandboxAppStore.PriceForSubscribers
    ) throws {
        let earlier = try store.existingDefinition(of: identifier).price
        guard price >= 0, !price.isNaN else {
            throw IAPError.invalidAction(on: identifier, "A price of \(price) is not possible. Give 0 or more.")
        }
        let configured = store.configuredPrice(of: identifier) ?? earlier
        store.changedPrices[identifier] =
            price == configured ? nil : ChangedPrice(configured: configured, price: price)
        for index in accounts.indices {
            act(as: index) { $0.priceDidChange(of: identifier, from: earlier, to: price, subscribers, in: &$1) }
        }
    }

    /// Goes back to the configuration's prices.
    mutating func resetPrices() {
        let products = Set(store.changedPrices.keys)
        guard !products.isEmpty else { return }
        store.changedPrices = [:]
        for index in accounts.indices { act(as: index) { $0.pricesDidReset(of: products, in: &$1) } }
    }
}
