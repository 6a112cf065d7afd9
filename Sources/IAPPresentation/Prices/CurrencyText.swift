import Foundation
import IAPCore

/// Prices as each platform's ICU writes them, which must be numbers.
enum CurrencyText {
    /// The price as `Decimal.FormatStyle.Currency` writes it.
    static func text(for price: Decimal, in currency: CurrencyCode, locale: Locale) -> String {
        #if !canImport(Darwin)
        // The same text from the same ICU, in a third of the time.
        let formatter = ICUNumberFormatter.formatter(.price(currency), locale: locale)
        if let text = formatter?.text(for: price) { return text }
        #endif
        return price.formatted(.currency(code: currency.rawValue).locale(locale))
    }

    /// Two prices and what stands between them; `low` is less than `high`.
    static func range(_ low: Decimal, _ high: Decimal, in currency: CurrencyCode, locale: Locale) -> String {
        #if !canImport(Darwin)
        if let text = ICURange.text(from: low, to: high, in: currency, locale: locale) { return text }
        #endif
        // Foundation has no ranges of numbers.
        return
            "\(text(for: low, in: currency, locale: locale))\u{2009}–\u{2009}\(text(for: high, in: currency, locale: locale))"
    }

    /// How many decimals the currency's smallest unit has: 2 for USD, 0 for JPY, 3 for KWD.
    static func fractionDigits(of currency: CurrencyCode) -> Int {
        kept.value(for: currency) {
            #if canImport(Darwin)
            let formatter = NumberFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.numberStyle = .currency
            formatter.currencyCode = currency.rawValue
            return formatter.maximumFractionDigits
            #else
            ICUCurrency.fractionDigits(of: currency.rawValue)
            #endif
        }
    }

    private static let kept = BoundedCache<CurrencyCode, Int>(limit: 256)
}
