import Foundation
import IAP
import IAPPresentation

/// The formats of a paywall's texts, for one customer.
struct PaywallFormats: Sendable {
    let products: ProductFormat
    let offers: OfferFormat
    let subscriptions: SubscriptionStateFormat
    let errors: ErrorFormat
    let words: StoreWords

    init(locale: Locale, priceLocale: PriceLocale, timeZone: TimeZone, catalog: TextCatalog) {
        products = ProductFormat(locale: locale, priceLocale: priceLocale, catalog: catalog)
        offers = OfferFormat(locale: locale, priceLocale: priceLocale, timeZone: timeZone, catalog: catalog)
        subscriptions = SubscriptionStateFormat(locale: locale, timeZone: timeZone, catalog: catalog)
        errors = ErrorFormat(locale: locale, catalog: catalog)
        words = StoreWords(locale: locale, catalog: catalog)
    }

    func text(for notice: PaywallNotice) -> String {
        switch notice {
        case .restored: words.restoreDone
        case .nothingToRestore: words.restoreNothing
        }
    }

    func heading(of product: StoreProduct) -> String {
        product.subscription?.groupDisplayName ?? words.heading(for: product.type)
    }

    /// - Parameter offer: The offer that the customer gets.
    func action(for product: StoreProduct, in state: PaywallItem.State, offer: SubscriptionOffer?) -> String {
        let isSubscription = product.type == .autoRenewable
        return switch state {
        case .loading: words.loading
        case .buyable where offer?.price == 0: words.startTrial
        case .buyable: isSubscription ? words.subscribe : words.buy
        case .purchasing: words.purchasing
        case .pending: words.pending
        case .owned: isSubscription ? words.subscribed : words.owned
        case .unavailable: words.unavailable
        }
    }
}
