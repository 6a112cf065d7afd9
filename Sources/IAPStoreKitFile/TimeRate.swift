extension StoreConfiguration {
    /// How fast a simulated store renews subscriptions.
    ///
    /// The raw values are those of
    /// [`SKTestSession.TimeRate`](https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum),
    /// which come in three families. Later versions of Xcode may add values.
    public struct TimeRate: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let realTime = TimeRate(rawValue: 0)

        // A day passes in… (deprecated by Apple in iOS 15.2)
        public static let oneHourIsOneDay = TimeRate(rawValue: 1)
        public static let thirtyMinutesIsOneDay = TimeRate(rawValue: 2)
        public static let fiveMinutesIsOneDay = TimeRate(rawValue: 3)
        public static let oneMinuteIsOneDay = TimeRate(rawValue: 4)
        public static let thirtySecondsIsOneDay = TimeRate(rawValue: 5)
        public static let oneSecondIsOneDay = TimeRate(rawValue: 6)

        // A month passes in…, and other periods in proportion.
        public static let monthlyRenewalEveryHour = TimeRate(rawValue: 10)
        public static let monthlyRenewalEveryThirtyMinutes = TimeRate(rawValue: 11)
        public static let monthlyRenewalEveryFifteenMinutes = TimeRate(rawValue: 12)
        public static let monthlyRenewalEveryFiveMinutes = TimeRate(rawValue: 13)
        public static let monthlyRenewalEveryThirtySeconds = TimeRate(rawValue: 15)

        // A period passes in…, however long it is.
        public static let oneRenewalEveryFifteenMinutes = TimeRate(rawValue: 1000)
        public static let oneRenewalEveryFiveMinutes = TimeRate(rawValue: 1001)
        public static let oneRenewalEveryMinute = TimeRate(rawValue: 1002)
        public static let oneRenewalEveryThirtySeconds = TimeRate(rawValue: 1003)
        public static let oneRenewalEveryTenSeconds = TimeRate(rawValue: 1004)
        public static let oneRenewalEveryTwoSeconds = TimeRate(rawValue: 1005)

        /// The name of the constant; `nil` for a value that this version does not know.
        public var name: String? { Self.names[rawValue] }

        private static let names = [
            0: "realTime",
            1: "oneHourIsOneDay",
            2: "thirtyMinutesIsOneDay",
            3: "fiveMinutesIsOneDay",
            4: "oneMinuteIsOneDay",
            5: "thirtySecondsIsOneDay",
            6: "oneSecondIsOneDay",
            10: "monthlyRenewalEveryHour",
            11: "monthlyRenewalEveryThirtyMinutes",
            12: "monthlyRenewalEveryFifteenMinutes",
            13: "monthlyRenewalEveryFiveMinutes",
            15: "monthlyRenewalEveryThirtySeconds",
            1000: "oneRenewalEveryFifteenMinutes",
            1001: "oneRenewalEveryFiveMinutes",
            1002: "oneRenewalEveryMinute",
            1003: "oneRenewalEveryThirtySeconds",
            1004: "oneRenewalEveryTenSeconds",
            1005: "oneRenewalEveryTwoSeconds",
        ]
    }
}

extension StoreConfiguration.TimeRate: CustomStringConvertible {
    public var description: String { name ?? "TimeRate(\(rawValue))" }
}
