public import Foundation
public import IAPCore

/// Writes prices of one currency in one locale.
///
/// Foundation writes the text, so that it equals `Decimal.FormatStyle.Currency`'s everywhere. Any price has a text; one
/// that is not a number is a dash.
public struct PriceFormat: Hashable, Sendable {
    public let currencyCode: CurrencyCode
    public let locale: Locale

    /// - Parameter locale: Take a product's `priceLocale`, not the device's locale: the store charges in its own
    ///   currency.
    public init(currencyCode: CurrencyCode, locale: Locale) {
        self.currencyCode = currencyCode
        self.locale = locale
    }

    /// The format in which the store writes the product's price.
    public init(for product: StoreProduct) {
        self.init(currencyCode: product.currencyCode, locale: product.priceLocale)
    }

    /// The text of a price, such as `$0.99`, rounded to the currency's smallest unit.
    public func text(for price: Decimal) -> String {
        guard !price.isNaN else { return "–" }
        return price.formatted(.currency(code: currencyCode.rawValue).locale(locale))
    }

    /// The text of what several cost together, such as `$2.97` for 3 of $0.99.
    public func text(for price: Decimal, quantity: Int) -> String {
        text(for: price * Decimal(quantity))
    }
}

extension StoreProduct {
    /// The price as the store writes it, such as `$0.99`.
    public var displayPrice: String { PriceFormat(for: self).text(for: price) }

    /// What several cost together, as the store writes it.
    public func displayPrice(quantity: Int) -> String { PriceFormat(for: self).text(for: price, quantity: quantity) }
}
