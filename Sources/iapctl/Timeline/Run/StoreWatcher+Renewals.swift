import Foundation
import IAPCore
import IAPSandbox

extension StoreWatcher {
    /// What has become of a subscription, other than by a new transaction.
    mutating func noteChange(
        of renewal: SubscriptionRenewal,
        from before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        noteTrouble(renewal, before, subscription, step)
        guard !step.begun.contains(subscription) else { return }
        if let reason = renewal.expirationReason, !renewal.isInBillingRetry,
            before.isInBillingRetry || before.expirationReason == nil
        {
            // Cancelling what could not be charged ends it at once; so does a control of the store.
            let isTurnedOff = reason == .autoRenewDisabled
            let text =
                isTurnedOff && before.isInBillingRetry
                ? "cancelled before it could be charged; access ends"
                : isTurnedOff && before.willAutoRenew ? "ended before its time" : "expired: \(reason.words)"
            return note(.expired, subscription, step, text)
        }
        guard !step.refunded.contains(subscription) else { return }
        noteSwitch(renewal, before, subscription, step)
        notePrice(renewal, before, subscription, step)
        notePlan(renewal, before, subscription, step)
    }

    private mutating func noteTrouble(
        _ renewal: SubscriptionRenewal,
        _ before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        if renewal.isInBillingRetry, !before.isInBillingRetry {
            let grace = renewal.gracePeriodExpirationDate
            let rest = grace.map { "access goes on until \(date($0))" } ?? "access ends"
            note(.failed, subscription, step, "not charged; \(rest)")
            begin(grace == nil ? .retry : .grace, subscription, step.date)
        } else if renewal.isInBillingRetry, before.gracePeriodExpirationDate != nil,
            renewal.gracePeriodExpirationDate == nil
        {
            end(subscription, step.date)
            note(.accessLost, subscription, step, "grace period over; access ends")
            begin(.retry, subscription, step.date)
        } else if before.isInBillingRetry, !renewal.isInBillingRetry {
            end(subscription, step.date)
        }
    }

    private mutating func noteSwitch(
        _ renewal: SubscriptionRenewal,
        _ before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        guard renewal.willAutoRenew != before.willAutoRenew else { return }
        let end = date(renewal.renewalDate)
        if renewal.willAutoRenew {
            note(.turnedOn, subscription, step, "renewal turned on again")
        } else if before.priceIncreaseStatus == .pending, renewal.priceIncreaseStatus != .pending {
            note(.priceDeclined, subscription, step, "declined the higher price; ends on \(end)")
        } else {
            note(.turnedOff, subscription, step, "renewal turned off; ends on \(end)")
        }
    }

    private mutating func notePrice(
        _ renewal: SubscriptionRenewal,
        _ before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        guard renewal.priceIncreaseStatus != before.priceIncreaseStatus else { return }
        let next = price(renewal.renewalPrice, renewal.currencyCode) ?? "more"
        let day = date(renewal.renewalDate)
        switch (before.priceIncreaseStatus, renewal.priceIncreaseStatus) {
        case (_, .pending):
            // The store goes on to tell the old price until the customer agrees.
            let plan = renewal.autoRenewPreference ?? product(of: subscription)
            let asked = price(plan.flatMap { listPrices[$0] }, renewal.currencyCode) ?? next
            note(.priceAsked, subscription, step, "asked to agree to \(asked) from \(day) on")
        case (.pending, .agreed): note(.priceAgreed, subscription, step, "agreed to \(next) from \(day) on")
        case (_, .agreed): note(.priceAsked, subscription, step, "told of \(next) from \(day) on")
        default: break
        }
    }

    private mutating func notePlan(
        _ renewal: SubscriptionRenewal,
        _ before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        let next = price(renewal.renewalPrice, renewal.currencyCode).map { " for \($0)" } ?? ""
        let day = date(renewal.renewalDate)
        if let plan = renewal.autoRenewPreference, plan != before.autoRenewPreference {
            let current = product(of: subscription)
            let text =
                plan == current ? "stays with \(title(plan))" : "changes to \(title(plan)) on \(day)\(next)"
            note(.planned, subscription, step, text)
        } else if let offer = renewal.offerIdentifier, offer != before.offerIdentifier, let type = renewal.offerType {
            note(.planned, subscription, step, "\(type.words) \(offer.quoted) begins on \(day)\(next)")
        }
    }

    /// The product of the latest period.
    private func product(of subscription: Subscription) -> ProductIdentifier? {
        book.latestPeriod(of: subscription)?.productIdentifier
    }

    private mutating func note(_ kind: Happening.Kind, _ subscription: Subscription, _ step: Step, _ text: String) {
        let product = product(of: subscription)
        note(Happening(date: step.date, kind: kind, product: product, account: subscription.account, text: text))
    }
}

extension SubscriptionRenewal.ExpirationReason {
    fileprivate var words: String {
        switch self {
        case .autoRenewDisabled: "its renewal was off"
        case .billingError: "it could not be charged"
        case .didNotConsentToPriceIncrease: "no consent to the higher price"
        case .productUnavailable: "the product is no longer sold"
        default: rawValue
        }
    }
}
