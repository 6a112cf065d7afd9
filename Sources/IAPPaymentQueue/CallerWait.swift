import IAPCore

/// One caller's wait for an answer that several callers may wait for.
///
/// It ends with the answer, or before it: when the caller gives up, or its timeout has passed.
struct CallerWait<Answer: Sendable>: Sendable {
    private let result = Promise<Answer>()
    private let leave: @Sendable () -> Void

    /// - Parameters:
    ///   - timeout: How long the wait lasts at most, in time that passes, whatever date the customer sets the device to
    ///     (``StoreClock/sleep(for:)``); `nil` for as long as it takes.
    ///   - timedOut: The error with which the wait ends when the timeout has passed.
    ///   - leave: Called once when the wait ends before the answer.
    init(
        for answer: Promise<Answer>,
        timeout: Duration?,
        clock: any StoreClock,
        timedOut: @escaping @Sendable () -> IAPError,
        leave: @escaping @Sendable () -> Void
    ) {
        self.leave = leave
        if let timeout {
            let alarm = Task { [self] in
                try await clock.sleep(for: timeout)
                end(timedOut())
            }
            result.whenFulfilled { _ in alarm.cancel() }
        }
        answer.whenFulfilled { [result] in result.fulfill($0) }
    }

    /// Waits until the end. Cancelling the task ends the wait.
    func value() async throws -> Answer {
        do {
            return try await result.value()
        } catch let cancellation as CancellationError {
            end(cancellation)
            throw cancellation
        }
    }

    /// Calls `completion` at the end, before whatever brought it returns.
    func whenEnded(_ completion: @escaping @Sendable (Result<Answer, any Error>) -> Void) {
        result.whenFulfilled(completion)
    }

    private func end(_ error: any Error) {
        if result.fulfill(.failure(error)) { leave() }
    }
}
