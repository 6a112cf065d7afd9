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
    /// or the kinds differ, and when a price is no number.
    public func costsLess(than other: StoreProduct) -> Bool {
        guard type == other.type, currencyCode == other.currencyCode else { return false }
        let (own, others) = pricesForSameTime(as: other)
        return !own.isNaN && !others.isNaN && own < others
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
        guard !own.isNaN, !others.isNaN, own >= 0, others > own else { return nil }
        // Without a division, which rounds, and a difference, which loses the lesser of two prices of far apart sizes.
        var (saved, tooMuch) = (0, 101)
        while tooMuch - saved > 1 {
            let percent = (saved + tooMuch) / 2
            if Decimal(100 - percent) * others >= 100 * own { saved = percent } else { tooMuch = percent }
        }
        return saved >= 1 ? saved : nil
    }
}
