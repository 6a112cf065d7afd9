import Foundation

/// The dates at which an axis is labelled: as many as fit, at round distances.
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
            func x(_ tick: Tick) -> Double { timeline.share(tick.date) * width }
            let fits = zip(ticks, ticks.dropFirst()).allSatisfy { x($0) + labelWidth($0.label) <= x($1) }
            // A label that would end outside is left out by itself.
            guard fits else { continue }
            self.ticks = ticks.filter { x($0) + labelWidth($0.label) <= width + 2 }
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
                let calendar = Calendar.utc
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
            guard date.isMidnight else { return date.dayAndTime.split(separator: " ").dropFirst().joined() }
            let parts = Calendar.utc.dateComponents([.year, .month, .day], from: date)
            guard let year = parts.year, let month = parts.month, let day = parts.day else { return date.day }
            if day == 1, month == 1 { return "\(year)" }
            let name = Self.months[month - 1]
            if case .months = self { return name }
            return "\(day) \(name)"
        }

        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
    }
}
