public import Foundation
public import IAPCore

/// Parts of a price are rounded up to the currency's smallest unit, so that no text promises less than is charged.
extension PriceFormat {
    /// How many decimals the currency's smallest unit has: 2 for USD, 0 for JPY, 3 for KWD.
    public var fractionDigits: Int { CurrencyText.fractionDigits(of: currencyCode) }

    /// What a price for `period` comes to in one `unit`, rounded up: 10.00 a month for 119.99 a year, 3.33 a month for
    /// 9.99 a quarter, 0.28 a day for 99.99 a year.
    ///
    /// Months and years have their mean length in the Gregorian calendar: a year is 12 months and 365.2425 days.
    public func price(_ price: Decimal, for period: ProductSubscriptionPeriod, per unit: ProductSubscriptionPeriod.Unit)
        -> Decimal
    {
        rounded(price * Decimal(unit.meanLength) / Decimal(period.meanLength), .up)
    }

    /// What one of `count` comes to when all cost `price`, rounded up: 0.01 for 100 at 0.99, 0.34 for 3 at 1.00, 2 for
    /// 100 at 120 yen. A count under 1 is taken as 1.
    public func price(_ price: Decimal, forOneOf count: Int) -> Decimal {
        rounded(price / Decimal(max(count, 1)), .up)
    }

    /// A price that is not charged, such as the regular one beside an offer, is rounded the other way.
    func roundedDown(_ amount: Decimal) -> Decimal { rounded(amount, .down) }

    /// The price that the text of `amount` names.
    func roundedAsWritten(_ amount: Decimal) -> Decimal { rounded(amount, .bankers) }

    private func rounded(_ amount: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (amount, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &amount, fractionDigits, mode)
        return rounded
    }
}
