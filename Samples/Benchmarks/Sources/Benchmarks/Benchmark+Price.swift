import Foundation
import IAPCore
import IAPPresentation

extension Benchmark {
    /// One price in one locale, as a paywall writes it.
    static let price = Benchmark(
        name: "price",
        operation: "the text of one price",
        count: 2000,
        contenders: [
            // Made for each price, as in a view's body.
            Contender(name: "PriceFormat") { count in
                let (prices, currency, locale) = (Self.prices, try Self.currency, Locale(identifier: "en_US"))
                return timed(count) { turn in
                    let format = PriceFormat(currencyCode: currency, locale: locale)
                    keep(format.text(for: prices[turn % prices.count]))
                }
            },
            Contender(name: "NumberFormatter, kept") { count in
                let (prices, formatter) = (Self.prices, Self.numberFormatter())
                return timed(count) { keep(formatter.string(from: prices[$0 % prices.count] as NSDecimalNumber)) }
            },
            Contender(name: "NumberFormatter, made anew", goal: .fasterBy(10)) { count in
                // Some hundred times slower, so a few operations stand for all.
                let (prices, few) = (Self.prices, max(count / 20, 1))
                let duration = timed(few) { turn in
                    keep(Self.numberFormatter().string(from: prices[turn % prices.count] as NSDecimalNumber))
                }
                return duration * count / few
            },
            Contender(name: "Decimal.FormatStyle.Currency") { count in
                let (prices, locale) = (Self.prices, Locale(identifier: "en_US"))
                return timed(count) { turn in
                    keep(prices[turn % prices.count].formatted(.currency(code: "USD").locale(locale)))
                }
            },
        ]
    )

    private static let prices = (0..<64).map { Decimal($0) + Decimal(99) / 100 }

    private static var currency: CurrencyCode {
        get throws {
            guard let currency = CurrencyCode(rawValue: "USD") else {
                throw IAPError(.invalidStorefront, "USD is no currency.")
            }
            return currency
        }
    }

    private static func numberFormatter() -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.currencyCode = "USD"
        formatter.locale = Locale(identifier: "en_US")
        return formatter
    }
}
