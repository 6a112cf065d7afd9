public import Foundation
public import IAPCore

/// Writes the terms of a subscription for a customer's locale: its offer, how it renews, the next charge.
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

    /// The text of the offer that the customer is eligible for, otherwise the recurring price: `3 days free, then
    /// $9.99/month`, `$9.99/month`; the plain price of a product that is no subscription, `$0.99`.
    public func text(for product: StoreProduct, eligibility: OfferEligibility) -> String {
        product.offer(for: eligibility).map { text(for: $0, of: product) } ?? products.recurringPrice(of: product)
    }

    /// The offer and the price after it: `3 days free, then $9.99/month`, `$1.99 per month for 3 months, then $9.99`,
    /// `$4.99 for the first 2 months, then $9.99/month`. An offer with a price of 0 is free, whatever its mode.
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

    /// The length of a free offer, for a button or a badge: `3 days free`; `nil` for an offer that is not free.
    public func freePeriod(of offer: SubscriptionOffer) -> String? {
        offer.price == 0 ? wording.text(.freePeriod, [.period: length(of: offer)]) : nil
    }

    /// The terms of renewal: `Renews monthly for $9.99 until cancelled`, without the price when it is 0; `Does not
    /// renew` for a non-renewing subscription, `One-time payment` for other kinds.
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

    /// How often a subscription renews, without its price: `Renews every 3 months until cancelled`.
    public func renewalTerms(every period: ProductSubscriptionPeriod) -> String {
        wording.text(.renews, [.frequency: PeriodFormat(locale: locale, catalog: catalog).frequency(period)])
    }

    /// The next charge after a purchase: `Next charge: $9.99 on March 3, 2027`; `nil` for a product that does not renew
    /// or costs nothing.
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

    /// A charge in the product's currency: `Next charge: $9.99 on March 3, 2027`.
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
