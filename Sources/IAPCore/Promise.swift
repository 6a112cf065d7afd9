/// An answer that comes once, and everyone who waits for it.
///
/// Cancelling a waiting task ends its own wait, and neither the work behind the promise nor anyone else's wait.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case waiting([Int: CheckedContinuation<Value, any Error>], next: Int)
        case fulfilled(Result<Value, any Error>)
    }

    private let state = Locked(State.waiting([:], next: 0))

    package init() {}

    /// Answers everyone who waits, and whoever comes later. Only the first call counts.
    package func fulfill(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard case .waiting(let waiters, _) = state else { return [] }
            state = .fulfilled(result)
            // A closure: the key path of a generic type is made anew each time, which costs more than all else here.
            return waiters.sorted { $0.key < $1.key }.map { $0.value }
        }
        waiters.forEach { $0.resume(with: result) }
    }

    /// - Throws: The error that the promise was fulfilled with; `CancellationError` when the waiting task is cancelled.
    package func value() async throws -> Value {
        let identifier = state.withLock { state -> Int in
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
                    waiters[identifier] = continuation
                    state = .waiting(waiters, next: next)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
                guard case .waiting(var waiters, let next) = state else { return nil }
                let waiter = waiters.removeValue(forKey: identifier)
                state = .waiting(waiters, next: next)
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}
