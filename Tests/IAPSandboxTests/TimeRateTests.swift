import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// The tables of https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum, a page each.
@Suite("Time rates")
struct TimeRateTests {
    typealias Rate = StoreConfiguration.TimeRate

    struct Row: Sendable, CustomTestStringConvertible {
        let rate: Rate
        /// Seconds of a week, a month, two, three and six months, and a year.
        let periods: [TimeInterval]
        let weeklyGrace: TimeInterval
        let grace: TimeInterval
        let retry: TimeInterval
        var testDescription: String { "\(rate)" }

        static func fixed(_ rate: Rate, _ seconds: TimeInterval) -> Row {
            Row(
                rate: rate,
                periods: Array(repeating: seconds, count: 6),
                weeklyGrace: seconds,
                grace: seconds,
                retry: 2 * seconds
            )
        }
    }

    static let rows = [
        Row(
            rate: .monthlyRenewalEveryHour,
            periods: [900, 3600, 7200, 10_800, 21_600, 43_200],
            weeklyGrace: 771,
            grace: 1800,
            retry: 7200
        ),
        Row(
            rate: .monthlyRenewalEveryThirtyMinutes,
            periods: [600, 1800, 3600, 5400, 10_800, 21_600],
            weeklyGrace: 514,
            grace: 900,
            retry: 3600
        ),
        Row(
            rate: .monthlyRenewalEveryFifteenMinutes,
            periods: [300, 900, 1800, 2700, 5400, 10_800],
            weeklyGrace: 257,
            grace: 450,
            retry: 1800
        ),
        Row(
            rate: .monthlyRenewalEveryFiveMinutes,
            periods: [180, 300, 600, 900, 1800, 3600],
            weeklyGrace: 154,
            grace: 150,
            retry: 600
        ),
        Row(
            rate: .monthlyRenewalEveryThirtySeconds,
            periods: [10, 30, 60, 90, 180, 360],
            weeklyGrace: 9,
            grace: 15,
            retry: 60
        ),
        .fixed(.oneRenewalEveryFifteenMinutes, 900),
        .fixed(.oneRenewalEveryFiveMinutes, 300),
        .fixed(.oneRenewalEveryMinute, 60),
        .fixed(.oneRenewalEveryThirtySeconds, 30),
        .fixed(.oneRenewalEveryTenSeconds, 10),
        .fixed(.oneRenewalEveryTwoSeconds, 2),
    ]

    static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    private func shop(_ settings: StoreConfiguration.Settings) throws -> Shop {
        try Shop(
            products: Self.periods.map {
                try .autoRenewable($0, name: $0, price: "1", group: $0, period: $0)
            },
            settings: settings,
            now: "2025-01-31"
        )
    }

    @Test("Each period lasts as long as the rate's page says, again and again", arguments: rows)
    func lengths(row: Row) async throws {
        var settings = StoreConfiguration.Settings()
        settings.timeRate = row.rate
        let shop = try shop(settings)
        for period in Self.periods { try await shop.buy(period) }
        shop.appStore.advance(by: 3 * row.periods[5])
        for (period, seconds) in zip(Self.periods, row.periods) {
            let ends = shop.appStore.allTransactions().filter { $0.productIdentifier == period }
                .compactMap(\.expirationDate)
            let expected = (1...ends.count).map { date("2025-01-31").addingTimeInterval(seconds * Double($0)) }
            #expect(ends == expected && ends.count > 3, "\(period)")
        }
    }

    @Test("Grace periods and billing retry last as long as the rate's page says", arguments: rows)
    func graceAndRetry(row: Row) async throws {
        var settings = StoreConfiguration.Settings()
        settings.timeRate = row.rate
        settings.shouldEnterBillingRetryOnRenewal = true
        settings.billingGracePeriodIsEnabled = true
        let shop = try shop(settings)
        for (index, period) in Self.periods.enumerated() {
            try await shop.buy(period)
            let end = shop.appStore.clock.now.addingTimeInterval(row.periods[index])
            let updates = try await shop.received { shop.appStore.advance(to: end.addingTimeInterval(row.retry)) }
            let grace = period == "P1W" ? row.weeklyGrace : row.grace
            #expect(
                updates.renewals.first?.gracePeriodExpirationDate == end.addingTimeInterval(grace),
                "\(period)"
            )
            #expect(updates.renewals.last?.expirationReason == .billingError)
            #expect(updates.renewals.last?.isInBillingRetry == false)
        }
    }

    @Test(
        "At the older rates a day lasts so long, a month 30 days and a year 365",
        arguments: [
            (Rate.oneHourIsOneDay, 3600.0), (.thirtyMinutesIsOneDay, 1800), (.fiveMinutesIsOneDay, 300),
            (.oneMinuteIsOneDay, 60), (.thirtySecondsIsOneDay, 30), (.oneSecondIsOneDay, 1),
        ]
    )
    func days(rate: Rate, day: TimeInterval) async throws {
        var settings = StoreConfiguration.Settings()
        settings.timeRate = rate
        let shop = try shop(settings)
        for period in Self.periods { try await shop.buy(period) }
        let lengths = shop.appStore.allTransactions().map {
            $0.expirationDate?.timeIntervalSince($0.purchaseDate) ?? 0
        }
        #expect(lengths == [7, 30, 60, 90, 180, 365].map { $0 * day })
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.property
    @Test("A rate that changes while subscriptions run holds from the next period on, and goes back with the settings")
    func changing() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buy(basic)
        shop.appStore.timeRate = .oneRenewalEveryMinute
        shop.appStore.advance(to: date("2025-02-28").addingTimeInterval(60))
        let renewed = shop.appStore.allTransactions()
        #expect(
            renewed.map(\.purchaseDate).dropFirst() == [date("2025-02-28"), date("2025-02-28").addingTimeInterval(60)]
        )
        shop.appStore.resetToDefaultState()
        #expect(shop.appStore.timeRate == .realTime)
        shop.appStore.advance(to: date("2025-02-28").addingTimeInterval(120))
        #expect(shop.appStore.allTransactions().last?.expirationDate == date("2025-03-28").addingTimeInterval(120))
    }

    @Test("The configuration's rate is where a store begins")
    func configured() throws {
        var settings = StoreConfiguration.Settings()
        settings.timeRate = .oneRenewalEveryTwoSeconds
        #expect(try Shop(settings: settings).appStore.timeRate == .oneRenewalEveryTwoSeconds)
    }

    @Test("What exists and does not fall due costs nothing: renewals come in order among many others")
    func many() async throws {
        let shop = try Shop(now: "2025-01-31")
        for number in 0..<75 {
            try shop.appStore.buyProduct(Payment(productIdentifier: yearly), account: "\(number)@example.com")
        }
        for number in 0..<25 {
            try shop.appStore.buyProduct(Payment(productIdentifier: basic), account: "\(75 + number)@example.com")
            shop.appStore.advance(by: 3600)
        }
        shop.appStore.advance(to: date("2025-12-30"))
        let renewals = shop.appStore.allTransactions().filter { $0.reason == .renewal }
        #expect(renewals.count == 250)
        #expect(renewals.map(\.purchaseDate) == renewals.map(\.purchaseDate).sorted())
        #expect(Set(renewals.map(\.account)).count == 25)
    }
}
