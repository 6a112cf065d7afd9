import Foundation
import IAPCore
import IAPPresentation

extension Benchmark {
    /// A large catalog in every language of the SDK's, all of its texts in memory at once.
    static let priceList = Benchmark(
        name: "price-list",
        operation: "a product's price, of \(productCount) products in \(locales.count) locales, all kept",
        count: productCount * locales.count,
        contenders: [
            Contender(name: "ProductFormat") { _ in
                try list { locale in
                    let format = ProductFormat(locale: locale)
                    return { format.price(of: $0) }
                }
            },
            Contender(name: "NumberFormatter, kept for a locale") { _ in
                try list { locale in
                    let formatter = NumberFormatter()
                    formatter.numberStyle = .currency
                    formatter.currencyCode = "USD"
                    formatter.locale = locale
                    return { formatter.string(from: $0.price as NSDecimalNumber) ?? "" }
                }
            },
            Contender(name: "Decimal.FormatStyle.Currency") { _ in
                try list { locale in
                    let style = Decimal.FormatStyle.Currency(code: "USD", locale: locale)
                    return { style.format($0.price) }
                }
            },
            // What no other has: what a new customer pays, and how it goes on.
            Contender(name: "OfferFormat, offer and terms") { _ in
                try list { locale in
                    let format = OfferFormat(locale: locale)
                    return {
                        format.text(for: $0, eligibility: OfferEligibility(isNewToGroup: true))
                            + format.renewalTerms(of: $0)
                    }
                }
            },
            Contender(name: "no text at all") { _ in
                try list { _ in { _ in "" } }
            },
        ],
        measuresMemory: true
    )

    private static let productCount = 10_000
    private static let locales = [
        "en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "pt_BR", "ja_JP", "ko_KR", "zh_Hans_CN", "ru_RU", "ar_EG", "tr_TR",
    ]

    private static func list(_ writer: (Locale) -> (StoreProduct) -> String) throws -> Duration {
        let products = try products()
        var texts: [String] = []
        texts.reserveCapacity(products.count * locales.count)
        let duration = timed(locales.count) { turn in
            let write = writer(Locale(identifier: locales[turn]))
            for product in products { texts.append(write(product)) }
        }
        keep(texts)
        return duration
    }

    /// The four kinds in turn, at 1,000 prices; subscriptions with a week for free.
    private static func products() throws -> [StoreProduct] {
        guard let currency = CurrencyCode(rawValue: "USD") else {
            throw IAPError(.invalidStorefront, "USD is no currency.")
        }
        let month = try ProductSubscriptionPeriod(iso8601: "P1M")
        let week = try ProductSubscriptionPeriod(iso8601: "P1W")
        let trial = try SubscriptionOffer(
            type: .introductory,
            id: nil,
            paymentMode: .freeTrial,
            price: 0,
            period: week
        )
        let priceLocale = Locale(identifier: "en_US")
        let types = [ProductType.consumable, .nonConsumable, .nonRenewable, .autoRenewable]
        return (0..<productCount).map { number in
            let type = types[number % types.count]
            return StoreProduct(
                productIdentifier: "com.example.product\(number)",
                type: type,
                localizedTitle: "Product \(number)",
                localizedDescription: "",
                price: Decimal(number % 1000) + Decimal(99) / 100,
                displayPrice: "",
                currencyCode: currency,
                priceLocale: priceLocale,
                storefront: .usa,
                subscription: type == .autoRenewable
                    ? ProductSubscriptionInfo(
                        subscriptionGroupIdentifier: "group",
                        groupLevel: 1,
                        subscriptionPeriod: month,
                        offers: [trial]
                    ) : nil
            )
        }
    }
}
