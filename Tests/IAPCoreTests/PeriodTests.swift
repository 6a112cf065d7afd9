import Foundation
import IAPCore
import Testing

@Suite("Periods", .timeLimit(.minutes(10)))
struct PeriodTests {
    private func date(_ text: String) throws -> Date {
        try Date(text + "T12:00:00Z", strategy: .iso8601)
    }

    @Test(
        "ISO 8601 is read and written",
        arguments: ["P1D", "P3D", "P7D", "P1W", "P2W", "P1M", "P6M", "P1Y", "P10000D"]
    )
    func iso8601(_ text: String) throws {
        #expect(try ProductSubscriptionPeriod(iso8601: text).iso8601 == text)
    }

    @Test(
        "Text that is not one calendar unit is rejected",
        arguments: [
            "", "P", "1M", "P0M", "P-1M", "P1", "PM", "P1M2D", "PT1H", "p1m", "P1.5M", "P10001D", "P٣M",
            "P99999999999999999999D",
        ]
    )
    func refused(_ text: String) {
        let error = #expect(throws: IAPError.self) { try ProductSubscriptionPeriod(iso8601: text) }
        #expect(error?.code == .invalidPeriod)
    }

    @Test(
        "Months and years end on the day they began on, or on the last of a shorter month",
        arguments: [
            ("P1M", "2025-01-31", 1, "2025-02-28"), ("P1M", "2025-01-31", 2, "2025-03-31"),
            ("P1M", "2024-01-31", 1, "2024-02-29"), ("P3M", "2025-11-30", 1, "2026-02-28"),
            ("P1Y", "2024-02-29", 1, "2025-02-28"), ("P1Y", "2024-02-29", 4, "2028-02-29"),
            ("P1W", "2025-12-29", 1, "2026-01-05"), ("P3D", "2025-02-27", 1, "2025-03-02"),
        ]
    )
    func dates(_ period: String, _ start: String, _ count: Int, _ end: String) throws {
        let period = try ProductSubscriptionPeriod(iso8601: period)
        #expect(try period.date(after: date(start), times: count) == date(end))
    }

    @Test("A date out of range is far away", arguments: ["P1D", "P1W", "P1M", "P1Y", "P10000Y"])
    func farAway(_ period: String) throws {
        let period = try ProductSubscriptionPeriod(iso8601: period)
        let start = try date("2025-01-31")
        #expect(period.date(after: start, times: .max) == .distantFuture)
        #expect(period.date(after: start, times: .min) == .distantPast)
        #expect(period.date(after: Date(timeIntervalSinceReferenceDate: .infinity)) == .distantFuture)
        #expect(period.date(after: Date(timeIntervalSinceReferenceDate: .nan)) == .distantFuture)
    }
}
