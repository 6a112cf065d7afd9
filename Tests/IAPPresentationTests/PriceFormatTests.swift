import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct PriceFormatTests {
    static func product(_ price: String, _ currency: String, _ locale: String) throws -> StoreProduct {
        let price = try #require(Decimal(string: price))
        let currency = try #require(CurrencyCode(rawValue: currency))
        let locale = Locale(identifier: locale)
        return StoreProduct(
            productIdentifier: "com.example.coins",
            type: .consumable,
            localizedTitle: "Coins",
            localizedDescription: "A bag of coins",
            price: price,
            displayPrice: PriceFormat(currencyCode: currency, locale: locale).text(for: price),
            currencyCode: currency,
            priceLocale: locale,
            storefront: .usa
        )
    }

    @Test("A product of the American store costs $0.99")
    func american() throws {
        let product = try Self.product("0.99", "USD", "en_US")
        #expect(product.displayPrice == "$0.99")
        #expect(product.displayPrice(quantity: 3) == "$2.97")
        #expect(product.displayPrice(quantity: 1) == product.displayPrice)
    }

    @Test(
        "A price reads as Foundation writes it, in the store's locale and currency",
        arguments: [
            ("0.99", "USD", "en_US"), ("1234.5", "EUR", "de_DE"), ("120", "JPY", "ja_JP"), ("0.125", "KWD", "ar_KW"),
            ("1234567", "INR", "hi_IN"), ("3.5", "USD", "fr_FR"), ("0", "BRL", "pt_BR"), ("99.9", "CHF", "de_CH"),
        ]
    )
    func foundation(price: String, currency: String, locale: String) throws {
        let product = try Self.product(price, currency, locale)
        let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
        #expect(product.displayPrice == style.format(product.price))
        #expect(product.displayPrice(quantity: 2) == style.format(product.price * 2))
    }

    @Test("An unknown currency is written with its code")
    func unknownCurrency() throws {
        let text = try Self.product("1.5", "QQQ", "en_US").displayPrice
        #expect(text.contains("QQQ") && text.contains("1.50"))
    }

    @Test("A price of thirty digits keeps every digit")
    func longPrice() throws {
        let text = try Self.product("1234567890123456789012345678.12", "USD", "en_US").displayPrice
        #expect(text == "$1,234,567,890,123,456,789,012,345,678.12")
    }

    @Test("A price that is not a number is a dash, and so is a product of numbers too large")
    func notANumber() throws {
        let format = PriceFormat(for: try Self.product("1", "USD", "en_US"))
        #expect(format.text(for: .nan) == "–")
        #expect(format.text(for: .greatestFiniteMagnitude, quantity: .max) == "–")
    }

    @Test("Odd quantities and locales have a text", arguments: ["", "xx", "no such locale", "en_US@currency=EUR"])
    func oddInput(locale: String) throws {
        let product = try Self.product("0.99", "USD", locale)
        #expect(!product.displayPrice.isEmpty)
        for quantity in [0, -1, Int.min, Int.max] { #expect(!product.displayPrice(quantity: quantity).isEmpty) }
    }

    @Test("A price reads as Foundation writes it in every locale that there is")
    func everyLocale() throws {
        let prices = ["0", "0.99", "1234.5", "0.005", "-3.5", "98765432109876543210.12"].compactMap {
            Decimal(string: $0)
        }
        for identifier in Locale.availableIdentifiers + [
            "", "en_PL", "de@numbers=arab", "en_US@currency=EUR", "en-US-u-nu-thai",
        ] {
            let locale = Locale(identifier: identifier)
            for code in ["USD", "JPY", "KWD", locale.currency?.identifier ?? "EUR"] {
                let format = PriceFormat(currencyCode: try #require(CurrencyCode(rawValue: code)), locale: locale)
                let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
                for price in prices { #expect(format.text(for: price) == style.format(price), "\(identifier) \(code)") }
            }
        }
    }

    @Test("A price of any exponent and length keeps its digits", arguments: 0...1_000)
    func digits(seed: Int) throws {
        let digits = String("9182736450192837465564738291").prefix(1 + seed % 28)
        let price = try #require(Decimal(string: "\(digits)e-\(seed % 40)"))
        let format = PriceFormat(
            currencyCode: try #require(CurrencyCode(rawValue: "KWD")),
            locale: Locale(identifier: "en_US")
        )
        #expect(format.text(for: price) == price.formatted(.currency(code: "KWD").locale(Locale(identifier: "en_US"))))
    }

    @Test(
        "The currency decides on the digits",
        arguments: [("USD", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("QQQ", 2)]
    )
    func fractionDigits(code: String, digits: Int) throws {
        let currency = try #require(CurrencyCode(rawValue: code))
        #expect(PriceFormat(currencyCode: currency, locale: Locale(identifier: "de_DE")).fractionDigits == digits)
    }

    @Test("Prices are written right from many threads at once")
    func threads() async throws {
        let codes = try ["USD", "EUR", "JPY", "KWD", "BRL"].map { try #require(CurrencyCode(rawValue: $0)) }
        let locales = Locale.availableIdentifiers.sorted().prefix(200).map { Locale(identifier: $0) }
        let expected = locales.map { locale in
            codes.map { PriceFormat(currencyCode: $0, locale: locale).text(for: 9.99) }
        }
        await withTaskGroup(of: Bool.self) { group in
            for start in 0..<8 {
                group.addTask {
                    (0..<locales.count).allSatisfy { step in
                        let index = (step + start * 25) % locales.count
                        return codes.map { PriceFormat(currencyCode: $0, locale: locales[index]).text(for: 9.99) }
                            == expected[index]
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
