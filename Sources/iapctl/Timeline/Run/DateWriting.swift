import Foundation

/// Dates in UTC, the same everywhere.
enum DateWriting {
    /// `2026-03-01`, or with the time of day.
    static func text(_ date: Date, hasTime: Bool = false) -> String {
        let day = date.formatted(.iso8601.year().month().day())
        guard hasTime, !isMidnight(date) else { return day }
        let time = date.formatted(.iso8601.time(includingFractionalSeconds: false))
        return day + " " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
    }

    static func isMidnight(_ date: Date) -> Bool {
        date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0
    }
}
