import Foundation

/// A time to come in words: `in 2 days`.
enum RelativeText {
    /// The time in the largest unit that it fills, rounded down, so that it never overstates: 47 hours are 1 day. A
    /// time under a minute is taken as a minute.
    static func text(for interval: TimeInterval, locale: Locale) -> String {
        let minutes = Int(max(1, min(interval / 60, 1_000_000)))
        return switch minutes {
        case 1440...: text(DateComponents(day: minutes / 1440), locale: locale)
        case 60...: text(DateComponents(hour: minutes / 60), locale: locale)
        default: text(DateComponents(minute: minutes), locale: locale)
        }
    }

    private static func text(_ components: DateComponents, locale: Locale) -> String {
        #if canImport(Darwin)
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = locale
        formatter.dateTimeStyle = .numeric
        formatter.unitsStyle = .full
        return formatter.localizedString(from: components)
        #else
        // The style writes where its anchor lies, seen from the date that it formats.
        let now = Date(timeIntervalSinceReferenceDate: 0)
        var style = Date.AnchoredRelativeFormatStyle(
            anchor: calendar.date(byAdding: components, to: now) ?? now,
            presentation: .numeric,
            unitsStyle: .wide,
            locale: locale,
            calendar: calendar
        )
        style.allowedFields = components.day != nil ? [.day] : components.hour != nil ? [.hour] : [.minute]
        return style.format(now)
        #endif
    }

    #if !canImport(Darwin)
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
    #endif
}
