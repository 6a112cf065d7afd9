import Foundation
import IAPCore
import IAPStoreKitFile

/// A length of time, such as three months.
struct ScriptPeriod: Sendable {
    let count: Int
    let unit: Calendar.Component

    func date(after start: Date) -> Date {
        Calendar.utc.date(byAdding: unit, value: count, to: start) ?? .distantFuture
    }
}

extension Calendar {
    static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

extension ScriptLine {
    /// `2026-03-01`, `2026-03-01T12:30` or `2026-03-01T12:30:15Z`, in UTC.
    mutating func date() throws -> Date {
        let word = try word("a date such as 2026-03-01")
        let hint = "Write it as 2026-03-01 or 2026-03-01T12:30, in UTC."
        guard word.text.utf8.count <= 32,
            let match = word.text.wholeMatch(of: /(\d{4,})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?Z?/)
        else { throw word.error("\(word.quoted) is no date. \(hint)") }
        let (_, year, month, day, hour, minute, second) = match.output
        guard let number = Int(year), (1970...2999).contains(number) else {
            throw word.error("\(word.quoted) is out of range. Write a year from 1970 to 2999.")
        }
        let components = DateComponents(
            year: number,
            month: Int(month),
            day: Int(day),
            hour: hour.flatMap { Int($0) } ?? 0,
            minute: minute.flatMap { Int($0) } ?? 0,
            second: second.flatMap { Int($0) } ?? 0
        )
        guard let date = Calendar.utc.date(from: components),
            // 30 February becomes a day of March.
            Calendar.utc.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date) == components
        else { throw word.error("\(word.quoted) is no day or no time that the calendar has. \(hint)") }
        return date
    }

    /// With the greatest number of each, so that a period is 100 years long at most.
    private static let units: [String: (component: Calendar.Component, limit: Int)] = [
        "second": (.second, 3_153_600_000), "minute": (.minute, 52_560_000), "hour": (.hour, 876_000),
        "day": (.day, 36_500), "week": (.weekOfYear, 5200), "month": (.month, 1200), "year": (.year, 100),
    ]
    /// The units by their letters in ISO 8601, with the T of a time.
    private static let unitLetters = [
        "D": "day", "W": "week", "M": "month", "Y": "year", "TH": "hour", "TM": "minute", "TS": "second",
    ]

    /// `P1M` as subscriptions have it, or `PT5M` with hours, minutes or seconds, or `3 months`.
    mutating func period() throws -> ScriptPeriod {
        let word = try word("a period such as P1M")
        let (count, name, quoted): (String, String, String)
        if word.text.isSignedNumber, !isAtEnd {
            let unit = try self.word("a unit").text
            let singular = unit.lowercased().hasSuffix("s") ? String(unit.lowercased().dropLast()) : unit.lowercased()
            (count, name, quoted) = (word.text, singular, "\(word.text) \(unit)".quoted)
        } else if word.text.utf8.count <= 64, let match = word.text.wholeMatch(of: /(?i)P(T?)([-+]?\d+)([A-Z])/),
            let unit = Self.unitLetters[(match.output.1 + match.output.3).uppercased()]
        {
            (count, name, quoted) = (String(match.output.2), unit, word.quoted)
        } else {
            throw word.error("\(word.quoted) is no period. Write P1M, P2W, PT5M, or “3 months”.")
        }
        guard let unit = Self.units[name] else {
            throw word.error(
                "\(quoted) is no period. "
                    + "Write a number, and days, weeks, months, years, hours, minutes or seconds."
            )
        }
        guard let number = Int(count), (1...unit.limit).contains(number) else {
            throw word.error("\(quoted) is out of range. Write 1 to \(unit.limit) \(name)s.")
        }
        return ScriptPeriod(count: number, unit: unit.component)
    }

    private static let rates: KeyValuePairs<String, StoreConfiguration.TimeRate> = [
        "real time": .realTime,
        "1 hour is 1 day": .oneHourIsOneDay,
        "30 minutes is 1 day": .thirtyMinutesIsOneDay,
        "5 minutes is 1 day": .fiveMinutesIsOneDay,
        "1 minute is 1 day": .oneMinuteIsOneDay,
        "30 seconds is 1 day": .thirtySecondsIsOneDay,
        "1 second is 1 day": .oneSecondIsOneDay,
        "monthly every hour": .monthlyRenewalEveryHour,
        "monthly every 30 minutes": .monthlyRenewalEveryThirtyMinutes,
        "monthly every 15 minutes": .monthlyRenewalEveryFifteenMinutes,
        "monthly every 5 minutes": .monthlyRenewalEveryFiveMinutes,
        "monthly every 30 seconds": .monthlyRenewalEveryThirtySeconds,
        "every 15 minutes": .oneRenewalEveryFifteenMinutes,
        "every 5 minutes": .oneRenewalEveryFiveMinutes,
        "every minute": .oneRenewalEveryMinute,
        "every 30 seconds": .oneRenewalEveryThirtySeconds,
        "every 10 seconds": .oneRenewalEveryTenSeconds,
        "every 2 seconds": .oneRenewalEveryTwoSeconds,
    ]

    /// A time rate, with the words for it.
    mutating func rate() throws -> (words: String, rate: StoreConfiguration.TimeRate) {
        let first = next
        let text = try remainder("a rate such as “monthly every 5 minutes”").lowercased()
        if let known = Self.rates.first(where: { $0.key == text }) { return (known.key, known.value) }
        let all = Self.rates.map(\.key)
        let hint = text.nearest(in: all).map { "Did you mean “\($0)”?" } ?? "Write \(all.quotedChoice)."
        throw (first ?? last).error("\(text.quoted) is no rate. \(hint)")
    }
}
