import IAPCore
import IAPSandbox

extension TimelineBuilder {
    /// The state of a subscription at the end of the script.
    ///
    /// - Parameter latest: Its latest transaction.
    func state(of latest: SandboxTransaction) -> String {
        guard let end = latest.expirationDate else { return "nothing bought" }
        let title = recorder.title(latest.productIdentifier)
        let until = "\(title) until \(end.dayAndTime)"
        if let date = latest.cancelDate {
            return latest.ownershipType == .familyShared ? "no longer shared" : "refunded on \(date.dayAndTime)"
        }
        guard let renewal = recorder.states[latest.subscription]?.renewal else {
            return "\(end > now ? "\(title), " : "")shared until \(end.dayAndTime)"
        }
        if let grace = renewal.gracePeriodExpirationDate { return "in its grace period until \(grace.dayAndTime)" }
        if renewal.isInBillingRetry { return "in billing retry" }
        guard end > now, renewal.expirationReason == nil else {
            let expiry = recorder.events.last {
                $0.kind == .expired && $0.account == latest.account && $0.product == latest.productIdentifier
            }
            return "expired on \((expiry?.date ?? min(end, now)).dayAndTime)"
        }
        guard renewal.willAutoRenew || renewal.renewalPrice != nil else { return "\(until), then it ends" }
        if renewal.priceIncreaseStatus == .pending { return "\(until), waits for consent to the higher price" }
        let next = recorder.title(renewal.autoRenewPreference ?? latest.productIdentifier)
        let price = recorder.text(for: renewal.renewalPrice, renewal.currencyCode).map { " for \($0)" } ?? ""
        return "\(until), then \(next == title ? "again" : next)\(price)"
    }
}
