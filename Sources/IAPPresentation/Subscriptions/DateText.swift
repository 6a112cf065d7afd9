import Foundation

/// A day in words, in the calendar of the locale.
enum DateText {
    static func text(for date: Date, withYear: Bool, timeZone: TimeZone, locale: Locale) -> String {
        let style = Date.FormatStyle(locale: locale, calendar: locale.calendar, timeZone: timeZone).day().month(.wide)
        let text = date.formatted(withYear ? style.year() : style)
        // CLDR's patterns have no ordinals; French says « le 1er mars », and « le 2 mars ».
        guard locale.language.languageCode == .french, text.hasPrefix("1"), text.dropFirst().first?.isNumber == false
        else { return text }
        return "1er" + text.dropFirst()
    }

    /// Whether two days are in one year of the locale's calendar.
    static func isSameYear(_ one: Date, _ other: Date, timeZone: TimeZone, locale: Locale) -> Bool {
        var calendar = locale.calendar
        calendar.timeZone = timeZone
        return calendar.isDate(one, equalTo: other, toGranularity: .year)
    }
}
