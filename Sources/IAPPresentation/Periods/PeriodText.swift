import Foundation
import IAPCore

/// A count of calendar units in words, with the plural rules of every locale.
enum PeriodText {
    static func text(
        for count: Int,
        _ unit: ProductSubscriptionPeriod.Unit,
        width: PeriodFormat.Width,
        locale: Locale
    ) -> String {
        #if canImport(Darwin)
        switch unit {
        case .day:
            return Duration.seconds(count * 86_400)
                .formatted(.units(allowed: [.days], width: width.style).locale(locale))
        case .week:
            return Duration.seconds(count * 7 * 86_400)
                .formatted(.units(allowed: [.weeks], width: width.style).locale(locale))
        case .month: return componentsText(DateComponents(month: count), .month, width: width, locale: locale)
        case .year: return componentsText(DateComponents(year: count), .year, width: width, locale: locale)
        }
        #else
        // Foundation's own durations end at weeks here; for days and weeks this is the same text.
        return ICU.text(for: count, unit, width: width, locale: locale) ?? "\(count) \(unit.rawValue)"
        #endif
    }

    #if canImport(Darwin)
    private static func componentsText(
        _ components: DateComponents,
        _ unit: NSCalendar.Unit,
        width: PeriodFormat.Width,
        locale: Locale
    ) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        let formatter = DateComponentsFormatter()
        formatter.calendar = calendar
        formatter.allowedUnits = unit
        formatter.unitsStyle =
            switch width {
            case .full: .full
            case .abbreviated: .short
            case .narrow: .abbreviated
            }
        return formatter.string(from: components) ?? ""
    }
    #endif
}

#if canImport(Darwin)
extension PeriodFormat.Width {
    fileprivate var style: Duration.UnitsFormatStyle.UnitWidth {
        switch self {
        case .full: .wide
        case .abbreviated: .abbreviated
        case .narrow: .narrow
        }
    }
}
#endif
