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

/// What all accounts have in common: the catalog, the settings, the date, the identifiers, and what follows from an
/// account's action. An account that acts receives it as a parameter.
struct StoreContext: Sendable {
    /// An update that a device receives once the change is kept.
    struct Effect: Sendable, Hashable {
        let device: String
        let update: StoreUpdate
    }

    let definitions: [ProductDefinition]
    private let definitionsByIdentifier: [ProductIdentifier: ProductDefinition]
    var settings: SandboxSettings
    /// The prices that differ from the configuration's.
    var changedPrices: [ProductIdentifier: ChangedPrice]
    var now: Date
    private(set) var lastIdentifier: Int

    private(set) var effects: [Effect] = []
    /// The transactions of the acting account that its family gains, loses or sees upgraded.
    var familyChanges: [TransactionIdentifier] = []
    /// The transactions of the acting account that are new or have changed.
    var changedTransactions: [TransactionIdentifier] = []

    init(_ configuration: StoreConfiguration, _ history: StoreHistory) {
        definitions = configuration.products
        definitionsByIdentifier = Dictionary(definitions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        settings = SandboxSettings(configuration.settings)
        changedPrices = history.prices
        now = history.now
        lastIdentifier = history.lastIdentifier
    }

    /// Makes an identifier. None is made twice, also after the transactions were cleared, since a ledger identifies a
    /// transaction by it alone.
    mutating func nextIdentifier() -> TransactionIdentifier {
        lastIdentifier += 1
        return TransactionIdentifier(String(lastIdentifier))
    }

    // MARK: Products

    /// The product, at the price that it has now.
    func definition(of identifier: ProductIdentifier) -> ProductDefinition? {
        definitionsByIdentifier[identifier].map(pricedNow)
    }

    /// What a product costs by the configuration.
    func configuredPrice(of identifier: ProductIdentifier) -> Decimal? { definitionsByIdentifier[identifier]?.price }

    private func pricedNow(_ definition: ProductDefinition) -> ProductDefinition {
        var definition = definition
        if let change = changedPrices[definition.id], change.configured == definition.price {
            definition.price = change.price
        }
        return definition
    }

    /// - Throws: `productNotAvailable` for a product that the configuration does not have.
    func existingDefinition(of identifier: ProductIdentifier) throws -> ProductDefinition {
        if let definition = definition(of: identifier) { return definition }
        throw IAPError(
            .productNotAvailable,
            "The store has no product “\(identifier)”. Its configuration lists what it sells.",
            productIdentifier: identifier
        )
    }

    /// The product, if it is sold now. A product that is sold as a subscription needs a group and a period.
    func productForSale(_ identifier: ProductIdentifier) -> ProductDefinition? {
        definition(of: identifier).flatMap { isForSale($0) ? $0 : nil }
    }

    private func isForSale(_ definition: ProductDefinition) -> Bool {
        settings.isForSale[definition.id] ?? definition.isForSale
            && (definition.type != .autoRenewable || definition.subscription != nil)
    }

    /// - Throws: `productNotAvailable` for a product that is not sold now.
    func soldProduct(_ identifier: ProductIdentifier) throws -> ProductDefinition {
        if let definition = productForSale(identifier) { return definition }
        throw IAPError(
            .productNotAvailable,
            "The store does not sell “\(identifier)” now. Buy what a product request returns, or put it on sale.",
            productIdentifier: identifier
        )
    }

    /// - Throws: the simulated error of loading products; `invalidStorefront` for a storefront without a currency.
    func products(for identifiers: Set<ProductIdentifier>) throws -> ProductsResponse {
        if let error = settings.simulatedErrors[.loadProducts] { throw error }
        let sold = definitions.filter { identifiers.contains($0.id) && isForSale($0) }
        return ProductsResponse(
            products: try sold.map {
                try pricedNow($0).storeProduct(
                    storefront: settings.store.storefront,
                    locale: settings.store.locale,
                    displayPrice: PriceFormat.text
                )
            },
            invalidProductIdentifiers: identifiers.subtracting(sold.map(\.id)).sorted()
        )
    }

    // MARK: Updates

    mutating func send(_ update: StoreUpdate, to device: String) {
        effects.append(Effect(device: device, update: update))
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return settings.faults.distort(effects)
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
