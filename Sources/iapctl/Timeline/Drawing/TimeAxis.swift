import Foundation

/// Dates at which an axis is labelled: as many as there is room for, at round distances.
struct TimeAxis: Sendable {
    struct Tick: Sendable {
        let date: Date
        let label: String
    }

    let ticks: [Tick]

    /// - Parameters:
    ///   - width: How wide the axis is.
    ///   - labelWidth: How wide a label is, in the same unit, with the gap that it keeps to the next one.
    init(_ timeline: Timeline, width: Double, labelWidth: (String) -> Double) {
        let seconds = timeline.end.timeIntervalSince(timeline.start)
        for step in Step.all where seconds / step.seconds <= width && step.isRound(in: seconds) {
            let ticks = step.dates(from: timeline.start, to: timeline.end).map { Tick(date: $0, label: step.label($0)) }
            var isFree = 0.0
            let fits = ticks.allSatisfy { tick in
                let place = timeline.share(tick.date) * width
                defer { isFree = place + labelWidth(tick.label) }
                return place >= isFree
            }
            // One that begins too far to the right is left out, rather than all of its kind.
            guard fits else { continue }
            self.ticks = ticks.filter { timeline.share($0.date) * width + labelWidth($0.label) <= width + 2 }
            return
        }
        ticks = []
    }

    private enum Step: Sendable {
        case seconds(Int), days(Int), months(Int)

        static let all: [Step] =
            [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200].map(Step.seconds)
            + [1, 2, 7, 14].map(Step.days)
            + [1, 2, 3, 6, 12, 24, 60, 120, 240].map(Step.months)

        var seconds: Double {
            switch self {
            case .seconds(let count): Double(count)
            case .days(let count): Double(count) * 86_400
            case .months(let count): Double(count) * 2_629_746
            }
        }

        /// Weeks mean little beside months, by which most plans renew.
        func isRound(in length: Double) -> Bool {
            if case .days(let count) = self, count >= 7 { length <= 100 * 86_400 } else { true }
        }

        func dates(from start: Date, to end: Date) -> [Date] {
            switch self {
            case .seconds, .days:
                // Weeks begin on Monday; the first day of all was a Thursday.
                let shift = seconds.truncatingRemainder(dividingBy: 7 * 86_400) == 0 ? -3 * 86_400.0 : 0
                let first = ((start.timeIntervalSince1970 - shift) / seconds).rounded(.up) * seconds + shift
                let last = end.timeIntervalSince1970
                return stride(from: first, through: last, by: seconds).map(Date.init(timeIntervalSince1970:))
            case .months(let count):
                let calendar = ScriptTime.calendar
                let parts = calendar.dateComponents([.year, .month], from: start)
                let first = (parts.year ?? 1970) * 12 + (parts.month ?? 1) - 1
                let aligned = first - first % count
                return (0...(Int(end.timeIntervalSince(start) / seconds) + 2)).compactMap { index in
                    let month = aligned + index * count
                    return calendar.date(from: DateComponents(year: month / 12, month: month % 12 + 1, day: 1))
                }.filter { $0 >= start && $0 <= end }
            }
        }

        /// The year where one begins, else the month; within a month the day; within a day the time.
        func label(_ date: Date) -> String {
            let parts = ScriptTime.calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let (hour, minute, second) = (parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
            guard hour + minute + second == 0 else {
                let time = Self.twoDigits(hour) + ":" + Self.twoDigits(minute)
                return second == 0 ? time : time + ":" + Self.twoDigits(second)
            }
            let month = Self.months[max(0, min(11, (parts.month ?? 1) - 1))]
            if parts.day == 1, parts.month == 1 { return "\(parts.year ?? 1970)" }
            if case .months = self { return month }
            return "\(parts.day ?? 1) \(month)"
        }

        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]

        private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    }
}
