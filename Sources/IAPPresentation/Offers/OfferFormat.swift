public import Foundation
public import IAPCore

/// Writes what a subscription costs from its first day on, for a customer's locale: its offer, how it renews, what is
/// charged next.
///
/// Sentences come from the catalog's nearest language. A format is cheap to make, and works on any thread.
public struct OfferFormat: Hashable, Sendable {
    public let locale: Locale
    public let priceLocale: PriceLocale
    /// Where the customer's days begin.
    public let timeZone: TimeZone
    public let catalog: TextCatalog

    /// - Parameter locale: The customer's.
    public init(
        locale: Locale,
        priceLocale: PriceLocale = .customer,
        timeZone: TimeZone = .autoupdatingCurrent,
        catalog: TextCatalog = .standard
    ) {
        self.locale = locale
        self.priceLocale = priceLocale
        self.timeZone = timeZone
        self.catalog = catalog
    }

    /// What this customer pays: the text of the offer that the customer is eligible for, otherwise the recurring price.
    /// `3 days free, then $9.99/month`, `$9.99/month`, and the plain price of a product that is no subscription,
    /// `$0.99`.
    public func text(for product: StoreProduct, eligibility: OfferEligibility) -> String {
        product.offer(for: eligibility).map { text(for: $0, of: product) } ?? products.recurringPrice(of: product)
    }

    /// The offer and what follows it: `3 days free, then $9.99/month`, `$1.99 per month for 3 months, then $9.99`,
    /// `$4.99 for the first 2 months, then $9.99/month`.
    ///
    /// An offer with a price of 0 is free whatever its mode.
    public func text(for offer: SubscriptionOffer, of product: StoreProduct) -> String {
        let (wording, length) = (products.wording(for: product), length(of: offer))
        let regular = products.recurringPrice(of: product)
        if offer.price == 0 { return wording.text(.freeOffer, [.period: length, .recurring: regular]) }
        if offer.paymentMode == .payAsYouGo, offer.periodCount > 1 {
            // Where both are paid as often, the rate is said once.
            let isSamePeriod = offer.period == product.subscription?.subscriptionPeriod
            return wording.text(
                .payAsYouGo,
                [
                    .price: products.recurring(offer.price, offer.period, of: product, width: .full),
                    .period: length,
                    .recurring: isSamePeriod && product.price != 0
                        ? wording.isolated(products.format(for: product).text(for: product.price)) : regular,
                ]
            )
        }
        let price = products.format(for: product).text(for: offer.price)
        return offer.period.value == 1
            ? wording.text(.first(offer.period.unit), [.price: price, .recurring: regular])
            : wording.text(.upFront, [.price: price, .period: length, .recurring: regular])
    }

    /// What is free, for a button or a badge: `3 days free`, `3 Tage kostenlos`, `3日無料`; `nil` unless the offer is
    /// free.
    public func freePeriod(of offer: SubscriptionOffer) -> String? {
        offer.price == 0 ? wording.text(.freePeriod, [.period: length(of: offer)]) : nil
    }

    /// How the product goes on: `Renews monthly for $9.99 until cancelled`, without the price where there is none to
    /// pay, `Does not renew` of a non-renewing subscription, `One-time payment` of anything else.
    public func renewalTerms(of product: StoreProduct) -> String {
        guard let period = product.subscription?.subscriptionPeriod else {
            return wording.text(product.type == .nonRenewable ? .doesNotRenew : .oneTimePayment)
        }
        guard product.price != 0 else { return renewalTerms(every: period) }
        let frequency = PeriodFormat(locale: locale, catalog: catalog).frequency(period)
        return products.wording(for: product).text(
            .renewsForPrice,
            [.frequency: frequency, .price: products.format(for: product).text(for: product.price)]
        )
    }

    /// How often a subscription renews, without its price: `Renews monthly until cancelled`,
    /// `Renews every 3 months until cancelled`, `Verlängert sich monatlich bis zur Kündigung`.
    public func renewalTerms(every period: ProductSubscriptionPeriod) -> String {
        wording.text(.renews, [.frequency: PeriodFormat(locale: locale, catalog: catalog).frequency(period)])
    }

    /// What is charged after a purchase, and when: `Next charge: $9.99 on March 3, 2027`, `Nächste Abbuchung: 9,99 € am
    /// 3. März 2027`, `次回のお支払い：2027年3月3日に¥980`; `nil` for a product that does not renew, or costs nothing.
    ///
    /// - Parameters:
    ///   - offer: The offer that the customer bought with.
    ///   - date: The date of the purchase.
    public func nextCharge(
        for product: StoreProduct,
        with offer: SubscriptionOffer? = nil,
        boughtAt date: Date
    ) -> String? {
        guard let subscription = product.subscription, product.price != 0 else { return nil }
        guard let offer else {
            return nextCharge(of: product.price, for: product, on: subscription.subscriptionPeriod.date(after: date))
        }
        if offer.paymentMode == .payAsYouGo, offer.periodCount > 1, offer.price != 0 {
            return nextCharge(of: offer.price, for: product, on: offer.period.date(after: date))
        }
        return nextCharge(
            of: product.price,
            for: product,
            on: offer.period.date(after: date, times: offer.periodCount)
        )
    }

    /// A charge of the product's currency: `Next charge: $9.99 on March 3, 2027`, `下次扣款：2027年3月3日，US$9.99`,
    /// `Следующее списание: 9,99 $, 3 марта 2027 г.`
    public func nextCharge(of price: Decimal, for product: StoreProduct, on date: Date) -> String {
        let wording = products.wording(for: product)
        return wording.text(
            .nextCharge,
            [
                .price: products.format(for: product).text(for: price),
                .date: DateText.text(for: date, withYear: true, timeZone: timeZone, locale: wording.locale),
            ]
        )
    }
}

extension OfferFormat {
    private var wording: Wording { catalog.wording(for: locale) }

    private var products: ProductFormat {
        ProductFormat(locale: locale, priceLocale: priceLocale, catalog: catalog)
    }

    private func length(of offer: SubscriptionOffer) -> String {
        PeriodText.text(
            for: offer.period.value * offer.periodCount,
            offer.period.unit,
            width: .full,
            locale: wording.locale
        )
    }
}
