package import Foundation

// Foundation's ISO 8601 style cuts a binary fraction of a second, so that .123 may come out as .122. This one is exact.

extension Date {
    /// Milliseconds since 1970, rounded; within the years 0 to 9999, which ISO 8601 writes with four digits.
    package var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        guard !milliseconds.isNaN else { return 0 }
        return Int64(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
    }

    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The date to the millisecond in UTC, such as `2025-01-01T00:00:00.000Z`.
    package var iso8601: String {
        let milliseconds = Int(millisecondsSince1970)
        let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
        let time = milliseconds - day * 86_400_000
        let (year, month, dayOfMonth) = Self.civil(fromDay: day)
        func digits(_ number: Int, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: count - digits.utf8.count) + digits
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))T\(digits(time / 3_600_000, 2)):"
            + "\(digits(time / 60_000 % 60, 2)):\(digits(time / 1_000 % 60, 2)).\(digits(time % 1_000, 3))Z"
    }

    /// Reads what ``iso8601`` writes, in ASCII; `nil` for anything else.
    package init?(iso8601 text: ArraySlice<UInt8>) {
        guard text.count == 24 else { return nil }
        var isRight = true
        func number(at place: Int, count: Int, then separator: Unicode.Scalar) -> Int {
            let start = text.startIndex + place
            var number = 0
            for byte in text[start..<start + count] {
                let digit = byte &- 48
                if digit > 9 { isRight = false }
                number = number * 10 + Int(digit)
            }
            if text[start + count] != UInt8(ascii: separator) { isRight = false }
            return number
        }
        let year = number(at: 0, count: 4, then: "-")
        let month = number(at: 5, count: 2, then: "-")
        let dayOfMonth = number(at: 8, count: 2, then: "T")
        let hour = number(at: 11, count: 2, then: ":")
        let minute = number(at: 14, count: 2, then: ":")
        let second = number(at: 17, count: 2, then: ".")
        let millisecond = number(at: 20, count: 3, then: "Z")
        guard isRight, (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
        let day = Self.day(year: year, month: month, dayOfMonth: dayOfMonth)
        // A day that the month does not have is one of the next month.
        guard Self.civil(fromDay: day) == (year, month, dayOfMonth) else { return nil }
        let milliseconds = ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
        self.init(millisecondsSince1970: Int64(day * 86_400_000 + milliseconds))
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
