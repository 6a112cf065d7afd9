import Foundation
import IAPCore
import IAPPresentation
import IAPStoreKitFile

/// A price that differs from the configuration's.
struct ChangedPrice: Hashable, Sendable, Codable {
    /// The configuration's price at the time of the change. Once the configuration has another one, that one counts.
    let configured: Decimal
    let price: Decimal
}

extension StoreContext {
    /// The product, at the price that it has now.
    func definition(of identifier: ProductIdentifier) -> ProductDefinition? {
        guard var definition = definitionsByIdentifier[identifier] else { return nil }
        if let change = changedPrices[identifier], change.configured == definition.price {
            definition.price = change.price
        }
        return definition
    }

    /// The product, if it is sold now. A product that is sold as a subscription needs a group and a period.
    func productForSale(_ identifier: ProductIdentifier) -> ProductDefinition? {
        guard let definition = definition(of: identifier),
            settings.isForSale[identifier] ?? definition.isForSale,
            definition.type != .autoRenewable || definition.subscription != nil
        else { return nil }
        return definition
    }

    /// - Throws: `productNotAvailable` for a product that the configuration does not have.
    func existingDefinition(of identifier: ProductIdentifier) throws -> ProductDefinition {
        guard let definition = definition(of: identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store has no product “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
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

    /// A transaction of this moment, at the product's own price.
    func transaction(
        _ identifier: TransactionIdentifier,
        _ payment: Payment,
        for definition: ProductDefinition,
        _ state: PaymentTransactionState,
        account: SandboxAccount
    ) -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: state,
            payment: payment,
            productType: definition.type,
            transactionDate: now
        )
        transaction.environment = .xcode
        transaction.appTransactionIdentifier = account.appTransactionIdentifier
        transaction.subscriptionGroupIdentifier = definition.subscription?.subscriptionGroupIdentifier
        // The total of the quantity: https://developer.apple.com/documentation/appstoreserverapi/price
        transaction.price = payment.quantity == 1 ? definition.price : definition.price * Decimal(payment.quantity)
        transaction.storefront = settings.store.storefront
        transaction.currencyCode = settings.currencyCode
        return transaction
    }

    /// A transaction as a device sees it.
    func seen(_ transaction: PaymentTransaction, answering request: UUID?) -> PaymentTransaction {
        var transaction = transaction
        transaction.payment = transaction.payment.identified(by: request)
        // https://developer.apple.com/documentation/storekittest/failablestorekitapi/verification
        if let error = settings.simulatedErrors[.verification], transaction.error == nil { transaction.error = error }
        return transaction
    }
}
