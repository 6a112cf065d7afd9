import Foundation
import IAPCatalog
import IAPCore
import IAPPresentation

/// How a script may name what is sold: by the identifier or its last part, by a name, by how often it renews, or by any
/// part of these, as long as one product alone is meant.
struct ProductNames: Sendable {
    let products: [ProductDefinition]

    /// - Throws: ``IAPError`` with code `scriptInvalid` for a name that no product has, or several.
    func product(_ word: ScriptWord) throws -> ProductDefinition {
        let name = word.text.lowercased()
        let tests: [(ProductDefinition) -> Bool] = [
            { $0.productIdentifier == word.text },
            { Self.names(of: $0).contains { $0.lowercased() == name } },
            { Self.frequency(of: $0) == name },
            { product in
                ([product.productIdentifier] + Self.names(of: product)).contains { $0.lowercased().contains(name) }
            },
        ]
        for isMeant in tests where !name.isEmpty {
            let meant = products.filter(isMeant)
            if meant.count == 1 { return meant[0] }
            if meant.count > 1 {
                throw word.error(
                    "“\(word.text)” may be \(meant.map(\.productIdentifier).quotedChoice). Write more of the one you mean."
                )
            }
        }
        let known = products.flatMap { product -> [String] in
            [product.productIdentifier] + Self.names(of: product) + [Self.frequency(of: product)].compactMap { $0 }
        }
        if let nearest = word.text.nearest(in: known) {
            throw word.error("There is no product “\(word.text)”. Did you mean “\(nearest)”?")
        }
        throw word.error(
            "There is no product “\(word.text)”. The file sells "
                + (products.isEmpty ? "nothing." : "\(products.prefix(8).map(\.productIdentifier).quotedChoice).")
        )
    }

    static func title(of product: ProductDefinition) -> String {
        product.referenceName ?? product.localizations.first?.displayName ?? product.productIdentifier
    }

    private static func names(of product: ProductDefinition) -> [String] {
        let last = product.productIdentifier.split(separator: ".").last.map(String.init)
        return [last, product.referenceName].compactMap { $0 } + product.localizations.map(\.displayName)
    }

    /// `monthly`, `every 3 months`.
    private static func frequency(of product: ProductDefinition) -> String? {
        product.subscription.map {
            PeriodFormat(locale: Locale(identifier: "en_US")).frequency($0.subscriptionPeriod).lowercased()
        }
    }
}
