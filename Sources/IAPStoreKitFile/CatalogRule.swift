import Foundation
import IAPCore

/// App Store Connect's rules for products, each a sentence that ends with the remedy.
///
/// Source: [In-app purchase
/// information](https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-information).
enum CatalogRule {
    static let uniqueIdentifier =
        "The identifier is taken by another product. Give each product an identifier of its own."
    static let price = "The price is negative or not a number. Give 0 or more."

    static func broken(by product: ProductDefinition) -> [String] {
        var problems = identifier(product.productIdentifier) + referenceName(product.referenceName)
        if product.price.isNaN || product.price < 0 { problems.append(price) }
        switch (product.type, product.subscription) {
        case (.autoRenewable, nil):
            problems.append("An auto-renewable product has a group, a level and a period. Give it a subscription.")
        case (.autoRenewable, let subscription?):
            if subscription.subscriptionGroupIdentifier.isEmpty {
                problems.append("The identifier of its subscription group is empty. Name the group.")
            }
            problems += level(subscription.groupLevel)
        case (_, .some):
            problems.append("Only an auto-renewable product has a subscription. Leave it out, or change the type.")
        case (_, nil):
            break
        }
        return problems
    }

    static func identifier(_ identifier: ProductIdentifier) -> [String] {
        if identifier.isEmpty { return ["The identifier is empty. Write one such as com.example.coins."] }
        let isAllowed = identifier.allSatisfy { character in
            character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == ".")
        }
        return isAllowed
            ? [] : ["App Store Connect takes only letters, digits, _ and . in an identifier. Change the others."]
    }

    static func referenceName(_ name: String?) -> [String] {
        guard let count = name?.count, count > 64 else { return [] }
        return ["The reference name has \(count) characters. App Store Connect takes at most 64: shorten it."]
    }

    static func level(_ level: Int) -> [String] {
        level >= 1 ? [] : ["The level of service is \(level). Give 1 for the highest level, 2 for the next."]
    }
}
