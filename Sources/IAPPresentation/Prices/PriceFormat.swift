public import Foundation
public import IAPCore

/// Writes prices of one currency in one locale: `$0.99`, `0,99 €`, `¥120`.
///
/// ICU writes the text, so that it equals `Decimal.FormatStyle.Currency`'s everywhere. A price that is not a number is
/// a dash. A format is cheap to make, and works on any thread.
public struct PriceFormat: Hashable, Sendable {
    public let currencyCode: CurrencyCode
    public let locale: Locale

    /// - Parameter locale: A product's `priceLocale` to write as the store does, or the customer's. The currency is the
    ///   store's either way: the store charges in it.
    public init(currencyCode: CurrencyCode, locale: Locale) {
        self.currencyCode = currencyCode
        self.locale = locale
    }

    /// The format in which the store writes the product's price.
    public init(for product: StoreProduct) {
        self.init(currencyCode: product.currencyCode, locale: product.priceLocale)
    }

    /// The format for a product's currency in a locale of the caller's choice, as a rule the customer's.
    public init(for product: StoreProduct, in locale: Locale) {
        self.init(currencyCode: product.currencyCode, locale: locale)
    }

    /// The text of a price: `$0.99`, `1.234,50 €`, `¥120`.
    ///
    /// Rounded to the currency's digits, half to even, as Foundation does; a store's prices have no more digits than
    /// that.
    public func text(for price: Decimal) -> String {
        guard !price.isNaN else { return Self.notANumber }
        return CurrencyText.text(for: price, in: currencyCode, locale: locale)
    }

    /// The text of the price of several together: `$2.97` for 3 of $0.99.
    public func text(for price: Decimal, quantity: Int) -> String {
        text(for: price * Decimal(quantity))
    }

    /// The text of a range, the lower price first whatever the order: `$0.99 – $9.99`, `0,99–9,99 €`, `¥120 ～ ¥980`.
    /// Two prices of the same text are written once.
    public func text(from one: Decimal, to other: Decimal) -> String {
        guard !one.isNaN, !other.isNaN else { return Self.notANumber }
        let (low, high) = one < other ? (one, other) : (other, one)
        let text = text(for: low)
        return text == self.text(for: high)
            ? text : CurrencyText.range(low, high, in: currencyCode, locale: locale)
    }

    /// The text of a price, written once.
    package static func text(for price: Decimal, in currency: CurrencyCode, locale: Locale) -> String {
        PriceFormat(currencyCode: currency, locale: locale).text(for: price)
    }

    private static let notANumber = "–"
}

extension StoreProduct {
    /// The price of several together, as the store writes it: `$2.97` for 3 of $0.99.
    public func displayPrice(quantity: Int) -> String { PriceFormat(for: self).text(for: price, quantity: quantity) }
}
