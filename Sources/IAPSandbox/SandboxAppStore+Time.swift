public import Foundation
public import IAPCore

/// Time. What falls due on the way happens in order, each at its own date: renewals, plan changes, the end of
/// subscriptions and of requests without an answer. The store's time never goes back.
extension SandboxAppStore {
    /// Lets time pass until a date. A date in the past changes nothing; one beyond `Date.distantFuture` counts as that.
    public func advance(to date: Date) {
        guard !date.timeIntervalSinceReferenceDate.isNaN else { return }
        let date = min(date, .distantFuture)
        while let due = nextDueDate(upTo: date) {
            // Step by step, so that what waits for a date, such as an app's ledger, sees it when it comes.
            clock.advance(to: max(due, clock.now))
            change { $0.settle(to: due) }
        }
        if date > clock.now { clock.advance(to: date) }
        change(keepsDate: true) { $0.settle(to: date) }
    }

    /// When something happens next by itself, such as a renewal; `nil` when nothing does up to a date.
    public func nextDueDate(upTo date: Date) -> Date? {
        change { $0.nextDueDate }.flatMap { $0 <= date ? $0 : nil }
    }

    /// Lets a number of seconds pass.
    public func advance(by interval: TimeInterval) {
        advance(to: clock.now.addingTimeInterval(interval))
    }

    /// Lets a calendar period pass, in UTC: from 31 January, a month leads to the last day of February.
    public func advance(by period: ProductSubscriptionPeriod) {
        advance(to: period.date(after: clock.now))
    }

    /// Lets what falls due happen when the clock reaches its date, until the task is cancelled.
    ///
    /// For an app that sits open while time passes by itself, as by the machine's clock:
    ///
    /// ```swift
    /// let appStore = try SandboxAppStore(contentsOf: url, clock: .system)
    /// appStore.timeRate = .monthlyRenewalEveryThirtySeconds
    /// let renewing = Task { await appStore.run() }
    /// ```
    ///
    /// Without it, what falls due waits for the next call to the store, or for ``advance(to:)``; it happens at its own
    /// date in either case. It sleeps in between, and polls nothing.
    public func run() async {
        repeat {
            // What is due by now happens in any change.
            change { _ in }
            let (date, nextChange) = state.withLock { ($0.server.nextDueDate ?? .distantFuture, $0.nextChange) }
            await withTaskGroup(of: Void.self) { [clock] group in
                group.addTask { try? await clock.sleep(until: date) }
                group.addTask { try? await nextChange.value() }
                await group.next()
                group.cancelAll()
            }
        } while !Task.isCancelled
    }
}
