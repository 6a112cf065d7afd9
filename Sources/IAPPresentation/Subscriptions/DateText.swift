import Foundation

/// A day in words, in the calendar of the locale.
enum DateText {
    static func text(for date: Date, withYear: Bool, timeZone: TimeZone, locale: Locale) -> String {
        let style = Date.FormatStyle(locale: locale, calendar: locale.calendar, timeZone: timeZone).day().month(.wide)
        return date.formatted(withYear ? style.year() : style)
    }

    /// Whether two days are in one year of the locale's calendar.
    static func isSameYear(_ one: Date, _ other: Date, timeZone: TimeZone, locale: Locale) -> Bool {
        var calendar = locale.calendar
        calendar.timeZone = timeZone
        return calendar.isDate(one, equalTo: other, toGranularity: .year)
    }
}
