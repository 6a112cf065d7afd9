import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct PeriodFormatTests {
    static func format(
        _ locale: String,
        _ width: PeriodFormat.Width = .full,
        normalizes: Bool = false
    ) -> PeriodFormat {
        PeriodFormat(locale: Locale(identifier: locale), width: width, normalizes: normalizes, catalog: .builtIn)
    }

    static func period(_ text: String) throws -> ProductSubscriptionPeriod {
        try ProductSubscriptionPeriod(iso8601: text)
    }

    @Test("English has its lengths, frequencies and rates")
    func english() throws {
        let (month, quarter) = (try Self.period("P1M"), try Self.period("P3M"))
        let (full, short, narrow) = (
            Self.format("en_US"), Self.format("en_US", .abbreviated), Self.format("en_US", .narrow)
        )
        #expect(try full.text(for: month) == "1 month" && full.text(for: Self.period("P12M")) == "12 months")
        #expect(full.frequency(month) == "monthly" && full.frequency(quarter) == "every 3 months")
        let twoMonths = try ProductSubscriptionPeriod(iso8601: "P2M")
        #expect(Self.format("fr_FR", .narrow).rate(twoMonths) == "tous les 2\u{a0}mois")
        #expect([full, short, narrow].allSatisfy { $0.rate(twoMonths) == "every 2 months" })
        #expect(full.rate(month) == "per month" && short.rate(month) == "/month" && narrow.rate(month) == "/mo")
        #expect(full.rate(quarter) == "every 3 months")
    }

    @Test(
        "Each language follows its own plural rules",
        arguments: [
            ("de_DE", "1 Monat, 3 Monate, 12 Monate"), ("ru_RU", "1 месяц, 3 месяца, 12 месяцев"),
            ("pl_PL", "1 miesiąc, 3 miesiące, 12 miesięcy"), ("ar_AE", "شهر, 3 أشهر, 12 شهرًا"),
            ("ja_JP", "1か月, 3か月, 12か月"), ("cs_CZ", "1 měsíc, 3 měsíce, 12 měsíců"),
        ]
    )
    func plurals(locale: String, expected: String) throws {
        let texts = try ["P1M", "P3M", "P12M"].map { Self.format(locale).text(for: try Self.period($0)) }
        #expect(texts.joined(separator: ", ") == expected)
    }

    @Test("Seven days are a week and twelve months a year on request only, days are never months")
    func normalized() throws {
        let cases = [
            "P7D": "P1W", "P14D": "P2W", "P8D": "P8D", "P12M": "P1Y", "P24M": "P2Y", "P13M": "P13M", "P30D": "P30D",
            "P52W": "P52W",
        ]
        for (one, other) in cases { #expect(try Self.period(one).normalized == Self.period(other)) }
        let week = try Self.period("P7D")
        #expect(Self.format("en_US").text(for: week) == "7 days")
        #expect(Self.format("en_US", normalizes: true).text(for: week) == "1 week")
        #expect(Self.format("en_US", normalizes: true).frequency(week) == "weekly")
        #expect(Self.format("en_US", normalizes: true).rate(try Self.period("P12M")) == "per year")
    }

    @Test("A year is twelve months and a week seven days; other units have no whole number in common")
    func converted() throws {
        #expect(try Self.period("P1Y").converted(to: .month) == Self.period("P12M"))
        #expect(try Self.period("P2W").converted(to: .day) == Self.period("P14D"))
        #expect(try Self.period("P1M").converted(to: .day) == nil)
        #expect(try Self.period("P10000Y").converted(to: .month) == nil)
        #expect(try Self.period("P3M").converted(to: .month) == Self.period("P3M"))
    }

    @Test("Days and weeks read as Foundation's durations in every locale")
    func foundation() throws {
        let widths: [(PeriodFormat.Width, Duration.UnitsFormatStyle.UnitWidth)] = [
            (.full, .wide), (.abbreviated, .abbreviated), (.narrow, .narrow),
        ]
        for identifier in Locale.availableIdentifiers {
            let locale = Locale(identifier: identifier)
            for (width, style) in widths {
                let format = PeriodFormat(locale: locale, width: width)
                for (unit, allowed, seconds) in [
                    (ProductSubscriptionPeriod.Unit.day, Duration.UnitsFormatStyle.Unit.days, 86_400),
                    (.week, .weeks, 604_800),
                ] {
                    let expected = Duration.seconds(3 * seconds)
                        .formatted(.units(allowed: [allowed], width: style).locale(locale))
                    #expect(
                        format.text(for: try ProductSubscriptionPeriod(value: 3, unit: unit)) == expected,
                        "\(identifier)"
                    )
                }
            }
        }
    }

    @Test("No period is zero, negative or endless, and the longest has a text")
    func bounds() throws {
        for value in [0, -1, 10_001, .min] {
            #expect(throws: IAPError.self) { try ProductSubscriptionPeriod(value: value, unit: .month) }
        }
        #expect(
            Self.format("en_US").text(for: try ProductSubscriptionPeriod(value: 10_000, unit: .year)) == "10,000 years"
        )
        for locale in ["", "xx", "no such locale"] {
            #expect(!Self.format(locale).text(for: try Self.period("P3M")).isEmpty)
        }
    }
}
