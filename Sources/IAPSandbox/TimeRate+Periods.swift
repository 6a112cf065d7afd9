import Foundation
import IAPStoreKitFile
import IAPCore

/// How long periods last at each rate, by the tables of
/// https://developer.apple.com/documentation/storekittest/sktestsession/timerate-swift.enum.
///
/// For the old rates, by which a day lasts a while, Apple has no table: that a month has 30 days there and a year 365,
/// and that a grace period and billing retry have as many as at real time, is this SDK's choice. So is a length that
/// Apple's tables do not list, such as ten days.
extension StoreConfiguration.TimeRate {
    /// The date `count` periods after `start`: by the calendar, in UTC, at real time; in seconds at any other rate.
    func date(after start: Date, _ period: ProductSubscriptionPeriod, times count: Int = 1) -> Date {
        guard let seconds = seconds(of: period) else { return period.date(after: start, times: count) }
        return min(start.addingTimeInterval(seconds * Double(count)), .distantFuture)
    }

    /// When access ends that goes on although a renewal could not be charged.
    func gracePeriodEnd(after start: Date, _ period: ProductSubscriptionPeriod) -> Date {
        let seconds =
            switch pace {
            case .day(let day): day * (period.isWeekAtMost ? 6 : 16)
            case .month(let month, let week): period.isWeekAtMost ? (week * 6 / 7).rounded() : month / 2
            case .period(let interval): interval
            }
        return start.addingTimeInterval(seconds)
    }

    /// When the store gives up charging for a renewal that failed.
    func billingRetryEnd(after start: Date) -> Date {
        let seconds =
            switch pace {
            case .day(let day): 60 * day
            case .month(let month, _): 2 * month
            case .period(let interval): 2 * interval
            }
        return start.addingTimeInterval(seconds)
    }

    private enum Pace {
        /// A day lasts so many seconds.
        case day(TimeInterval)
        case month(TimeInterval, week: TimeInterval)
        /// Every period lasts so many seconds.
        case period(TimeInterval)
    }

    private var pace: Pace {
        switch self {
        case .oneHourIsOneDay: .day(3600)
        case .thirtyMinutesIsOneDay: .day(1800)
        case .fiveMinutesIsOneDay: .day(300)
        case .oneMinuteIsOneDay: .day(60)
        case .thirtySecondsIsOneDay: .day(30)
        case .oneSecondIsOneDay: .day(1)
        case .monthlyRenewalEveryHour: .month(3600, week: 900)
        case .monthlyRenewalEveryThirtyMinutes: .month(1800, week: 600)
        case .monthlyRenewalEveryFifteenMinutes: .month(900, week: 300)
        case .monthlyRenewalEveryFiveMinutes: .month(300, week: 180)
        case .monthlyRenewalEveryThirtySeconds: .month(30, week: 10)
        case .oneRenewalEveryFifteenMinutes: .period(900)
        case .oneRenewalEveryFiveMinutes: .period(300)
        case .oneRenewalEveryMinute: .period(60)
        case .oneRenewalEveryThirtySeconds: .period(30)
        case .oneRenewalEveryTenSeconds: .period(10)
        case .oneRenewalEveryTwoSeconds: .period(2)
        case .realTime: .day(86_400)
        }
    }

    /// `nil` at real time, where the calendar decides.
    private func seconds(of period: ProductSubscriptionPeriod) -> TimeInterval? {
        guard self != .realTime else { return nil }
        let value = Double(period.value)
        switch pace {
        case .day(let day):
            switch period.unit {
            case .day: return value * day
            case .week: return value * 7 * day
            case .month: return value * 30 * day
            case .year: return value * 365 * day
            }
        case .month(let month, let week):
            switch period.unit {
            case .day: return value * week / 7
            case .week: return value * week
            case .month: return value * month
            case .year: return value * 12 * month
            }
        case .period(let interval):
            return interval
        }
    }
}

extension ProductSubscriptionPeriod {
    fileprivate var isWeekAtMost: Bool {
        switch unit {
        case .day: value <= 7
        case .week: value == 1
        case .month, .year: false
        }
    }

    /// `nil` where it is not a whole number of months.
    var months: Int? {
        switch unit {
        case .day, .week: nil
        case .month: value
        case .year: 12 * value
        }
    }
}
