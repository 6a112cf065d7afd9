public import Foundation
public import IAPCore

/// Writes what products cost, for a customer's locale: `Free`, `$0.99`, `$9.99/month`, `Save 16%`.
///
/// Numbers and currencies are written for any locale; words come from the catalog's nearest language. A format is cheap
/// to make, and works on any thread.
public struct ProductFormat: Hashable, Sendable {
    public let locale: Locale
    public let priceLocale: PriceLocale
    public let catalog: TextCatalog

    /// - Parameter locale: The customer's.
    public init(locale: Locale, priceLocale: PriceLocale = .customer, catalog: TextCatalog = .standard) {
        self.locale = locale
        self.priceLocale = priceLocale
        self.catalog = catalog
    }

    /// The price, of one period for a subscription: `$0.99`, or `Free` for 0.
    public func price(of product: StoreProduct) -> String {
        product.price == 0 ? wording.text(.free) : format(for: product).text(for: product.price)
    }

    /// The price of several together: `$2.97` for 3 of $0.99, or `Free` for 0.
    public func price(of product: StoreProduct, quantity: Int) -> String {
        product.price == 0
            ? wording.text(.free) : format(for: product).text(for: product.price, quantity: quantity)
    }

    /// The price of one of the things in a product, rounded up to the currency's smallest unit: `$0.01 each` for 100
    /// coins at $0.99; `Free` for 0.
    public func price(of product: StoreProduct, forOneOf count: Int) -> String {
        guard product.price != 0 else { return wording.text(.free) }
        let format = format(for: product)
        return wording(for: product).text(
            .each,
            [.price: format.text(for: format.price(product.price, forOneOf: count))]
        )
    }

    /// The price of a subscription for a day, week, month or year, rounded up to the currency's smallest unit:
    /// `$5.00/month` for $59.99 a year, full `$5.00 per month`, or `Free` for 0. `nil` for other products.
    public func price(
        of product: StoreProduct,
        per unit: ProductSubscriptionPeriod.Unit,
        width: PeriodFormat.Width = .abbreviated
    ) -> String? {
        guard let period = product.subscription?.subscriptionPeriod,
            let one = try? ProductSubscriptionPeriod(value: 1, unit: unit)
        else { return nil }
        guard product.price != 0 else { return wording.text(.free) }
        let format = format(for: product)
        let price = format.text(for: format.price(product.price, for: period, per: unit))
        return periods(width).rate(of: price, one, in: wording(for: product))
    }

    /// The price and how often it is paid: `$9.99/month`, `$24.99 every 3 months`, narrow `$9.99/mo`. The price alone
    /// for a product that is free or no subscription.
    public func recurringPrice(of product: StoreProduct, width: PeriodFormat.Width = .abbreviated) -> String {
        guard product.price != 0, let period = product.subscription?.subscriptionPeriod else {
            return price(of: product)
        }
        return recurring(product.price, period, of: product, width: width)
    }

    /// The lowest and the highest price: `$0.99 – $9.99`; one price when they are the same, `Free` when both are 0.
    /// `nil` for no products, for products of several currencies, and when a price is not a number.
    public func priceRange(of products: [StoreProduct]) -> String? {
        ends(of: products).map { lowest, highest in
            lowest.price == 0 && highest.price == 0
                ? wording.text(.free) : format(for: lowest).text(from: lowest.price, to: highest.price)
        }
    }

    /// The lowest price: `From $0.99`, or `Free` for 0. `nil` as for ``priceRange(of:)``.
    public func lowestPrice(of products: [StoreProduct]) -> String? {
        ends(of: products).map { lowest, _ in
            lowest.price == 0
                ? wording.text(.free)
                : wording(for: lowest).text(.from, [.price: format(for: lowest).text(for: lowest.price)])
        }
    }

    /// The product's price beside the higher price of another: `$4.99 instead of $9.99`.
    ///
    /// A subscription is compared by the other one's price for the same time: $59.99 a year with $119.88 for twelve
    /// months at $9.99. `nil` when the product does not cost less as prices are written, when the currencies or the
    /// kinds differ, and when a price is negative or not a number.
    public func comparison(of product: StoreProduct, with other: StoreProduct) -> PriceComparison? {
        guard product.costsLess(than: other) else { return nil }
        let regular =
            if let period = product.subscription?.subscriptionPeriod,
                let others = other.subscription?.subscriptionPeriod
            {
                other.price * Decimal(period.meanLength) / Decimal(others.meanLength)
            } else {
                other.price
            }
        return comparison(of: product.price, with: regular, of: product)
    }

    /// An offer's price beside the product's regular price for the same time: `$4.99 instead of $9.99`. `nil` when the
    /// offer does not cost less as prices are written, for products that are no subscription, and when a price is
    /// negative or not a number.
    public func comparison(of offer: SubscriptionOffer, for product: StoreProduct) -> PriceComparison? {
        guard let period = product.subscription?.subscriptionPeriod else { return nil }
        let regular = product.price * Decimal(offer.period.meanLength) / Decimal(period.meanLength)
        return comparison(of: offer.price, with: regular, of: product)
    }

    /// The saving against another product, a whole percentage that never overstates: `Save 16%`. `nil` under one
    /// percent, and when the currencies or the kinds differ.
    public func savings(of product: StoreProduct, comparedWith other: StoreProduct) -> String? {
        product.savings(comparedWith: other).map(savings)
    }
}

extension ProductFormat {
    var wording: Wording { catalog.wording(for: locale) }

    /// The wording of texts that contain the product's prices.
    func wording(for product: StoreProduct) -> Wording {
        switch priceLocale {
        case .customer: wording
        case .store: wording.with(valuesIn: product.priceLocale)
        }
    }

    func format(for product: StoreProduct) -> PriceFormat {
        switch priceLocale {
        case .customer: PriceFormat(for: product, in: locale)
        case .store: PriceFormat(for: product)
        }
    }

    /// A price of the product's currency and how often it is paid.
    func recurring(
        _ price: Decimal,
        _ period: ProductSubscriptionPeriod,
        of product: StoreProduct,
        width: PeriodFormat.Width
    ) -> String {
        periods(width).rate(of: format(for: product).text(for: price), period, in: wording(for: product))
    }

    private func periods(_ width: PeriodFormat.Width) -> PeriodFormat {
        PeriodFormat(locale: locale, width: width, catalog: catalog)
    }

    private func ends(of products: [StoreProduct]) -> (lowest: StoreProduct, highest: StoreProduct)? {
        guard let lowest = products.min(by: { $0.price < $1.price }),
            let highest = products.max(by: { $0.price < $1.price }),
            products.allSatisfy({ $0.currencyCode == lowest.currencyCode && !$0.price.isNaN })
        else { return nil }
        return (lowest, highest)
    }

    private func comparison(
        of reduced: Decimal,
        with regular: Decimal,
        of product: StoreProduct
    ) -> PriceComparison? {
        guard !reduced.isNaN, !regular.isNaN, reduced >= 0 else { return nil }
        let percent = Savings.percent(of: reduced, insteadOf: regular)
        let format = format(for: product)
        let struck = format.roundedDown(regular)
        guard struck > format.roundedAsWritten(reduced) else { return nil }
        let (reduced, regular) = (
            reduced == 0 ? wording.text(.free) : format.text(for: reduced), format.text(for: struck)
        )
        guard reduced != regular else { return nil }
        return PriceComparison(
            reduced: reduced,
            regular: regular,
            text: wording(for: product).text(.reduced, [.price: reduced, .regular: regular]),
            savings: percent.map(savings)
        )
    }

    private func savings(_ percent: Int) -> String {
        let wording = wording
        return wording.text(.save, [.percent: percent.formatted(.percent.locale(wording.locale))])
    }
}
