import IAPCore

/// Everything that an app sells, and how a simulated store behaves while selling it.
///
/// Define it in Swift, or read it from a file of Xcode's with ``StoreKitFile``.
public struct StoreConfiguration: Hashable, Sendable {
    public let products: [ProductDefinition]
    public let settings: Settings

    /// Checks products that are defined in Swift against App Store Connect's rules.
    ///
    /// - Throws: ``IAPError`` with code `catalogInvalid` that names every broken rule: identifiers are unique, not
    ///   empty and made of letters, digits, `_` and `.`; a reference name has at most 64 characters; a price is not
    ///   negative; exactly the auto-renewable products have a subscription, with a group and a level of at least 1.
    public init(products: [ProductDefinition], settings: Settings = Settings()) throws {
        var problems: [(product: ProductIdentifier, text: String)] = []
        var counts: [ProductIdentifier: Int] = [:]
        for product in products {
            counts[product.productIdentifier, default: 0] += 1
            if counts[product.productIdentifier] == 2 {
                problems.append((product.productIdentifier, CatalogRule.uniqueIdentifier))
            }
            problems += CatalogRule.broken(by: product).map { (product.productIdentifier, $0) }
        }
        guard problems.isEmpty else {
            throw IAPError(
                .catalogInvalid,
                problems.map { "“\($0.product)”: \($0.text)" }.joined(separator: "\n"),
                productIdentifier: Set(problems.map(\.product)).count == 1 ? problems[0].product : nil
            )
        }
        self.init(unchecked: products, settings: settings)
    }

    /// For a reader that reports broken rules in its own way.
    init(unchecked products: [ProductDefinition], settings: Settings) {
        self.products = products
        self.settings = settings
    }
}
