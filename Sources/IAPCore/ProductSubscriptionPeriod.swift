public import Foundation

/// A length of time in calendar units: how long a subscription or one period of an offer lasts.
public struct ProductSubscriptionPeriod: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
        case day, week, month, year
    }

    /// How many units; at least 1.
    public let value: Int
    public let unit: Unit

    private init(one unit: Unit) {
        value = 1
        self.unit = unit
    }

    /// One week.
    public static let weekly = ProductSubscriptionPeriod(one: .week)
    /// One month.
    public static let monthly = ProductSubscriptionPeriod(one: .month)
    /// One year.
    public static let yearly = ProductSubscriptionPeriod(one: .year)

    /// - Throws: ``IAPError`` with code `invalidPeriod` when `value` is not in 1...10,000.
    public init(value: Int, unit: Unit) throws {
        guard (1...10_000).contains(value) else {
            throw IAPError(
                .invalidPeriod,
                "A period of \(value) \(unit.rawValue)s is not possible. Give a value from 1 to 10,000."
            )
        }
        self.value = value
        self.unit = unit
    }

    /// Reads an ISO 8601 duration of one calendar unit, such as `P1M`, `P2W` or `P3D`.
    ///
    /// - Throws: ``IAPError`` with code `invalidPeriod` for anything else: several units, a time part, zero.
    public init(iso8601 text: String) throws {
        let units: [Character: Unit] = ["D": .day, "W": .week, "M": .month, "Y": .year]
        let digits = text.dropFirst().dropLast()
        guard text.first == "P", let last = text.last, let unit = units[last],
            !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(digits)
        else {
            throw IAPError(
                .invalidPeriod,
                "“\(text)” is not a period. Write P, a number, and D, W, M or Y, such as P1M."
            )
        }
        try self.init(value: value, unit: unit)
    }

    /// The ISO 8601 duration, such as `P1M`.
    package var iso8601: String {
        let letter =
            switch unit {
            case .day: "D"
            case .week: "W"
            case .month: "M"
            case .year: "Y"
            }
        return "P\(value)\(letter)"
    }

    /// The date `count` periods after `start`, in the Gregorian calendar and UTC.
    ///
    /// All months are added to `start` in one step, so that 31 January goes to 28 February and on to 31 March. A date
    /// out of range is `Date.distantFuture`, or `distantPast` for a negative count.
    public func date(after start: Date, times count: Int = 1) -> Date {
        let farAway = count < 0 ? Date.distantPast : .distantFuture
        let (amount, isTooLarge) = value.multipliedReportingOverflow(by: count)
        guard !isTooLarge, abs(start.timeIntervalSinceReferenceDate) < 1e12, abs(Double(amount)) < 1e8 else {
            return farAway
        }
        switch unit {
        case .day: return start.addingTimeInterval(86_400 * Double(amount))
        case .week: return start.addingTimeInterval(7 * 86_400 * Double(amount))
        case .month: return Self.calendar.date(byAdding: .month, value: amount, to: start) ?? farAway
        case .year: return Self.calendar.date(byAdding: .year, value: amount, to: start) ?? farAway
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

extension ProductSubscriptionPeriod: CustomStringConvertible {
    /// The ISO 8601 duration, such as `P1M`.
    public var description: String { iso8601 }
}

extension ProductSubscriptionPeriod: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(iso8601: decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}
