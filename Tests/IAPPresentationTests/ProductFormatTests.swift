import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct ProductFormatTests {
    static func format(_ locale: String, _ priceLocale: PriceLocale = .customer) -> ProductFormat {
        ProductFormat(locale: Locale(identifier: locale), priceLocale: priceLocale, catalog: .builtIn)
    }

    @Test("A price is the store's, written for the customer or as the store does")
    func locales() throws {
        let plan = try Products().plan("P1M", price: "9.99")
        #expect(Self.format("en_US").recurringPrice(of: plan) == "$9.99/month")
        #expect(Self.format("de_DE").recurringPrice(of: plan) == "9,99\u{a0}$/Monat")
        #expect(Self.format("de_DE", .store).recurringPrice(of: plan) == "$9.99/Monat")
        #expect(Self.format("en_US").recurringPrice(of: plan, width: .full) == "$9.99 per month")
        #expect(Self.format("en_US").recurringPrice(of: plan, width: .narrow) == "$9.99/mo")
    }

    @Test("What costs nothing is free")
    func free() throws {
        let gift = try Products().product(price: "0")
        #expect(Self.format("en_US").price(of: gift) == "Free" && Self.format("ja_JP").price(of: gift) == "無料")
        #expect(Self.format("en_US").price(of: gift, quantity: 3) == "Free")
        #expect(Self.format("en_US").price(of: try Products().product(price: "0.99"), quantity: 3) == "$2.97")
        let (plan, coins) = (try Products().plan("P1Y", price: "0"), try Products().product(price: "9.99"))
        let format = Self.format("en_US")
        #expect(format.price(of: gift, forOneOf: 10) == "Free" && format.price(of: plan, per: .month) == "Free")
        #expect(format.lowestPrice(of: [coins, gift]) == "Free" && format.priceRange(of: [gift, gift]) == "Free")
        #expect(format.comparison(of: gift, with: coins)?.text == "Free instead of $9.99")
    }

    @Test(
        "A subscription's price a unit is rounded up to the currency's digits, by the mean length of months and years",
        arguments: [
            ("59.99", "USD", "P1Y", ProductSubscriptionPeriod.Unit.month, "5"),
            ("119.88", "USD", "P1Y", .month, "9.99"),
            ("9.99", "USD", "P3M", .month, "3.33"), ("10", "USD", "P3M", .month, "3.34"),
            ("7", "USD", "P1W", .day, "1"),
            ("9.99", "USD", "P1M", .week, "2.30"), ("365.2425", "USD", "P1Y", .day, "1"),
            ("9.99", "USD", "P1M", .year, "119.88"),
            ("1000", "JPY", "P1Y", .month, "84"), ("10", "KWD", "P3M", .month, "3.334"),
            ("3.33", "USD", "P1M", .month, "3.33"),
        ]
    )
    func perUnit(
        price: String,
        currency: String,
        period: String,
        unit: ProductSubscriptionPeriod.Unit,
        expected: String
    )
        throws
    {
        let format = PriceFormat(
            currencyCode: try #require(CurrencyCode(rawValue: currency)),
            locale: Locale(identifier: "en_US")
        )
        let price = try #require(Decimal(string: price))
        #expect(
            format.price(price, for: try ProductSubscriptionPeriod(iso8601: period), per: unit)
                == Decimal(string: expected)
        )
    }

    @Test("A price for each of several is rounded up, and a count under one is one")
    func each() throws {
        let coins = try Products().product(price: "0.99")
        #expect(Self.format("en_US").price(of: coins, forOneOf: 100) == "$0.01 each")
        #expect(Self.format("de_DE").price(of: coins, forOneOf: 10) == "0,10\u{a0}$ pro Stück")
        for count in [0, -5, .min] { #expect(Self.format("en_US").price(of: coins, forOneOf: count) == "$0.99 each") }
        #expect(Self.format("en_US").price(of: coins, per: .month) == nil)
    }

    @Test("A range goes from the lowest to the highest price of one currency")
    func range() throws {
        let products = try ["9.99", "0.99", "4.99"].map { try Products().product(price: $0) }
        let format = Self.format("en_US")
        let range = try #require(format.priceRange(of: products))
        #expect(range.hasPrefix("$0.99") && range.hasSuffix("$9.99") && range.contains("–"))
        #expect(format.lowestPrice(of: products) == "From $0.99")
        #expect(format.priceRange(of: [products[1], products[1]]) == "$0.99")
        #expect(format.priceRange(of: []) == nil && format.lowestPrice(of: []) == nil)
        #expect(format.priceRange(of: products + [try Products("EUR").product(price: "1")]) == nil)
        #expect(PriceFormat(for: products[0]).text(from: .nan, to: 1) == "–")
    }

    @Test("Savings compare the same time, and never overstate")
    func savings() throws {
        let (month, year) = (try Products().plan("P1M", price: "9.99"), try Products().plan("P1Y", price: "99.99"))
        #expect(year.savings(comparedWith: month) == 16)  // 16.59 percent
        #expect(Self.format("en_US").savings(of: year, comparedWith: month) == "Save 16%")
        #expect(Self.format("fr_FR").savings(of: year, comparedWith: month) == "Économisez 16\u{a0}%")
        #expect(month.savings(comparedWith: year) == nil && month.savings(comparedWith: month) == nil)
        #expect(year.costsLess(than: month) && !month.costsLess(than: year) && !month.costsLess(than: month))
        let (euros, coins) = (try Products("EUR").plan("P1M", price: "9.99"), try Products().product(price: "100"))
        #expect(year.savings(comparedWith: euros) == nil && year.savings(comparedWith: coins) == nil)
        #expect(try Products().product(price: "99.5").savings(comparedWith: coins) == nil)  // half a percent
        #expect(try Products().product(price: "0").savings(comparedWith: coins) == 100)
    }

    @Test("A percentage is the greatest whole one that is not too much, for every pair of prices up to 100")
    func exactSavings() throws {
        let products = try (0...100).map { try Products().product(price: "\($0)") }
        for (own, product) in products.enumerated() {
            for (other, otherProduct) in products.enumerated() {
                let expected = other > own ? (other - own) * 100 / other : 0
                #expect(product.savings(comparedWith: otherProduct) ?? 0 == expected)
            }
        }
    }

    @Test("A comparison holds the price to pay, the one to strike through, and both in words")
    func comparison() throws {
        let (month, year) = (try Products().plan("P1M", price: "9.99"), try Products().plan("P1Y", price: "59.99"))
        let comparison = try #require(Self.format("en_US").comparison(of: year, with: month))
        #expect(comparison.reduced == "$59.99" && comparison.regular == "$119.88")
        #expect(comparison.text == "$59.99 instead of $119.88" && comparison.savings == "Save 49%")
        #expect(Self.format("en_US").comparison(of: month, with: year) == nil)
        let offer = try Products.offer(.payUpFront, price: "4.99", "P2M")
        #expect(Self.format("en_US").comparison(of: offer, for: month)?.text == "$4.99 instead of $19.98")
        #expect(Self.format("en_US").comparison(of: offer, for: try Products().product(price: "9")) == nil)
    }

    @Test(
        "No price is struck through for one that reads the same, for one below zero, or where one is no number",
        arguments: [
            ("JPY", "434.2", "434.9"), ("USD", "9.991", "9.994"), ("USD", "NaN", "12"), ("USD", "12", "NaN"),
            ("USD", "-5", "1"), ("USD", "-5", "-1"), ("USD", "0.996", "1.001"), ("USD", "0", "0"),
        ]
    )
    func noComparison(currency: String, reduced: String, regular: String) throws {
        let (products, format) = (try Products(currency), Self.format("en_US"))
        let (cheap, dear) = (try products.product(price: reduced), try products.product(price: regular))
        #expect(format.comparison(of: cheap, with: dear) == nil)
        // There are no offers below zero, nor for what is no number.
        let (offer, plan) = (
            try? Products.offer(.payUpFront, price: reduced, "P1M"), try products.plan("P1M", price: regular)
        )
        #expect(offer.flatMap { format.comparison(of: $0, for: plan) } == nil)
    }

    @Test("Prices that are not numbers, invalid locales and unknown currencies have a text")
    func oddInput() throws {
        for locale in ["", "xx", "no such locale", "en_US@currency=EUR", "ar_EG@numbers=latn"] {
            for price in ["NaN", "1e100", "1234567890123456789012345678.12", "0.0000001"] {
                let products = try Products("QQQ", locale)
                let product = try products.plan("P3W", price: price)
                let (format, other) = (Self.format(locale), try products.plan("P1M", price: "1"))
                #expect(
                    !format.recurringPrice(of: product).isEmpty && !format.price(of: product, quantity: .max).isEmpty
                )
                #expect(format.price(of: product, per: .day)?.isEmpty == false)
                // An unknown currency has two digits, so that the last price is written as nothing.
                let (isNumber, isSmall) = (price != "NaN", price == "0.0000001")
                #expect(format.priceRange(of: [product, other])?.isEmpty == (isNumber ? false : nil))
                #expect(format.lowestPrice(of: [other, product])?.isEmpty == (isNumber ? false : nil))
                #expect(product.costsLess(than: other) == isSmall)
                #expect(other.costsLess(than: product) == (isNumber && !isSmall))
                #expect(product.savings(comparedWith: other) == (isSmall ? 99 : nil))
                #expect(other.savings(comparedWith: product) == (isNumber && !isSmall ? 99 : nil))
                #expect((format.comparison(of: product, with: other) != nil) == isSmall)
                #expect((format.comparison(of: other, with: product) != nil) == (isNumber && !isSmall))
            }
        }
    }
}
