public import Foundation
public import IAPCore

/// Virtual time. What falls due on the way happens in order, each at its own date: renewals, plan changes, the end of
/// subscriptions and of requests that nobody answered. The store's time never goes back.
extension SandboxAppStore {
    /// Lets time pass until a date. A date in the past changes nothing; one beyond `Date.distantFuture` counts as that.
    public func advance(to date: Date) {
        guard !date.timeIntervalSinceReferenceDate.isNaN else { return }
        let date = min(date, .distantFuture)
        while let due = change({ $0.nextDueDate(upTo: date) }) {
            if due > clock.now { clock.advance(to: due) }
            change { $0.settle(to: due) }
        }
        if date > clock.now { clock.advance(to: date) }
        change { $0.settle(to: date) }
    }

    /// Lets a number of seconds pass.
    public func advance(by interval: TimeInterval) {
        advance(to: clock.now.addingTimeInterval(interval))
    }

    /// Lets a calendar period pass, in UTC: from 31 January, a month leads to the last day of February.
    public func advance(by period: ProductSubscriptionPeriod) {
        advance(to: period.date(after: clock.now))
    }
}
