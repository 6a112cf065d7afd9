package import IAPStoreKitFile
package import IAP

/// What is sold, one product of each kind and a few more.
package enum Shop {
    package static let consumables = ["coins.small", "coins.large", "gems"]
    package static let nonConsumables = ["premium", "maps"]
    package static let nonRenewables = ["season"]
    package static let subscriptions = ["plan.basic", "plan.pro"]
    package static let all = consumables + nonConsumables + nonRenewables + subscriptions
    package static let units = ["coins", "gems"]
    package static let seasonLength = "P30D"

    package static func credits() throws -> [ProductIdentifier: Credit] {
        [
            "coins.small": try Credit(10, of: "coins"),
            "coins.large": try Credit(100, of: "coins"),
            "gems": try Credit(3, of: "gems"),
        ]
    }

    package static func configuration() throws -> StoreConfiguration {
        var products = try consumables.map { try ProductDefinition.consumable($0, name: $0, price: "0.99") }
        products += try nonConsumables.map { try ProductDefinition.nonConsumable($0, name: $0, price: "4.99") }
        products += try nonRenewables.map { try ProductDefinition.nonRenewable($0, name: $0, price: "2.99") }
        for (place, plan) in subscriptions.enumerated() {
            products.append(
                try .autoRenewable(
                    plan,
                    name: plan,
                    price: "1.99",
                    group: "plans",
                    level: subscriptions.count - place,
                    period: place == 0 ? "P1W" : "P1M"
                )
            )
        }
        return try StoreConfiguration(products: products)
    }
}
