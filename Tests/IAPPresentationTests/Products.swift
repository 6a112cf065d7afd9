import Foundation
import IAPCore
import IAPPresentation

/// Products of the four kinds, priced in a currency and a store's locale.
struct Products {
    let currency: CurrencyCode
    let locale: Locale

    init(_ currency: String = "USD", _ locale: String = "en_US") throws {
        guard let currency = CurrencyCode(rawValue: currency) else {
            throw IAPError(.unknown, "No currency: \(currency)")
        }
        self.currency = currency
        self.locale = Locale(identifier: locale)
    }

    func product(
        _ identifier: String = "coins",
        _ type: ProductType = .consumable,
        price: String,
        subscription: ProductSubscriptionInfo? = nil
    ) throws -> StoreProduct {
        let price = Decimal(string: price) ?? .nan
        return StoreProduct(
            productIdentifier: identifier,
            type: type,
            localizedTitle: identifier,
            localizedDescription: identifier,
            price: price,
            displayPrice: PriceFormat(currencyCode: currency, locale: locale).text(for: price),
            currencyCode: currency,
            priceLocale: locale,
            storefront: .usa,
            subscription: subscription
        )
    }

    func plan(_ period: String, price: String, offers: [SubscriptionOffer] = []) throws -> StoreProduct {
        let info = ProductSubscriptionInfo(
            subscriptionGroupIdentifier: "plans",
            groupLevel: 1,
            subscriptionPeriod: try ProductSubscriptionPeriod(iso8601: period),
            offers: offers
        )
        return try product("plan.\(period)", .autoRenewable, price: price, subscription: info)
    }

    static func offer(
        _ mode: SubscriptionOffer.PaymentMode,
        price: String = "0",
        _ period: String,
        times count: Int = 1,
        type: SubscriptionOffer.OfferType = .introductory,
        id: String? = nil
    ) throws -> SubscriptionOffer {
        try SubscriptionOffer(
            type: type,
            id: id,
            paymentMode: mode,
            price: Decimal(string: price) ?? .nan,
            period: ProductSubscriptionPeriod(iso8601: period),
            periodCount: count
        )
    }
}

extension Date {
    /// Noon in UTC.
    init(_ year: Int, _ month: Int, _ day: Int) {
        let components = DateComponents(timeZone: .gmt, year: year, month: month, day: day, hour: 12)
        self = Calendar(identifier: .gregorian).date(from: components) ?? .distantPast
    }
}
