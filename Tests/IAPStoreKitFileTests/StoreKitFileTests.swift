import Foundation
import IAPStoreKitFile
import IAPCore
import Testing

@Suite("StoreKit configuration files")
struct StoreKitFileTests {
    @Test("Files of every version are read", arguments: Fixture.readable)
    func everyVersion(name: String) throws {
        let file = try Fixture.file(name)
        let version = String(name.dropFirst().prefix { $0 != "-" })
        #expect(file.formatVersion == version)
        #expect(Set(file.identifiers).count == file.products.count)
    }

    @Test(
        "Unedited files of Xcode give neither error nor warning",
        arguments: Fixture.readable.filter { !Self.faulty.contains($0) }
    )
    func noFalseAlarm(name: String) throws {
        #expect(try Fixture.file(name).faults.isEmpty)
    }

    static let faulty: Set<String> = [
        "v1.1-hyphens-in-identifiers", "v1.1-offer-key-and-empty-offer-price", "v1.1-same-identifier-twice",
        "v3-bare-number-misplaced-subscriptions", "v3.0-misspelt-keys", "v3.0-offers-without-a-price",
        "v3.0-shouted-types", "v3.0-subscriptions-without-a-group", "v3.0-top-level-subscriptions",
        "v3.0-type-with-a-space", "v3.0.0-misnamed-container", "v4.0-empty-prices", "v4.0-one-line",
        "v4.0-price-with-a-currency-sign",
    ]

    @Test("Files with true faults give at least a warning", arguments: faulty.sorted())
    func trueFaults(name: String) throws {
        #expect(try !Fixture.file(name).faults.isEmpty)
    }

    @Test(
        "A file that cannot be read says what it is and where it breaks",
        arguments: [
            ("unreadable-empty", "empty", nil, nil), ("unreadable-alias", "alias", nil, nil),
            ("unreadable-property-list", "property list", nil, nil), ("unreadable-comma-missing", "comma", 77, 5),
        ] as [(String, String, Int?, Int?)]
    )
    func unreadable(name: String, word: String, line: Int?, column: Int?) throws {
        let error = try #require(throws: IAPError.self) { try Fixture.file(name) }
        #expect(error.code == .catalogUnreadable && error.message.contains(word))
        #expect(error.place == IAPError.Place(file: Fixture.url(name).path, line: line, column: column))
    }

    @Test("The errors for a directory and a missing file name them so")
    func directory() throws {
        let directory = try #require(throws: IAPError.self) { try StoreKitFile(contentsOf: Fixture.folder) }
        #expect(directory.code == .catalogUnreadable && directory.message.contains("directory"))
        let missing = try #require(throws: IAPError.self) { try Fixture.file("no-such-file") }
        #expect(missing.code == .catalogUnreadable && missing.message.contains("no such file"))
        let web = try #require(throws: IAPError.self) {
            try StoreKitFile(contentsOf: #require(URL(string: "https://example.com/Shop.storekit")))
        }
        #expect(web.code == .catalogUnreadable)
    }

    @Test(
        "Bytes that are no JSON object are rejected with their position",
        arguments: [
            ([UInt8](" \n\t".utf8), "empty", nil), ([UInt8]("bplist00".utf8), "binary property list", nil),
            ([UInt8]("<html>".utf8), "HTML", nil), ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16", nil),
            ([UInt8]("\n [1]".utf8), "not an object", 2), ([UInt8]("{\n\"a\": \"".utf8) + [0xC3, 0x28], "UTF-8", 2),
            ([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), "deeper", 1),
            ([UInt8](String(repeating: "{\"a\":", count: 100_000).utf8), "deeper", 1),
        ] as [([UInt8], String, Int?)]
    )
    func noObject(bytes: [UInt8], word: String, line: Int?) throws {
        let error = try #require(throws: IAPError.self) { try StoreKitFile(data: Data(bytes), name: "Test.storekit") }
        #expect(error.code == .catalogUnreadable && error.message.contains(word))
        #expect(error.place?.file == "Test.storekit" && error.place?.line == line)
    }

    @Test("A diagnostic has path, line and column")
    func position() throws {
        let file = try StoreKitFile(
            """
            { "version": { "major": 4, "minor": 0 }, "subscriptionGroups": [],
              "products": [
                { "productID": "coins", "displayPrice": "¥18", "type": "Consumable", "localizations": [],
                  "internalID": "", "referenceName": "", "familyShareable": true } ] }
            """
        )
        let diagnostic = try #require(file.diagnostics.first)
        #expect(diagnostic.path == "$.products[0].displayPrice" && diagnostic.line == 3 && diagnostic.column == 45)
        #expect(diagnostic.description.hasPrefix("3:45: error: $.products[0].displayPrice: “coins”: “¥18”"))
    }

    @Test("Misspelt keys come with the right one")
    func misspeltKeys() throws {
        let file = try StoreKitFile(
            products: #"{ "productId": "coins", "price": 1 }"#,
            settings: #"{ "storefront": "USA", "_asktobuyEnabled": true }"#,
            more: #""nonConsumableProducts": [ \#(StoreKitFile.product("premium", type: "NonConsumable")) ],"#
        )
        #expect(file.identifiers == ["premium"])
        let messages = file.diagnostics.map(\.message).joined(separator: "\n")
        for word in ["`productID`", "`displayPrice`", "`_storefront`", "`_askToBuyEnabled`", "Move it to `products`"] {
            #expect(messages.contains(word))
        }
    }

    @Test("A container under a wrong name, or missing, is never passed over in silence")
    func wrongContainers() throws {
        let groups = #"[ { "id": "G", "name": "Plans", "subscriptions": [] } ]"#
        let file = try StoreKitFile(
            #"{ "products": null, "SubscriptionGroups": \#(groups), "version": { "major": 4 } }"#
        )
        #expect(file.faults == ["error $", "error $.SubscriptionGroups"])
        #expect(file.diagnostics.last?.message.contains("Is it `subscriptionGroups`?") == true)
    }

    @Test("A repeated key is an error, and the last one counts")
    func repeatedKey() throws {
        let file = try StoreKitFile(settings: #"{ "_storefront": "DEU", "_storefront": "JPN" }"#)
        #expect(file.configuration.settings.storefront.countryCode == "JPN")
        #expect(file.faults == ["error $.settings._storefront"])
    }

    @Test("Values of the wrong kind are diagnostics, never traps")
    func wrongKinds() throws {
        for value in ["null", "1", "\"x\"", "true", "[]", "[[1]]", "{}", "[{}]", "[null]"] {
            for key in [
                "products", "nonRenewingSubscriptions", "subscriptionGroups", "settings", "version", "appPolicies",
                "subscriptionOffersKeyPair", "subscriptionBundleGroups",
            ] {
                #expect(try StoreKitFile("{ \"\(key)\": \(value) }").products.isEmpty)
            }
            for key in [
                "introductoryOffer", "introductoryOffers", "adHocOffers", "codeOffers", "billingPlans", "winbackOffers",
            ] {
                #expect(try StoreKitFile(subscription: "\"\(key)\": \(value)").offers.isEmpty)
            }
        }
    }

    @Test("Offers of all kinds are read with what identifies them")
    func offers() throws {
        let file = try Fixture.file("v5.0-offers-of-all-kinds")
        let offers = file.products.flatMap { $0.subscription?.offers ?? [] }
        #expect(offers.map(\.type) == [.introductory, .promotional, .code])
        #expect(offers[0].id == nil && offers[1].id != nil && offers[2].id != nil)
        let winBack = try Fixture.file("v4.0-win-back").offers
        #expect(winBack.map(\.type) == [.winBack] && winBack[0].id != nil)
    }

    @Test("Settings of Xcode's editor arrive")
    func settings() throws {
        let file = try StoreKitFile(
            settings: """
                { "_storefront": "JPN", "_locale": "ja", "_askToBuyEnabled": true, "_billingIssuesEnabled": true,
                  "_renewalBillingIssuesEnabled": true, "_billingGracePeriodEnabled": true, "_disableDialogs": true,
                  "_failTransactionsEnabled": true, "_storeKitError": 2 }
                """
        )
        let settings = file.configuration.settings
        #expect(settings.storefront.countryCode == "JPN" && settings.locale == "ja" && settings.failureCode == 2)
        #expect(settings.askToBuyEnabled && settings.interruptedPurchasesEnabled && settings.disableDialogs)
        #expect(settings.shouldEnterBillingRetryOnRenewal && settings.billingGracePeriodIsEnabled)
        #expect(settings.failTransactionsEnabled && file.diagnostics.isEmpty)
        for code in ["US", "usa", "", "XYZ"] {
            let wrong = try StoreKitFile(settings: #"{ "_storefront": "\#(code)" }"#)
            #expect(wrong.configuration.settings.storefront == .usa && wrong.faults == ["error $.settings._storefront"])
        }
    }

    @Test("The key of promotional offers is known by its identifier; the key itself appears nowhere")
    func offerKey() throws {
        let file = try Fixture.file("v1.1-offer-key-and-empty-offer-price")
        #expect(file.configuration.settings.offerKeyIdentifier?.count == 8)
        var dump = ""
        Swift.dump(file, to: &dump)
        #expect(!dump.contains("MIGHAgEAMBMG"))
    }

    @Test("A product that App Store Connect rejects and Xcode sells is an error, and sold")
    func rulesOfAppStoreConnect() throws {
        let file = try Fixture.file("v1.1-hyphens-in-identifiers")
        #expect(file.identifiers.contains("com.tbowman.nonconsumable.flowers-large"))
        #expect(file.faults.contains("error $.products[0].productID"))
        let long = try StoreKitFile(
            products: StoreKitFile.product("coins").replacing("A name", with: String(repeating: "x", count: 65))
        )
        #expect(long.identifiers == ["coins"] && long.faults == ["error $.products[0].referenceName"])
    }

    @Test("A file of many products and strange keys is read in one go")
    func manyProducts() throws {
        let products = (0..<5_000).map { StoreKitFile.product("p\($0)") }.joined(separator: ",")
        let keys = (0..<5_000).map { "\"unheardOf\($0)\": 0" }.joined(separator: ",")
        let file = try StoreKitFile(products: products, more: keys + ",")
        #expect(file.products.count == 5_000 && file.diagnostics.count == 5_000)
    }
}
