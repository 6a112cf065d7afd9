import Foundation
import IAPCore

/// Prices as each platform's ICU writes them, which must be numbers.
enum CurrencyText {
    static func text(for price: Decimal, in currency: CurrencyCode, locale: Locale) -> String {
        price.formatted(.currency(code: currency.rawValue).locale(locale))
    }

    /// Two prices and what stands between them; `low` is less than `high`.
    static func range(_ low: Decimal, _ high: Decimal, in currency: CurrencyCode, locale: Locale) -> String {
        #if !canImport(Darwin)
        if let text = ICU.range(from: low, to: high, in: currency, locale: locale) { return text }
        #endif
        // Foundation has no ranges of numbers.
        let (low, high) = (text(for: low, in: currency, locale: locale), text(for: high, in: currency, locale: locale))
        return "\(low)\u{2009}–\u{2009}\(high)"
    }

    /// How many decimals the currency's smallest unit has: 2 for USD, 0 for JPY, 3 for KWD.
    static func fractionDigits(of currency: CurrencyCode) -> Int {
        #if canImport(Darwin)
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.numberStyle = .currency
        formatter.currencyCode = currency.rawValue
        return formatter.maximumFractionDigits
        #else
        return ICU.fractionDigits(of: currency)
        #endif
    }
}
