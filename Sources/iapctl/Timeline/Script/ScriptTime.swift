import Foundation
import IAPCatalog
import IAPCore

/// How a script writes dates, lengths and rates of time.
enum ScriptTime {
    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// `2026-03-01`, `2026-03-01T12:30` or `2026-03-01T12:30:15Z`, in UTC; `nil` for what is none, or is in no year from
    /// 1970 to 2999.
    static func date(_ text: String) -> Date? {
        let parts = text.hasSuffix("Z") ? text.dropLast() : text[...]
        guard let match = parts.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?/) else {
            return nil
        }
        let (_, year, month, day, hour, minute, second) = match.output
        let components = DateComponents(
            year: Int(year),
            month: Int(month),
            day: Int(day),
            hour: hour.flatMap { Int($0) } ?? 0,
            minute: minute.flatMap { Int($0) } ?? 0,
            second: second.flatMap { Int($0) } ?? 0
        )
        guard let date = calendar.date(from: components), (1970...2999).contains(components.year ?? 0),
            // 30 February becomes a day of March.
            calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date) == components
        else { return nil }
        return date
    }

    /// `P1M` as subscriptions have it, or `PT5M`, with hours, minutes or seconds.
    static func span(_ text: String) -> ScriptSpan? {
        let text = text.uppercased()
        if let period = try? ProductSubscriptionPeriod(iso8601: text) { return .period(period) }
        guard text.hasPrefix("PT"), let unit = text.last, let count = Int(text.dropFirst(2).dropLast()) else {
            return nil
        }
        switch unit {
        case "H": return span(count, "hours")
        case "M": return span(count, "minutes")
        case "S": return span(count, "seconds")
        default: return nil
        }
    }

    /// `3 months`.
    static func span(_ count: Int, _ unit: String) -> ScriptSpan? {
        let unit = unit.lowercased()
        let name = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        if let unit = ProductSubscriptionPeriod.Unit(rawValue: name) {
            return (try? ProductSubscriptionPeriod(value: count, unit: unit)).map(ScriptSpan.period)
        }
        let seconds = ["second": 1, "minute": 60, "hour": 3600][name]
        guard let seconds, (1...100_000_000).contains(count) else { return nil }
        return .seconds(TimeInterval(count * seconds))
    }

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
