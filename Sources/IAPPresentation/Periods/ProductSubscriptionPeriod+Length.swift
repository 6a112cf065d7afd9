public import IAPCore

/// Lengths by the Gregorian calendar: 400 years are 146,097 days, a year 12 months, a week 7 days.
extension ProductSubscriptionPeriod {
    /// The same length in the largest unit that holds it exactly: 7 days are 1 week, 12 months 1 year.
    ///
    /// Never from days to months, whose lengths differ.
    public var normalized: ProductSubscriptionPeriod {
        switch unit {
        case .day: converted(to: .week) ?? self
        case .month: converted(to: .year) ?? self
        case .week, .year: self
        }
    }

    /// The same length in another unit, such as 12 months for a year; `nil` when it is no whole number of these units
    /// in every year, or more than 10,000 of them.
    public func converted(to other: Unit) -> ProductSubscriptionPeriod? {
        let count: Int? =
            switch (unit, other) {
            case (.day, .week): value.isMultiple(of: 7) ? value / 7 : nil
            case (.week, .day): value * 7
            case (.month, .year): value.isMultiple(of: 12) ? value / 12 : nil
            case (.year, .month): value * 12
            default: unit == other ? value : nil
            }
        return count.flatMap { try? ProductSubscriptionPeriod(value: $0, unit: other) }
    }

    /// The mean length in 4,800ths of a day, in which every unit is a whole number.
    package var meanLength: Int { value * unit.meanLength }
}

extension ProductSubscriptionPeriod.Unit {
    /// The mean length of one, in 4,800ths of a day.
    package var meanLength: Int {
        switch self {
        case .day: 4_800
        case .week: 7 * 4_800
        case .month: 146_097  // 4,800 months in 400 years
        case .year: 12 * 146_097
        }
    }
}
