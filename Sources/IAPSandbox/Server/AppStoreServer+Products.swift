import Foundation
import IAPCore
import IAPPresentation
import IAPStoreKitFile

extension AppStoreServer {
    /// The product, at the price that it has now.
    func definition(of identifier: ProductIdentifier) -> ProductDefinition? {
        guard var definition = configuredDefinition(of: identifier) else { return nil }
        if let change = history.prices?[identifier], change.configured == definition.price {
            definition.price = change.price
        }
        return definition
    }

    /// The product, if it is sold now. One that is sold as a subscription needs a group and a period.
    func productForSale(_ identifier: ProductIdentifier) -> ProductDefinition? {
        guard let definition = definition(of: identifier),
            settings.isForSale[identifier] ?? definition.isForSale,
            definition.type != .autoRenewable || definition.subscription != nil
        else { return nil }
        return definition
    }

    /// - Throws: the simulated error of loading products; `invalidStorefront` for a storefront without a currency.
    func products(for identifiers: Set<ProductIdentifier>) throws -> ProductsResponse {
        if let error = settings.simulatedErrors[.loadProducts] { throw error }
        let sold = definitions.filter {
            identifiers.contains($0.productIdentifier) && productForSale($0.productIdentifier) != nil
        }
        return ProductsResponse(
            products: try sold.map {
                try (definition(of: $0.productIdentifier) ?? $0).storeProduct(
                    storefront: settings.store.storefront,
                    locale: settings.store.locale,
                    displayPrice: PriceFormat.text
                )
            },
            invalidProductIdentifiers: identifiers.subtracting(sold.map(\.productIdentifier)).sorted()
        )
    }
}
