import Foundation
public import IAPCore

extension PaymentQueue {
    /// Buys, and waits no longer than a while. A payment sheet may be open for minutes: what a timeout is for is a
    /// store that says nothing at all.
    ///
    /// - Parameter timeout: Of the time that passes, whatever date the customer sets the device to
    ///   (``StoreClock/sleep(for:)``).
    /// - Throws: ``IAPError`` with code `timedOut` when there is no answer by then. The wait ends, not the purchase, as
    ///   when the task is cancelled: what becomes of it is told to observers, at this launch or the next. What
    ///   ``purchase(_:)`` throws.
    public func purchase(_ payment: Payment, timeout: Duration) async throws -> PurchaseResult {
        try await answer(within: timeout, to: "purchase of \(payment.productIdentifier)") { [self] in
            try await purchase(payment)
        }
    }

    /// Restores, and waits no longer than a while.
    ///
    /// - Parameter timeout: As for ``purchase(_:timeout:)``.
    /// - Throws: ``IAPError`` with code `timedOut` when there is no answer by then. What comes later is recorded and
    ///   delivered all the same. What ``restoreCompletedTransactions(applicationUsername:)`` throws.
    @discardableResult
    public func restoreCompletedTransactions(
        applicationUsername: String? = nil,
        timeout: Duration
    ) async throws -> [PaymentTransaction] {
        try await answer(within: timeout, to: "restore") { [self] in
            try await restoreCompletedTransactions(applicationUsername: applicationUsername)
        }
    }

    private func answer<Answer: Sendable>(
        within timeout: Duration,
        to question: String,
        _ ask: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask(operation: ask)
            group.addTask { [clock = connection.clock] in
                try await clock.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            if let answer = try await group.next() ?? nil { return answer }
            log(IAPLogEvent(.warning, "The store has not answered a \(question) within \(timeout)."))
            throw IAPError(
                .timedOut,
                "The store has not answered a \(question) in time. What comes of it is told when it comes; ask again to go on."
            )
        }
    }
}
