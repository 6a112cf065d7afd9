import Foundation
import IAPStoreKitFile
import IAPCore
import Testing

@Suite("A product in a storefront and a language")
struct ProductDefinitionTests {
    private func product(_ locales: [String], reference: String? = nil, group: [String] = []) throws
        -> ProductDefinition
    {
        func names(_ locales: [String]) -> [ProductDefinition.Localization] {
            locales.map {
                ProductDefinition.Localization(locale: $0, displayName: "name \($0)", description: "text \($0)")
            }
        }
        return ProductDefinition(
            productIdentifier: "plan",
            type: .autoRenewable,
            referenceName: reference,
            price: try #require(Decimal(string: "0.99")),
            localizations: names(locales),
            subscription: ProductSubscriptionInfo(
                subscriptionGroupIdentifier: "G",
                groupDisplayName: "Plans",
                groupLevel: 1,
                subscriptionPeriod: try ProductSubscriptionPeriod(value: 1, unit: .month)
            ),
            groupLocalizations: names(group)
        )
    }

    @Test(
        "Names are of the same locale, else of the language and script, else of the language, else en_US, else the first",
        arguments: [
            ("fr_CA", ["fr", "fr_CA"], "fr_CA"), ("zh_CN", ["en_US", "zh_Hant", "zh_Hans"], "zh_Hans"),
            ("zh_TW", ["zh_Hans", "zh_Hant"], "zh_Hant"), ("ja", ["en_US", "ja_JP"], "ja_JP"),
            ("ja_JP", ["en_US", "ja"], "ja"), ("zh_HK", ["en_US", "zh_Hans"], "zh_Hans"),
            ("es_MX", ["en_US", "es_ES"], "es_ES"), ("de", ["fr", "en_US"], "en_US"), ("de", ["fr", "ja"], "fr"),
            ("en-GB", ["en_US", "en_GB"], "en_GB"), ("", ["fr", "en_US"], "en_US"),
        ]
    )
    func matching(locale: String, locales: [String], expected: String) throws {
        let product = try product(locales, group: locales).storeProduct(storefront: .usa, locale: locale) {
            price,
            _,
            _ in "\(price)"
        }
        #expect(product.localizedTitle == "name \(expected)" && product.localizedDescription == "text \(expected)")
        #expect(product.subscription?.groupDisplayName == "name \(expected)")
    }

    @Test("Without names, the reference name is the title, or else the identifier; the group keeps its name")
    func withoutNames() throws {
        let named = try product([], reference: "Reference").storeProduct(storefront: .usa, locale: "en_US") {
            price,
            _,
            _ in "\(price)"
        }
        #expect(named.localizedTitle == "Reference" && named.localizedDescription.isEmpty)
        #expect(named.subscription?.groupDisplayName == "Plans")
        #expect(
            try product([]).storeProduct(storefront: .usa, locale: "en_US") { price, _, _ in "\(price)" }.localizedTitle
                == "plan"
        )
    }

    @Test(
        "A price is written in the language's way with the storefront's region and currency",
        arguments: [
            ("USA", "en_US", "USD", "en_US", "$0.99"), ("DEU", "de_DE", "EUR", "de_DE", "0,99\u{A0}€"),
            ("DEU", "en_US", "EUR", "en_DE", "0,99\u{A0}€"), ("USA", "ja", "USD", "ja_US", "$0.99"),
            ("JPN", "ja", "JPY", "ja_JP", nil), ("USA", "zh_TW", "USD", "zh_Hant_US", nil),
            ("HKG", "zh_CN", "HKD", "zh_Hans_HK", nil),
            ("CHN", "zh_Hans", "CNY", "zh_CN", nil), ("USA", "en_GB", "USD", "en_US", "$0.99"),
        ] as [(String, String, String, String, String?)]
    )
    func prices(country: String, locale: String, currency: String, priceLocale: String, text: String?) throws {
        let storefront = try AppStorefront(countryCode: country)
        let product = try product(["en_US"]).storeProduct(storefront: storefront, locale: locale) { price, _, _ in
            "\(price)"
        }
        #expect(product.currencyCode.rawValue == currency && product.priceLocale.identifier == priceLocale)
        if let text {
            #expect(product.price.formatted(.currency(code: currency).locale(product.priceLocale)) == text)
        }
    }

    @Test("A storefront without a known currency is an error, not a guess")
    func unknownCurrency() throws {
        let nowhere = try AppStorefront(countryCode: "XYZ")
        let error = try #require(throws: IAPError.self) {
            try product(["en_US"]).storeProduct(storefront: nowhere, locale: "en_US") { price, _, _ in "\(price)" }
        }
        #expect(error.code == .invalidStorefront)
    }
}
