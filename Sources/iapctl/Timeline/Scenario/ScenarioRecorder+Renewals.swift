import Foundation
import IAPCore
import IAPSandbox

extension ScenarioRecorder {
    /// Adds events for what has changed of a subscription, other than by a new transaction.
    mutating func recordChange(
        of renewal: SubscriptionRenewal,
        from before: SubscriptionRenewal,
        _ subscription: Subscription,
        _ step: Step
    ) {
        /// A difference between what the subscription was and what it is.
        let latest = latestPeriod(of: subscription)?.productIdentifier
        func event(_ kind: ScenarioEvent.Kind, _ text: String) -> ScenarioEvent {
            ScenarioEvent(date: step.date, kind: kind, product: latest, account: subscription.account, text: text)
        }
        let isGraceOver = before.gracePeriodExpirationDate != nil && renewal.gracePeriodExpirationDate == nil
        if renewal.isInBillingRetry, !before.isInBillingRetry {
            let grace = renewal.gracePeriodExpirationDate
            let access = grace.map { "access goes on until \($0.dayAndTime)" } ?? "access ends"
            add(event(.notCharged, "not charged; \(access)"))
            beginBillingIssue(isGracePeriod: grace != nil, subscription, step.date)
        } else if renewal.isInBillingRetry, isGraceOver {
            endBillingIssue(subscription, step.date)
            add(event(.accessLost, "grace period over; access ends"))
            beginBillingIssue(isGracePeriod: false, subscription, step.date)
        } else if before.isInBillingRetry, !renewal.isInBillingRetry {
            endBillingIssue(subscription, step.date)
        }
        guard !step.begins(subscription) else { return }
        if let reason = renewal.expirationReason, !renewal.isInBillingRetry,
            before.isInBillingRetry || before.expirationReason == nil
        {
            // Cancelling ends a subscription at once that could not be charged; so does a control of the store.
            let isTurnedOff = reason == .autoRenewDisabled
            let text =
                isTurnedOff && before.isInBillingRetry
                ? "cancelled before it could be charged; access ends"
                : isTurnedOff && before.willAutoRenew ? "ended before its time" : "expired: \(reason.text)"
            return add(event(.expired, text))
        }
        guard !step.changesRefund(of: subscription) else { return }
        let day = renewal.renewalDate?.dayAndTime ?? "some day"
        if renewal.willAutoRenew != before.willAutoRenew {
            if renewal.willAutoRenew {
                add(event(.turnedOn, "renewal turned on again"))
            } else if before.priceIncreaseStatus == .pending, renewal.priceIncreaseStatus != .pending {
                add(event(.priceDeclined, "declined the higher price; ends on \(day)"))
            } else {
                add(event(.turnedOff, "renewal turned off; ends on \(day)"))
            }
        }
        let price = text(for: renewal.renewalPrice, renewal.currencyCode)
        switch (before.priceIncreaseStatus, renewal.priceIncreaseStatus) {
        case let (old, new) where old == new: break
        case (_, .pending):
            // The store states the old price until the customer agrees.
            let plan = renewal.autoRenewPreference ?? latest
            let asked = text(for: plan.flatMap { listPrices[$0] }, renewal.currencyCode) ?? price ?? "more"
            add(event(.priceAsked, "asked to agree to \(asked) from \(day) on"))
        case (.pending, .agreed): add(event(.priceAgreed, "agreed to \(price ?? "more") from \(day) on"))
        case (_, .agreed): add(event(.priceAsked, "informed of \(price ?? "more") from \(day) on"))
        default: break
        }
        let cost = price.map { " for \($0)" } ?? ""
        if let plan = renewal.autoRenewPreference, plan != before.autoRenewPreference {
            let text = plan == latest ? "stays with \(title(plan))" : "changes to \(title(plan)) on \(day)\(cost)"
            add(event(.planned, text))
        } else if let offer = renewal.offerIdentifier, offer != before.offerIdentifier, let type = renewal.offerType {
            add(event(.planned, "\(type.text) \(offer.quoted) begins on \(day)\(cost)"))
        }
    }
}

extension SubscriptionRenewal.ExpirationReason {
    fileprivate var text: String {
        switch self {
        case .autoRenewDisabled: "its renewal was off"
        case .billingError: "it could not be charged"
        case .didNotConsentToPriceIncrease: "no consent to the higher price"
        case .productUnavailable: "the product is no longer sold"
        default: rawValue
        }
    }
}
