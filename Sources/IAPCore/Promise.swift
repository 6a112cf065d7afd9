/// An answer that comes once, and everyone who waits for it.
///
/// Cancelling a waiting task ends its own wait, and neither the work behind the promise nor anyone else's wait.
///
/// Inlinable, since what is generic in another module costs several times as much as what it does.
@usableFromInline
package final class Promise<Value: Sendable>: Sendable {
    @usableFromInline
    enum State: Sendable {
        case waiting([Waiter], next: Int)
        case fulfilled(Result<Value, any Error>)
    }

    @usableFromInline
    struct Waiter: Sendable {
        @usableFromInline let number: Int
        @usableFromInline let continuation: CheckedContinuation<Value, any Error>

        @inlinable
        init(number: Int, continuation: CheckedContinuation<Value, any Error>) {
            self.number = number
            self.continuation = continuation
        }
    }

    @usableFromInline let state: Locked<State>

    @inlinable
    package init() {
        state = Locked(.waiting([], next: 0))
    }

    /// Answers everyone who waits, in the order in which they came, and whoever comes later. Only the first call
    /// counts.
    @inlinable
    package func fulfill(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            guard case .waiting(let waiters, _) = state else { return [] }
            state = .fulfilled(result)
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume(with: result) }
    }

    /// - Throws: The error that the promise was fulfilled with; `CancellationError` when the waiting task is cancelled.
    @inlinable
    package func value() async throws -> Value {
        let number = state.withLock { state -> Int in
            guard case .waiting(let waiters, let next) = state else { return 0 }
            state = .waiting(waiters, next: next + 1)
            return next
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Value, any Error>? in
                    guard case .waiting(var waiters, let next) = state else {
                        guard case .fulfilled(let result) = state else { return nil }
                        return result
                    }
                    // A cancellation that came before this lock found no continuation to end.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    waiters.append(Waiter(number: number, continuation: continuation))
                    state = .waiting(waiters, next: next)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard case .waiting(var waiters, let next) = state,
                    let place = waiters.firstIndex(where: { $0.number == number })
                else { return nil }
                let waiter = waiters.remove(at: place)
                state = .waiting(waiters, next: next)
                return waiter
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
