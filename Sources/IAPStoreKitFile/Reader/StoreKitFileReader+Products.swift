import Foundation
import IAPCore

/// Products outside of subscription groups, and what all products share.
extension StoreKitFileReader {
    enum Container {
        case products
        case nonRenewing
        /// A key that is not Xcode's.
        case unknown(String)

        var key: String {
            switch self {
            case .products: "products"
            case .nonRenewing: "nonRenewingSubscriptions"
            case .unknown(let key): key
            }
        }
    }

    mutating func readProduct(_ value: FileValue, in container: Container) {
        let type = readType(value)
        if type == .autoRenewable {
            readMisplacedSubscription(value, in: container)
            return
        }
        let identifier = string("productID", in: value)
        reportUnknownKeys(of: value, .product, product: identifier)
        guard let identifier = checkedIdentifier(identifier, of: value), let type else { return }
        let home = type == .nonRenewable ? Container.nonRenewing.key : Container.products.key
        guard let price = price(of: value, product: identifier) else { return }
        if container.key != home {
            report(
                .error,
                "Xcode does not show a \(type.fileSpelling) in `\(container.key)`. Move it to `\(home)`; here it "
                    + "is sold as if it stood there.",
                at: value,
                product: identifier
            )
        }
        products.append(
            ProductDefinition(
                productIdentifier: identifier,
                type: type,
                referenceName: referenceName(of: value, product: identifier),
                price: price,
                localizations: localizations(in: value, product: identifier),
                isFamilyShareable: bool("familyShareable", in: value) ?? false
            )
        )
    }

    /// The type; `nil` after a diagnostic that says that the product is not sold.
    mutating func readType(_ value: FileValue) -> ProductType? {
        let identifier = value["productID"]?.string
        let spellings = ProductType.known.map(\.fileSpelling).joined(separator: ", ")
        guard let text = string("type", in: value) else {
            report(
                .error,
                "There is no `type`; it is not sold. Write one of \(spellings).",
                at: value,
                product: identifier
            )
            return nil
        }
        let place = value["type"] ?? value
        guard let type = ProductType(looseSpelling: text) else {
            report(
                .error,
                "“\(text)” is not a type; it is not sold. Write one of \(spellings).",
                at: place,
                product: identifier
            )
            return nil
        }
        if text != type.fileSpelling {
            report(
                .error,
                "Xcode has no type “\(text)”. Write \(type.fileSpelling), as which it is read.",
                at: place,
                product: identifier
            )
        }
        return type
    }

    /// The identifier; `nil` after a diagnostic that says that the product is not sold.
    mutating func checkedIdentifier(_ identifier: String?, of value: FileValue) -> ProductIdentifier? {
        guard let identifier, !identifier.isEmpty else {
            report(.error, "There is no `productID`; it is not sold. Write one such as com.example.coins.", at: value)
            return nil
        }
        let place = value["productID"] ?? value
        for problem in CatalogRule.identifier(identifier) {
            report(.error, problem, at: place, product: identifier)
        }
        if let first = places[identifier] {
            report(
                .error,
                "The identifier is taken by \(first), and this product is not sold. Give each product its own.",
                at: place,
                product: identifier
            )
            return nil
        }
        places[identifier] = value.path
        for (key, meaning) in [
            ("familyShareable", "Family Sharing is off"), ("internalID", "nothing here needs it"),
            ("referenceName", "nothing here needs it"),
        ] where value[key] == nil {
            report(.note, "There is no `\(key)`, which Xcode writes; \(meaning).", at: value, product: identifier)
        }
        if value["localizations"] == nil {
            report(
                .warning,
                "There are no `localizations`; customers read the reference name. Add a name and a description.",
                at: value,
                product: identifier
            )
        }
        return identifier
    }

    mutating func referenceName(of value: FileValue, product: ProductIdentifier) -> String? {
        let name = string("referenceName", in: value)
        for problem in CatalogRule.referenceName(name) {
            report(.error, problem, at: value["referenceName"] ?? value, product: product)
        }
        return name
    }

    /// The price; `nil` after a diagnostic that says that the product is not sold.
    mutating func price(of value: FileValue, product: ProductIdentifier) -> Decimal? {
        readPrice(of: value, consequence: "It is not sold.", product: product)
    }

    /// Reads `displayPrice`, a text as a rule; a number is read as well.
    mutating func readPrice(of value: FileValue, consequence: String, product: ProductIdentifier) -> Decimal? {
        let remedy = "\(consequence) Write a text such as \"0.99\"."
        guard let place = value["displayPrice"], !place.isNull else {
            report(.error, "There is no `displayPrice`. \(remedy)", at: value, product: product)
            return nil
        }
        guard let text = place.string ?? place.number else {
            report(.error, "The price is \(place.kind). \(remedy)", at: place, product: product)
            return nil
        }
        if text.isEmpty {
            report(.error, "The price is empty: it was not filled in. \(remedy)", at: place, product: product)
            return nil
        }
        guard let price = Decimal(priceText: text) else {
            report(
                .error,
                "“\(text)” is not a price: digits alone, and a full stop before the decimals; the currency is "
                    + "that of the storefront. \(remedy)",
                at: place,
                product: product
            )
            return nil
        }
        if price < 0 {
            report(.error, "\(CatalogRule.price) \(consequence)", at: place, product: product)
            return nil
        }
        if place.number != nil {
            report(
                .warning,
                "The price is a number, and it is read. Xcode writes a text: \"\(text)\".",
                at: place,
                product: product
            )
        }
        return price
    }
}
