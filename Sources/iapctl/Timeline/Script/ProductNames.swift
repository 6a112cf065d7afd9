import Foundation
import IAPCore
import IAPPresentation
import IAPStoreKitFile

/// How a script may name what is sold: by the identifier or its last part, by a name, by how often it renews, or by any
/// part of these, as long as one product alone is meant.
struct ProductNames: Sendable {
    private let products: [ProductDefinition]
    /// The indices of products by identifier, by name and by how often they renew, in this order of precedence; the keys
    /// are in small letters.
    private let indices: [[String: [Int]]]

    init(products: [ProductDefinition]) {
        self.products = products
        let kinds: [(ProductDefinition) -> [String]] = [
            { [$0.productIdentifier] }, Self.names, { [Self.frequency(of: $0)].compactMap(\.self) },
        ]
        indices = kinds.map { names in
            let pairs = products.enumerated().flatMap { index, product in
                Set(names(product).map { $0.lowercased() }).map { ($0, [index]) }
            }
            return Dictionary(pairs, uniquingKeysWith: +)
        }
    }

    /// - Throws: ``IAPError`` with code `scriptInvalid` for a name that no product has, or several.
    func product(_ word: ScriptWord) throws -> ProductDefinition {
        let meant = products(named: word.text)
        if meant.count == 1 { return meant[0] }
        guard meant.isEmpty else {
            let more = meant.count > 6 ? " (and \(meant.count - 6) more)" : ""
            throw word.error(
                "\(word.quoted) fits \(meant.count) products. Write "
                    + "\(meant.prefix(6).map(shortName).quotedChoice)\(more)."
            )
        }
        // To find all short names of a huge catalog takes long.
        let short = products.count <= 200 ? products.map(shortName).filter { $0.first != "\"" } : []
        let names = products.flatMap { product in
            ([product.productIdentifier] + Self.names(of: product) + [Self.frequency(of: product)].compactMap(\.self))
                .filter { ScriptWord.spelling(of: $0) != nil && products(named: $0).count == 1 }
        }
        if let nearest = word.text.nearest(in: names + short), let spelling = ScriptWord.spelling(of: nearest) {
            throw word.error("There is no product \(word.quoted). Did you mean “\(spelling)”?")
        }
        let sold = products.prefix(8).map(shortName)
        let more = products.count > 8 ? ", and more" : ""
        throw word.error(
            "There is no product \(word.quoted). "
                + (sold.isEmpty ? "The file sells nothing." : "The file sells \(sold.quotedList)\(more).")
        )
    }

    /// The products that a name may mean.
    private func products(named text: String) -> [ProductDefinition] {
        let name = text.lowercased()
        for index in indices {
            guard let found = index[name]?.map({ products[$0] }) else { continue }
            return found.first { $0.productIdentifier == text }.map { [$0] } ?? found
        }
        // A text that is longer than any name is part of none.
        guard !name.isEmpty, name.utf8.count <= 1000 else { return [] }
        return products.filter { product in
            ([product.productIdentifier] + Self.names(of: product)).contains { $0.lowercased().contains(name) }
        }
    }

    /// A short name that means this product alone: a word of its names, if there is one, or a whole name.
    private func shortName(of product: ProductDefinition) -> String {
        let names = Self.names(of: product) + [product.productIdentifier]
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map { $0.lowercased() }
        let spellings = (words.filter { $0.count >= 3 } + names)
            .filter { products(named: $0).count == 1 }.compactMap(ScriptWord.spelling)
        // A name that every keyboard has and that needs no quotation marks is easiest to write.
        return spellings.first { $0.allSatisfy(\.isASCII) && $0.first != "\"" } ?? spellings.first
            ?? product.productIdentifier
    }

    /// The name of a product in a chart.
    static func title(of product: ProductDefinition) -> String {
        let names = [product.referenceName, product.localizations.first?.displayName].compactMap(\.self)
        return (names.first { !$0.allSatisfy(\.isWhitespace) } ?? product.productIdentifier).shortened
    }

    private static func names(of product: ProductDefinition) -> [String] {
        let last = product.productIdentifier.split(separator: ".").last.map(String.init)
        return [last, product.referenceName].compactMap(\.self) + product.localizations.map(\.displayName)
    }

    /// `monthly`, `every 3 months`.
    private static func frequency(of product: ProductDefinition) -> String? {
        product.subscription.map {
            PeriodFormat(locale: Locale(identifier: "en_US")).frequency($0.subscriptionPeriod).lowercased()
        }
    }
}
