import Foundation

extension Date {
    /// `2026-03-01`, in UTC.
    var day: String { formatted(.iso8601.year().month().day()) }

    /// The day and, unless it is midnight, the time of day, such as `2026-03-01 12:30`.
    var dayAndTime: String {
        guard !isMidnight else { return day }
        let time = formatted(.iso8601.time(includingFractionalSeconds: false))
        return day + " " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
    }

    var isMidnight: Bool { timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0 }
}
