extension StoreConfiguration {
    /// How fast a simulated store renews subscriptions, as
    /// [`SKTestSession.TimeRate`](https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum)
    /// has it.
    public enum TimeRate: Int, Hashable, Sendable, Codable, CaseIterable {
        case realTime = 0

        // A day passes in… (deprecated by Apple in iOS 15.2)
        case oneHourIsOneDay = 1
        case thirtyMinutesIsOneDay = 2
        case fiveMinutesIsOneDay = 3
        case oneMinuteIsOneDay = 4
        case thirtySecondsIsOneDay = 5
        case oneSecondIsOneDay = 6

        // A month passes in…, and other periods in proportion.
        case monthlyRenewalEveryHour = 10
        case monthlyRenewalEveryThirtyMinutes = 11
        case monthlyRenewalEveryFifteenMinutes = 12
        case monthlyRenewalEveryFiveMinutes = 13
        case monthlyRenewalEveryThirtySeconds = 15

        // A period passes in…, however long it is.
        case oneRenewalEveryFifteenMinutes = 1000
        case oneRenewalEveryFiveMinutes = 1001
        case oneRenewalEveryMinute = 1002
        case oneRenewalEveryThirtySeconds = 1003
        case oneRenewalEveryTenSeconds = 1004
        case oneRenewalEveryTwoSeconds = 1005
    }
}
