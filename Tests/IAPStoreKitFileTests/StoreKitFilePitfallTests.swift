import Foundation
import IAPStoreKitFile
import IAPCore
import Testing

@Suite("The pitfalls of reading a StoreKit configuration file")
struct StoreKitFilePitfallTests {
    @Test("1. Keys decide what is read, whatever the version")
    func keysDecide() throws {
        let old = try Fixture.file("v1.0-subscriptions")
        #expect(old.products.count == 4 && old.diagnostics.isEmpty)
        let winBack = """
            "winbackOffers": [ { "internalID": "W", "offerID": "back", "referenceName": "Back", "isEligible": true,
              "paymentMode": "free", "subscriptionPeriod": "P1W" } ]
            """
        let json = """
            { "subscriptionGroups": [ { "id": "G", "name": "Plans", "localizations": [],
              "subscriptions": [ \(StoreKitFile.subscription("plan", winBack)) ] } ],
              "products": [], "version": { "major": 1, "minor": 0 } }
            """
        #expect(try StoreKitFile(json).offers.map(\.type) == [.winBack])
    }

    @Test(
        "2. Any version is read, with a warning where Xcode would not write it",
        arguments: [
            ("", "warning $"), (#""version": 3,"#, "warning $.version"), (#""version": "4","#, "warning $.version"),
            (#""version": { "major": 3, "minor": 0, "patch": 0 },"#, "warning $.version.patch"),
            (#""version": { "major": 99, "minor": 1 },"#, "warning $.version"),
            (#""version": { "major": 6, "minor": 3 },"#, nil),
        ] as [(String, String?)]
    )
    func anyVersion(version: String, fault: String?) throws {
        let product = StoreKitFile.product("coins")
        let file = try StoreKitFile("{ \(version) \"products\": [\(product)], \"subscriptionGroups\": [] }")
        #expect(file.identifiers == ["coins"])
        #expect(file.faults == (fault.map { [$0] } ?? []))
    }

    @Test("3. Unknown keys are noted and change nothing; Xcode's own bookkeeping is silent")
    func unknownKeys() throws {
        let file = try StoreKitFile(
            products: String(StoreKitFile.product("coins").dropLast(2))
                + #", "promotionalImageID": "ABC", "sparkle": { "x": [1] } }"#,
            more: #""subscriptionBundleGroups": [], "subscriptionSuiteGroups": [ {} ],"#
        )
        #expect(file.identifiers == ["coins"])
        #expect(file.diagnostics.map(\.severity) == [.note, .note])
        #expect(file.diagnostics.map(\.path) == ["$.products[0].sparkle", "$.subscriptionSuiteGroups"])
    }

    @Test("4. An introductory offer that is in both places is one offer")
    func introductoryOfferTwice() throws {
        let free = #"{ "internalID": "A", "paymentMode": "free", "subscriptionPeriod": "P1W" }"#
        let other = #"{ "internalID": "B", "paymentMode": "free", "subscriptionPeriod": "P1M" }"#
        for (members, expected) in [
            (#""introductoryOffer": \#(free)"#, ["P1W"]),
            (#""introductoryOffer": null"#, []),
            (#""introductoryOffers": [\#(free)]"#, ["P1W"]),
            (#""introductoryOffer": \#(free), "introductoryOffers": [\#(free), \#(other)]"#, ["P1W", "P1M"]),
            (#""introductoryOffer": \#(free), "introductoryOffers": [\#(other)]"#, ["P1W", "P1M"]),
        ] {
            let file = try StoreKitFile(subscription: members)
            #expect(file.offers.map(\.period.iso8601) == expected && file.diagnostics.isEmpty)
        }
        #expect(try Fixture.file("v5.0-billing-plans").products.flatMap { $0.subscription?.offers ?? [] }.count == 4)
    }

    @Test("5. Products are known by their identifier, once in all containers")
    func identifierAlone() throws {
        let file = try StoreKitFile(
            products: #"{ "productID": "coins", "displayPrice": "0.99", "type": "Consumable", "referenceName": null }"#,
            nonRenewing: StoreKitFile.product("coins", type: "NonRenewingSubscription")
        )
        #expect(file.identifiers == ["coins"])
        #expect(file.faults == ["warning $.products[0]", "error $.nonRenewingSubscriptions[0].productID"])
        #expect(try Fixture.file("v1.1-same-identifier-twice").products.map(\.referenceName) == ["monthly_hodler_btc"])
    }

    @Test("6. A non-renewing subscription has no period, and needs none")
    func nonRenewing() throws {
        let file = try StoreKitFile(nonRenewing: StoreKitFile.product("season", type: "NonRenewingSubscription"))
        #expect(file.products.map(\.type) == [.nonRenewable] && file.products[0].subscription == nil)
        #expect(file.diagnostics.isEmpty)
    }

    @Test("7. Settings may be empty or missing: United States, en_US, real time, all switches off")
    func noSettings() throws {
        let settings = StoreConfiguration.Settings()
        #expect(settings.storefront == .usa && settings.locale == "en_US" && settings.timeRate == .realTime)
        #expect(try StoreKitFile().configuration.settings == settings)
        #expect(try StoreKitFile(#"{ "products": [], "subscriptionGroups": [] }"#).configuration.settings == settings)
        #expect(try StoreKitFile(settings: "null").configuration.settings == settings)
    }

    @Test(
        "8. A price is a text with a full stop, read exactly; what is none is reported with its product",
        arguments: [
            (#""4.99""#, "4.99"), (#""600""#, "600"), (#""99.0""#, "99"), (#""0""#, "0"), (#""0.00""#, "0"),
            ("39.99", "39.99"), (#""2.99""#, "2.99"), (#""¥18""#, nil), (#""4,99""#, nil), (#""1,000.00""#, nil),
            (#""1e3""#, nil), (#""-1""#, nil), (#"" 1""#, nil), (#""18abc""#, nil), ("true", nil), ("null", nil),
        ] as [(String, String?)]
    )
    func priceText(json: String, price: String?) throws {
        let file = try StoreKitFile(products: StoreKitFile.product("coins", price: json))
        #expect(file.products.map { "\($0.price)" } == (price.map { [$0] } ?? []))
        #expect(
            file.diagnostics.contains { $0.severity == .error && $0.productIdentifier == "coins" } == (price == nil)
        )
    }

    @Test("9. An empty price is reported and not sold at a guess; the payment mode `none` is no offer")
    func emptyPrice() throws {
        let file = try StoreKitFile(products: StoreKitFile.product("coins", price: #""""#))
        #expect(file.products.isEmpty && file.faults == ["error $.products[0].displayPrice"])
        let none = #""introductoryOffer": { "internalID": "A", "paymentMode": "none", "displayPrice": "0.99" }"#
        let plan = try StoreKitFile(subscription: none)
        #expect(plan.identifiers == ["plan"] && plan.offers.isEmpty && plan.diagnostics.isEmpty)
        #expect(try Fixture.file("v4.0-empty-prices").diagnostics.filter { $0.severity == .error }.count == 7)
    }

    @Test("10. A free offer is free, whatever price it still bears")
    func stalePrice() throws {
        let file = try StoreKitFile(
            subscription: """
                "introductoryOffer": { "internalID": "A", "paymentMode": "free", "displayPrice": "0.99",
                  "subscriptionPeriod": "P1W" }
                """
        )
        #expect(file.offers.map(\.price) == [0] && file.diagnostics.isEmpty)
    }

    @Test("11. Pay as you go lasts its count of periods, one by default; paying up front is one charge")
    func countOfPeriods() throws {
        func offer(_ mode: String, _ more: String) throws -> StoreKitFile {
            try StoreKitFile(
                subscription: """
                    "introductoryOffer": { "internalID": "A", "paymentMode": "\(mode)", "displayPrice": "1.99", \(more) }
                    """
            )
        }
        let three = try offer("payAsYouGo", #""subscriptionPeriod": "P1M", "numberOfPeriods": 3"#)
        #expect(three.offers.map(\.periodCount) == [3] && three.diagnostics.isEmpty)
        #expect(try offer("payAsYouGo", #""subscriptionPeriod": "P1M""#).offers.map(\.periodCount) == [1])
        let upFront = try offer("payUpFront", #""subscriptionPeriod": "P6M", "numberOfPeriods": 2"#)
        #expect(upFront.offers.map(\.periodCount) == [1])
        #expect(
            upFront.faults == ["warning $.subscriptionGroups[0].subscriptions[0].introductoryOffer.numberOfPeriods"]
        )
        #expect(try offer("payAsYouGo", #""subscriptionPeriod": "P1M", "numberOfPeriods": 101"#).offers.isEmpty)
    }

    @Test("12. The group number is the level, in any order of the array")
    func levels() throws {
        let levels = try ["3", "1", "2"].flatMap { try StoreKitFile(subscription: "", level: $0).products }
        #expect(levels.map(\.subscription?.groupLevel) == [3, 1, 2])
        let zero = try StoreKitFile(subscription: "", level: "0")
        #expect(zero.products.first?.subscription?.groupLevel == 1)
        #expect(zero.faults == ["error $.subscriptionGroups[0].subscriptions[0].groupNumber"])
    }

    @Test(
        "13. A time rate of each family is read; an unknown one gives way to the compatible rate, with a warning",
        arguments: [
            (#"{ "_timeRate": 6 }"#, .oneSecondIsOneDay, 0),
            (#"{ "_timeRate": 15 }"#, .monthlyRenewalEveryThirtySeconds, 0),
            (#"{ "_timeRate": 1004 }"#, .oneRenewalEveryTenSeconds, 0), (#"{ "_timeRate": 14 }"#, .realTime, 1),
            (#"{ "_timeRate": 2001, "_compatibilityTimeRate": { "3": 6, "5": 1004 } }"#, .oneRenewalEveryTenSeconds, 1),
            (#"{ "_timeRate": 2001, "_compatibilityTimeRate": { "3": 6, "10": 3001 } }"#, .oneSecondIsOneDay, 1),
            (#"{ "_timeRate": "6" }"#, .realTime, 1),
        ] as [(String, StoreConfiguration.TimeRate, Int)]
    )
    func timeRates(settings: String, rate: StoreConfiguration.TimeRate, warnings: Int) throws {
        let file = try StoreKitFile(settings: settings)
        #expect(file.configuration.settings.timeRate == rate && file.faults.count == warnings)
    }

    @Test("14. The compatible rate may be an object, a number or null", arguments: [#"{ "3": 6 }"#, "6", "null"])
    func compatibleRate(json: String) throws {
        let file = try StoreKitFile(settings: #"{ "_timeRate": 13, "_compatibilityTimeRate": \#(json) }"#)
        #expect(file.configuration.settings.timeRate == .monthlyRenewalEveryFiveMinutes && file.diagnostics.isEmpty)
    }

    @Test("16. A simulated error is on when it is enabled, not when one is picked; it is known by its name")
    func simulatedErrors() throws {
        let file = try StoreKitFile(
            settings: """
                { "_storeKitErrors": [
                  { "name": "Purchase", "enabled": false, "current": { "index": 1, "type": "purchase" } },
                  { "name": "Load Products", "enabled": true }, { "name": "Verification", "current": null } ] }
                """
        )
        #expect(file.configuration.settings.failingAPIs == [.loadProducts] && file.diagnostics.isEmpty)
        let fixture = try Fixture.file("v4.0-enabled-error-without-a-choice")
        #expect(fixture.configuration.settings.failingAPIs == [.loadProducts])
    }

    @Test("17. Numbers and truth values do not mix")
    func noMixing() throws {
        let file = try StoreKitFile(settings: #"{ "_askToBuyEnabled": 1, "_timeRate": true, "_locale": 5 }"#)
        #expect(file.configuration.settings == StoreConfiguration.Settings())
        #expect(
            file.faults == [
                "warning $.settings._askToBuyEnabled", "warning $.settings._timeRate", "warning $.settings._locale",
            ]
        )
        #expect(try StoreKitFile(settings: #"{ "_askToBuyEnabled": true }"#).configuration.settings.askToBuyEnabled)
    }

    @Test("18. Locales have an underscore or only a language; without names, the reference name is the title")
    func locales() throws {
        let file = try StoreKitFile(
            products: """
                { "productID": "a", "displayPrice": "1", "type": "Consumable", "referenceName": "Reference", "internalID": "",
                  "familyShareable": false, "localizations": [] },
                { "productID": "b", "displayPrice": "1", "type": "Consumable", "referenceName": null, "internalID": "",
                  "familyShareable": false, "localizations": [ { "locale": "en-US", "displayName": "Bee" } ] }
                """
        )
        let titles = try file.products.map {
            try $0.storeProduct(storefront: .usa, locale: "en_US") { price, _, _ in "\(price)" }.localizedTitle
        }
        #expect(titles == ["Reference", "Bee"])
        #expect(file.faults == ["warning $.products[1].localizations[0].locale"])
    }

    @Test("19. A byte order mark is left out")
    func byteOrderMark() throws {
        let json =
            "\u{FEFF}{ \"products\": [ ], \"subscriptionGroups\": [], \"version\": { \"major\": 4, \"minor\": 0 } }"
        #expect(try StoreKitFile(json).diagnostics.isEmpty)
    }

    @Test("20. A subscription outside of its group is an error, and sold if its group and period are known")
    func misplacedSubscriptions() throws {
        let file = try Fixture.file("v3-bare-number-misplaced-subscriptions")
        #expect(file.identifiers == ["com.myapp.monthly", "com.myapp.yearly", "com.myapp.lifetime"])
        #expect(file.products[0].subscription?.subscriptionGroupIdentifier == "premium_group")
        #expect(file.products[0].subscription?.groupDisplayName == "Premium")
        for path in ["$.products[0]", "$.products[1]", "$.subscriptionGroups[0].subscriptions[0]"] {
            #expect(file.faults.contains("error \(path)"))
        }
        let lost = try Fixture.file("v3.0-subscriptions-without-a-group")
        #expect(lost.products.isEmpty && lost.faults.filter { $0.hasPrefix("error $.products[0]") }.count == 2)
        let top = try StoreKitFile(more: #""subscriptions": [ \#(StoreKitFile.subscription("plan")) ],"#)
        #expect(top.identifiers == ["plan"] && top.faults == ["error $.subscriptions", "error $.subscriptions[0]"])
    }
}
