import Foundation
import IAPStoreKitFile
import IAPCore

/// How a script writes dates, lengths and rates of time.
enum ScriptTime {
    /// Why something is no date or no period that a timeline can have; it follows the word.
    struct Problem: Error {
        let words: String
    }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// From the beginning of a timeline to its end, in seconds.
    static let longest: TimeInterval = 100 * 366 * 86_400
    /// 31 December 2999, the end of the day.
    static let latest = Date(timeIntervalSince1970: 32_503_680_000)

    // MARK: Dates

    /// `2026-03-01`, `2026-03-01T12:30` or `2026-03-01T12:30:15Z`, in UTC.
    static func date(_ text: String) throws(Problem) -> Date {
        let hint = "Write it as 2026-03-01 or 2026-03-01T12:30, in UTC."
        guard text.utf8.count <= 32,
            let match = text.wholeMatch(of: /(\d{4,})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?Z?/)
        else { throw Problem(words: "is no date. \(hint)") }
        let (_, year, month, day, hour, minute, second) = match.output
        guard let number = Int(year), (1970...2999).contains(number) else {
            throw Problem(words: "is out of range. Write a year from 1970 to 2999.")
        }
        let components = DateComponents(
            year: number,
            month: Int(month),
            day: Int(day),
            hour: hour.flatMap { Int($0) } ?? 0,
            minute: minute.flatMap { Int($0) } ?? 0,
            second: second.flatMap { Int($0) } ?? 0
        )
        guard let date = calendar.date(from: components),
            // 30 February becomes a day of March.
            calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date) == components
        else { throw Problem(words: "is no day or no time that the calendar has. \(hint)") }
        return date
    }

    // MARK: Lengths

    /// `P1M` as subscriptions have it, or `PT5M`, with hours, minutes or seconds.
    static func span(_ text: String) throws(Problem) -> ScriptSpan {
        let match = text.utf8.count <= 64 ? text.wholeMatch(of: /(?i)P(T?)([-+]?\d+)([A-Z])/) : nil
        let units = ["D": "day", "W": "week", "M": "month", "Y": "year", "TH": "hour", "TM": "minute", "TS": "second"]
        guard let (_, time, count, letter) = match?.output, let unit = units[(time + letter).uppercased()] else {
            throw Problem(words: "is no period. Write P1M, P2W, PT5M, or “3 months”.")
        }
        return try span(String(count), unit)
    }

    /// `3 months`.
    static func span(_ count: String, _ unit: String) throws(Problem) -> ScriptSpan {
        let unit = unit.utf8.count <= 16 ? unit.lowercased() : ""
        let name = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        // With the longest of each, so that a period is 100 years long at most.
        let seconds = [
            "second": (1, 3_153_600_000), "minute": (60, 52_560_000), "hour": (3600, 876_000), "day": (86_400, 36_500),
            "week": (604_800, 5200),
        ][name]
        let calendarUnits: [String: (ProductSubscriptionPeriod.Unit, Int)] = [
            "month": (.month, 1200), "year": (.year, 100),
        ]
        guard let longest = seconds?.1 ?? calendarUnits[name]?.1 else {
            throw Problem(
                words: "is no period. Write a number, and days, weeks, months, years, hours, minutes or seconds."
            )
        }
        guard let number = Int(count), (1...longest).contains(number) else {
            throw Problem(words: "is out of range. Write 1 to \(longest) \(name)s.")
        }
        if let unit = calendarUnits[name]?.0, let period = try? ProductSubscriptionPeriod(value: number, unit: unit) {
            return .period(period)
        }
        return .seconds(TimeInterval(number * (seconds?.0 ?? 1)))
    }

    // MARK: Rates

    /// The rates in plain words: `real time`, `1 second is 1 day`, `monthly every 5 minutes`, `every 2 seconds`.
    static let rates: [(words: String, rate: StoreConfiguration.TimeRate)] =
        (Array(0...15) + Array(1000...1005)).compactMap { value in
            let rate = StoreConfiguration.TimeRate(rawValue: value)
            return rate.name.map { (words(of: $0), rate) }
        }

    private static func words(of name: String) -> String {
        let numbers = ["one": "1", "two": "2", "five": "5", "ten": "10", "fifteen": "15", "thirty": "30"]
        let words = name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
            .split(separator: " ").map { numbers[String($0)] ?? String($0) }.filter { $0 != "renewal" }
        return words.dropFirst(words.starts(with: ["1", "every"]) ? 1 : 0).joined(separator: " ")
    }
}

extension String {
    /// Whether it is digits, with a sign before them or not.
    var isSignedNumber: Bool {
        let digits = utf8.first == UInt8(ascii: "-") || utf8.first == UInt8(ascii: "+") ? utf8.dropFirst() : utf8[...]
        return !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
    }
}
