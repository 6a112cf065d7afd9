import Foundation

// Foundation's ISO 8601 style cuts a binary fraction of a second, so that .123 may come out as .122. This one is exact.

extension Date {
    /// Milliseconds since 1970, rounded; within the years 0 to 9999, which ISO 8601 writes with four digits.
    var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        guard !milliseconds.isNaN else { return 0 }
        return Int64(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
    }

    init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The date to the millisecond in UTC, such as `2025-01-01T00:00:00.000Z`.
    var iso8601: String {
        let milliseconds = millisecondsSince1970
        let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
        let time = Int(milliseconds) - day * 86_400_000
        let (year, month, dayOfMonth) = Self.civil(fromDay: day)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func add(_ number: Int, digits: Int, then separator: Character) {
            var divisor = [1, 10, 100, 1_000][digits - 1]
            while divisor > 0 {
                text.append(48 + UInt8(number / divisor % 10))
                divisor /= 10
            }
            text.append(separator.asciiValue ?? 0)
        }
        add(year, digits: 4, then: "-")
        add(month, digits: 2, then: "-")
        add(dayOfMonth, digits: 2, then: "T")
        add(time / 3_600_000, digits: 2, then: ":")
        add(time / 60_000 % 60, digits: 2, then: ":")
        add(time / 1_000 % 60, digits: 2, then: ".")
        add(time % 1_000, digits: 3, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what ``iso8601`` writes; `nil` for anything else.
    init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00.000Z".utf8)
        guard bytes.count == pattern.count,
            zip(bytes, pattern).allSatisfy({ $1 == 48 ? (48...57).contains($0) : $0 == $1 })
        else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) } }
        let day = Self.day(year: number(0..<4), month: number(5..<7), dayOfMonth: number(8..<10))
        let time = ((number(11..<13) * 60 + number(14..<16)) * 60 + number(17..<19)) * 1_000 + number(20..<23)
        self.init(millisecondsSince1970: Int64(day * 86_400_000 + time))
        // 30 February and 25 o'clock are written otherwise.
        guard iso8601 == text else { return nil }
    }

    // Days since 1970 in the proleptic Gregorian calendar, by way of years that begin in March and eras of 400 years.
    // https://howardhinnant.github.io/date_algorithms.html

    private static func civil(fromDay day: Int) -> (year: Int, month: Int, dayOfMonth: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
