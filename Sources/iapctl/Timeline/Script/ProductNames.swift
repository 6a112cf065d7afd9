import Foundation
import IAPStoreKitFile
import IAPCore
import IAPPresentation

/// How a script may name what is sold: by the identifier or its last part, by a name, by how often it renews, or by any
/// part of these, as long as one product alone is meant.
struct ProductNames: Sendable {
    let products: [ProductDefinition]
    private let byIdentifier: [String: Int]
    /// The same in small letters.
    private let byLowercasedIdentifier: [String: Int]
    /// Where the products stand that have a name, in small letters.
    private let byName: [String: [Int]]
    private let byFrequency: [String: [Int]]
    /// What a part is looked for in, in small letters.
    private let texts: [[String]]
    /// What words were found to mean, since a long script says the same ones again and again.
    private let known = Locked<[String: [Int]]>([:])

    init(products: [ProductDefinition]) {
        self.products = products
        func index(_ names: (ProductDefinition) -> [String]) -> [String: [Int]] {
            let pairs = products.enumerated().flatMap { place, product in
                Set(names(product).map { $0.lowercased() }).map { ($0, [place]) }
            }
            return Dictionary(pairs, uniquingKeysWith: +)
        }
        let identifiers = products.enumerated().map { ($0.element.productIdentifier, $0.offset) }
        byIdentifier = Dictionary(identifiers, uniquingKeysWith: { first, _ in first })
        byLowercasedIdentifier = index { [$0.productIdentifier] }.compactMapValues(\.first)
        byName = index(Self.names)
        byFrequency = index { [Self.frequency(of: $0)].compactMap { $0 } }
        texts = products.map { product in
            ([product.productIdentifier] + Self.names(of: product)).map { $0.lowercased() }
        }
    }

    /// - Throws: ``IAPError`` with code `scriptInvalid` for a name that no product has, or several.
    func product(_ word: ScriptWord) throws -> ProductDefinition {
        let meant = meaning(of: word.text)
        if meant.count == 1 { return products[meant[0]] }
        guard meant.isEmpty else {
            let names = meant.prefix(6).map { shortName(of: products[$0]) }
            let more = meant.count > 6 ? " (and \(meant.count - 6) more)" : ""
            throw word.error(
                "\(word.quoted) fits \(meant.count) products. Write \(names.quotedChoice)\(more)."
            )
        }
        // In a catalog without end, looking for all short names would take its time.
        let short = products.count <= 200 ? products.map(shortName).filter { $0.first != "\"" } : []
        let names = products.flatMap { product in
            ([product.productIdentifier] + Self.names(of: product) + [Self.frequency(of: product)].compactMap { $0 })
                .filter { ScriptWord.spelling(of: $0) != nil && meaning(of: $0).count == 1 }
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
    private func meaning(of text: String) -> [Int] {
        if let found = known.withLock({ $0[text] }) { return found }
        let found = search(text)
        known.withLock { $0[text] = found }
        return found
    }

    private func search(_ text: String) -> [Int] {
        let name = text.lowercased()
        guard !name.isEmpty else { return [] }
        if let exact = byIdentifier[text] ?? byLowercasedIdentifier[name] { return [exact] }
        if let named = byName[name] ?? byFrequency[name] { return named }
        // Longer than any name, it is part of none.
        guard name.utf8.count <= 1000 else { return [] }
        return products.indices.filter { texts[$0].contains { $0.contains(name) } }
    }

    /// A short way to name a product so that it alone is meant: a word of its names, if one does, or a whole name.
    private func shortName(of product: ProductDefinition) -> String {
        let names = Self.names(of: product) + [product.productIdentifier]
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map { $0.lowercased() }
        let spellings = (words.filter { $0.count >= 3 } + names)
            .filter { meaning(of: $0).count == 1 }.compactMap(ScriptWord.spelling)
        // What every keyboard has and needs no quotation marks is easier to write. The identifier's own words come
        // first.
        return spellings.first { $0.allSatisfy(\.isASCII) && $0.first != "\"" } ?? spellings.first
            ?? product.productIdentifier
    }

    /// What a product is called in a picture.
    static func title(of product: ProductDefinition) -> String {
        let names = [product.referenceName, product.localizations.first?.displayName].compactMap { $0 }
        return (names.first { !$0.allSatisfy(\.isWhitespace) } ?? product.productIdentifier).shortened
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
