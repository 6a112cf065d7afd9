import Foundation
public import IAPCore

extension StoreProduct {
    /// How many percent this product costs less than `other`, rounded down, so that it never overstates.
    ///
    /// Subscriptions are compared by what the same time costs, other products by their prices. `nil` when nothing, or
    /// less than one percent, is saved, and when the currencies or the kinds differ.
    public func savings(comparedWith other: StoreProduct) -> Int? {
        guard type == other.type, currencyCode == other.currencyCode else { return nil }
        let (own, others) = pricesForSameTime(as: other)
        return Savings.percent(of: own, insteadOf: others)
    }

    /// Whether the same time, or the product where there is none, costs less than `other`; `false` when the currencies
    /// or the kinds differ.
    public func costsLess(than other: StoreProduct) -> Bool {
        guard type == other.type, currencyCode == other.currencyCode else { return false }
        let (own, others) = pricesForSameTime(as: other)
        return own < others
    }

    private func pricesForSameTime(as other: StoreProduct) -> (own: Decimal, others: Decimal) {
        guard let period = subscription?.subscriptionPeriod, let otherPeriod = other.subscription?.subscriptionPeriod
        else { return (price, other.price) }
        return (price * Decimal(otherPeriod.meanLength), other.price * Decimal(period.meanLength))
    }
}

enum Savings {
    /// How many percent `own` is less than `others`, rounded down; `nil` under one percent.
    static func percent(of own: Decimal, insteadOf others: Decimal) -> Int? {
        guard own >= 0, others > own else { return nil }
        let percent = NSDecimalNumber(decimal: 100 - 100 * own / others).intValue
        // The division may have rounded; the products decide.
        let exact = (percent - 1...percent + 1).last { Decimal($0) * others <= 100 * (others - own) }
        return exact.flatMap { $0 >= 1 ? $0 : nil }
    }
}
