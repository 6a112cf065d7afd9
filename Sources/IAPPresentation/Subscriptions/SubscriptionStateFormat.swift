public import Foundation
public import IAPCore

/// Writes the status of a customer's subscription, for the customer's locale: `Renews on March 3`,
/// `Expires in 2 days`.
///
/// Sentences come from the catalog's nearest language. A format is cheap to make, and works on any thread.
public struct SubscriptionStateFormat: Hashable, Sendable {
    public let locale: Locale
    /// Where the customer's days begin.
    public let timeZone: TimeZone
    public let catalog: TextCatalog

    /// - Parameter locale: The customer's.
    public init(
        locale: Locale,
        timeZone: TimeZone = .autoupdatingCurrent,
        catalog: TextCatalog = .standard
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.catalog = catalog
    }

    /// One line on the subscription: `Renews on March 3`, `Expires in 2 days`,
    /// `Payment problem. Access until March 19.`, `Refunded on March 3`.
    ///
    /// Within a week of its end, a subscription that does not renew says in how many days it expires. A date of another
    /// year than `now` names its year.
    ///
    /// - Parameters:
    ///   - now: By the clock of the store.
    ///   - nextProductTitle: The title of the product of the next period, where the customer chose another one.
    public func text(for status: SubscriptionGroupStatus, now: Date, nextProductTitle: String? = nil) -> String {
        let wording = catalog.wording(for: locale)
        let end = status.accessEndDate
        let date = text(for: end, now: now, in: wording)
        switch status.state {
        case .subscribed where status.renewal?.willAutoRenew ?? true:
            guard let nextProductTitle, isChanging(status) else { return wording.text(.stateRenews, [.date: date]) }
            return wording.text(.stateChanges, [.product: nextProductTitle, .date: date])
        case .subscribed:
            let left = end.timeIntervalSince(now)
            guard left < 7 * 86_400 else { return wording.text(.stateExpires, [.date: date]) }
            return wording.text(
                .stateExpiresSoon,
                [.relative: RelativeText.text(for: left, locale: wording.locale)]
            )
        case .inGracePeriod: return wording.text(.stateGracePeriod, [.date: date])
        case .inBillingRetryPeriod: return wording.text(.stateBillingRetry)
        case .revoked where status.transaction.ownershipType == .familyShared: return wording.text(.stateUnshared)
        case .revoked: return wording.text(.stateRefunded, [.date: date])
        default: return wording.text(.stateExpired, [.date: date])
        }
    }

    /// When a subscription renews and for how much: `Renews on March 3 for $9.99`.
    ///
    /// - Parameter price: As ``PriceFormat`` writes it.
    public func renewal(on date: Date, for price: String, now: Date) -> String {
        let wording = catalog.wording(for: locale)
        return wording.text(.stateRenewsForPrice, [.date: text(for: date, now: now, in: wording), .price: price])
    }

    /// The day, with its year if that is not the year of `now`.
    private func text(for date: Date, now: Date, in wording: Wording) -> String {
        let isThisYear = DateText.isSameYear(now, date, timeZone: timeZone, locale: wording.locale)
        return DateText.text(for: date, withYear: !isThisYear, timeZone: timeZone, locale: wording.locale)
    }

    private func isChanging(_ status: SubscriptionGroupStatus) -> Bool {
        status.renewal?.autoRenewPreference.map { $0 != status.transaction.productIdentifier } ?? false
    }
}
