import Foundation
import IAPCore

/// Products outside of subscription groups, and what all products share.
extension StoreKitFileReader {
    /// - Parameter container: The key of the array that the product stands in, which may be one that is not Xcode's.
    mutating func readProduct(_ value: JSONNode, in container: String) {
        productIdentifier = value["productID"]?.string
        defer { productIdentifier = nil }
        let type = readType(value)
        if type == .autoRenewable { return readMisplacedSubscription(value, in: container) }
        reportUnknownKeys(of: value, .product)
        guard let identifier = identifier(of: value), let type, let price = price(of: value) else { return }
        let home = type == .nonRenewable ? "nonRenewingSubscriptions" : "products"
        if container != home {
            report(
                .error,
                "Xcode does not show a \(type.fileSpelling) in `\(container)`. Move it to `\(home)`; here it is sold as if "
                    + "it stood there.",
                at: value
            )
        }
        products.append(
            ProductDefinition(
                productIdentifier: identifier,
                type: type,
                referenceName: referenceName(of: value),
                price: price,
                localizations: localizations(in: value),
                isFamilyShareable: bool("familyShareable", in: value) ?? false
            )
        )
    }

    /// The type; `nil` after a diagnostic that says that the product is not sold.
    mutating func readType(_ value: JSONNode) -> ProductType? {
        let spellings = ProductType.known.map(\.fileSpelling).joined(separator: ", ")
        guard let text = string("type", in: value) else {
            return drop("There is no `type`; it is not sold. Write one of \(spellings).", at: value)
        }
        let place = value["type"] ?? value
        guard let type = ProductType(looseSpelling: text) else {
            return drop("“\(text)” is not a type; it is not sold. Write one of \(spellings).", at: place)
        }
        if text != type.fileSpelling {
            report(.error, "Xcode has no type “\(text)”. Write \(type.fileSpelling), as which it is read.", at: place)
        }
        return type
    }

    /// The identifier; `nil` after a diagnostic that says that the product is not sold.
    mutating func identifier(of value: JSONNode) -> ProductIdentifier? {
        guard let identifier = string("productID", in: value), !identifier.isEmpty else {
            return drop("There is no `productID`; it is not sold. Write one such as com.example.coins.", at: value)
        }
        let place = value["productID"] ?? value
        for problem in CatalogRule.identifier(identifier) { report(.error, problem, at: place) }
        if let first = places[identifier] {
            return drop(
                "The identifier is taken by \(first), and this product is not sold. Give each product its own.",
                at: place
            )
        }
        places[identifier] = value.path
        for (key, meaning) in [
            ("familyShareable", "Family Sharing is off"), ("internalID", "nothing here needs it"),
            ("referenceName", "nothing here needs it"),
        ] where value[key] == nil {
            report(.note, "There is no `\(key)`, which Xcode writes; \(meaning).", at: value)
        }
        if value["localizations"] == nil {
            report(
                .warning,
                "There are no `localizations`; customers read the reference name. Add a name and a description.",
                at: value
            )
        }
        return identifier
    }

    mutating func referenceName(of value: JSONNode) -> String? {
        let name = string("referenceName", in: value)
        for problem in CatalogRule.referenceName(name) { report(.error, problem, at: value["referenceName"] ?? value) }
        return name
    }

    /// The price, a text as a rule; a number is read as well. `nil` after a diagnostic.
    ///
    /// - Parameter consequence: What the diagnostic says of a product or an offer without a price.
    mutating func price(of value: JSONNode, consequence: String = "It is not sold.") -> Decimal? {
        let remedy = "\(consequence) Write a text such as \"0.99\"."
        guard let place = value["displayPrice"], !place.isNull else {
            return drop("There is no `displayPrice`. \(remedy)", at: value)
        }
        guard let text = place.string ?? place.number else {
            return drop("The price is \(place.kind). \(remedy)", at: place)
        }
        if text.isEmpty {
            return drop("The price is empty: it was not filled in. \(remedy)", at: place)
        }
        guard let price = Decimal(priceText: text) else {
            return drop(
                "“\(text)” is not a price: digits alone, and a full stop before the decimals; the currency is "
                    + "that of the storefront. \(remedy)",
                at: place
            )
        }
        if price < 0 {
            return drop("\(CatalogRule.price) \(consequence)", at: place)
        }
        if place.number != nil {
            report(.warning, "The price is a number, and it is read. Xcode writes a text: \"\(text)\".", at: place)
        }
        return price
    }
}
