public import Foundation
public import IAPCore

/// Writes lengths of time in one locale: `1 month`, `monthly`, `per month`, `/mo`, `12 months`.
///
/// A format is cheap to make, and works on any thread.
public struct PeriodFormat: Hashable, Sendable {
    public enum Width: Hashable, Sendable, CaseIterable {
        /// `3 months`, `per month`.
        case full
        /// `3 mths`, `/month`.
        case abbreviated
        /// `3mo`, `/mo`.
        case narrow
    }

    public let locale: Locale
    public let width: Width
    /// Whether 7 days are written as 1 week, and 12 months as 1 year.
    public let normalizes: Bool
    /// Where ``frequency(_:)`` and ``rate(_:)`` take their words from.
    public let catalog: TextCatalog

    public init(
        locale: Locale,
        width: Width = .full,
        normalizes: Bool = false,
        catalog: TextCatalog = .standard
    ) {
        self.locale = locale
        self.width = width
        self.normalizes = normalizes
        self.catalog = catalog
    }

    /// The length, by CLDR's rules for any locale: `3 months`, `3 Monate`, `3か月`; abbreviated `3 mths`, narrow `3mo`.
    public func text(for period: ProductSubscriptionPeriod) -> String {
        text(for: period, in: locale)
    }

    /// How often: `monthly`, `every 3 months`, `alle 2 Wochen`. In the catalog's language that is nearest to the
    /// locale.
    public func frequency(_ period: ProductSubscriptionPeriod) -> String {
        let (period, wording) = (self.period(period), catalog.wording(for: locale))
        guard period.value > 1 else { return wording.text(.frequency(period.unit)) }
        return wording.text(.every(period.unit), [.period: text(for: period, in: wording.locale)])
    }

    /// What comes after a price: `per month`, abbreviated `/month`, narrow `/mo`; of several units `every 3 months`,
    /// whatever the width, because a short unit after a number may be read as another one, such as the metres of `2 m`.
    /// In the catalog's language that is nearest to the locale; where that language puts it before a price, as Korean
    /// does, it is what comes before.
    public func rate(_ period: ProductSubscriptionPeriod) -> String {
        rate(of: "", period, in: catalog.wording(for: locale)).trimmingCharacters(in: .whitespaces)
    }

    /// A price and its period: `$9.99 per month`, abbreviated `$9.99/month`, narrow `$9.99/mo`.
    func rate(of price: String, _ period: ProductSubscriptionPeriod, in wording: Wording) -> String {
        let period = self.period(period)
        guard period.value > 1 else { return wording.text(.rate(period.unit, width), [.price: price]) }
        return wording.text(
            .rateOfSeveral(period.unit),
            [
                .price: price,
                .period: PeriodText.text(
                    for: period.value,
                    period.unit,
                    width: .full,
                    locale: wording.locale
                ),
            ]
        )
    }

    private func period(_ period: ProductSubscriptionPeriod) -> ProductSubscriptionPeriod {
        normalizes ? period.normalized : period
    }

    private func text(for period: ProductSubscriptionPeriod, in locale: Locale) -> String {
        let period = self.period(period)
        return PeriodText.text(for: period.value, period.unit, width: width, locale: locale)
    }
}
