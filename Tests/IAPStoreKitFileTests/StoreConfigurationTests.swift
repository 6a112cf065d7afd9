import Foundation
import IAPStoreKitFile
import IAPCore
import Testing

@Suite("Products defined in Swift")
struct StoreConfigurationTests {
    @Test("Sound products make a configuration, in the order given")
    func sound() throws {
        let configuration = try StoreConfiguration(products: [
            .consumable("com.example.coins", name: "10 Coins", price: "0.99"),
            .nonConsumable("com.example.premium", name: "Premium", price: "2.99", isFamilyShareable: true),
            .nonRenewable("com.example.season", name: "Season", price: "4"),
            .autoRenewable("com.example.plan", name: "Plan", price: "4.99", group: "plans", period: "P1M"),
        ])
        #expect(configuration.products.map(\.type) == [.consumable, .nonConsumable, .nonRenewable, .autoRenewable])
        #expect(configuration.products.map { "\($0.price)" } == ["0.99", "2.99", "4", "4.99"])
        #expect(configuration.products[3].subscription?.subscriptionPeriod.iso8601 == "P1M")
        #expect(configuration.settings == StoreConfiguration.Settings())
        #expect(try StoreConfiguration(products: []).products.isEmpty)
    }

    @Test(
        "A broken rule of App Store Connect is an error that names the product",
        arguments: [
            ("", "identifier is empty"), ("com.example.Münzen", "letters"), ("com example", "letters"),
            ("a-b", "letters"),
        ]
    )
    func identifiers(identifier: String, word: String) throws {
        let error = try #require(throws: IAPError.self) {
            try StoreConfiguration(products: [.consumable(identifier, name: "Coins", price: "1")])
        }
        #expect(error.code == .catalogInvalid && error.message.contains(word))
        #expect(error.productIdentifier == identifier)
    }

    @Test("A reference name has 64 characters and not one more")
    func referenceNames() throws {
        func configuration(_ count: Int) throws -> StoreConfiguration {
            let name = String(repeating: "é", count: count)
            return try StoreConfiguration(products: [
                ProductDefinition(productIdentifier: "coins", type: .consumable, referenceName: name, price: 1)
            ])
        }
        #expect(try configuration(64).products.count == 1)
        #expect(throws: IAPError.self) { try configuration(65) }
    }

    @Test("A price is 0 or more, and a number")
    func prices() throws {
        #expect(try StoreConfiguration(products: [.consumable("a", name: "A", price: "0")]).products.count == 1)
        for price in [Decimal(-1), .nan] {
            #expect(throws: IAPError.self) {
                try StoreConfiguration(products: [
                    ProductDefinition(productIdentifier: "a", type: .consumable, price: price)
                ])
            }
        }
        for text in ["", "$1", "1,5", "abc", "1.2.3"] {
            let error = try #require(throws: IAPError.self) {
                try ProductDefinition.consumable("a", name: "A", price: text)
            }
            #expect(error.code == .catalogInvalid && error.productIdentifier == "a")
        }
    }

    @Test("Exactly the auto-renewable products have a subscription, with a group and a level of 1 or more")
    func subscriptions() throws {
        func error(_ type: ProductType, _ group: String?, level: Int = 1) throws -> IAPError? {
            let period = try ProductSubscriptionPeriod(value: 1, unit: .month)
            let subscription = group.map {
                ProductSubscriptionInfo(subscriptionGroupIdentifier: $0, groupLevel: level, subscriptionPeriod: period)
            }
            let product = ProductDefinition(productIdentifier: "a", type: type, price: 1, subscription: subscription)
            do {
                _ = try StoreConfiguration(products: [product])
                return nil
            } catch let error as IAPError {
                return error
            }
        }
        #expect(try error(.autoRenewable, "plans") == nil && error(.consumable, nil) == nil)
        #expect(try error(.autoRenewable, nil)?.code == .catalogInvalid)
        #expect(try error(.consumable, "plans")?.code == .catalogInvalid)
        #expect(try error(.autoRenewable, "")?.code == .catalogInvalid)
        #expect(try error(.autoRenewable, "plans", level: 0)?.code == .catalogInvalid)
    }

    @Test("Every broken rule is reported at once, and an identifier that three products have is reported once")
    func allAtOnce() throws {
        let coins = try ProductDefinition.consumable("coins", name: "Coins", price: "1")
        let error = try #require(throws: IAPError.self) {
            try StoreConfiguration(products: [coins, coins, coins, .consumable("b-c", name: "B", price: "-1")])
        }
        #expect(error.message.split(separator: "\n").count == 3 && error.productIdentifier == nil)
        #expect(
            error.message.contains("“coins”: The identifier is taken") && error.message.contains("“b-c”: The price")
        )
    }
}
