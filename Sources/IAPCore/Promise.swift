/// A result that is known later, once, and those that wait for it.
///
/// Cancelling a waiting task ends its own wait, and neither the work behind the promise nor any other wait.
package final class Promise<Value: Sendable>: Sendable {
    package typealias Receiver = @Sendable (Result<Value, any Error>) -> Void

    private enum State {
        case waiting([Int: Receiver], next: Int)
        case fulfilled(Result<Value, any Error>)
    }

    private let state = Locked(State.waiting([:], next: 0))

    package init() {}

    /// Gives the result to everything that waits, in the order in which the waits began, and to each later wait. Only
    /// the first call has an effect.
    ///
    /// - Returns: Whether it was the first.
    @discardableResult
    package func fulfill(_ result: Result<Value, any Error>) -> Bool {
        let receivers = state.withLock { state -> [Int: Receiver]? in
            guard case .waiting(let receivers, _) = state else { return nil }
            state = .fulfilled(result)
            return receivers
        }
        for (_, receive) in receivers?.sorted(by: { $0.key < $1.key }) ?? [] { receive(result) }
        return receivers != nil
    }

    /// Calls `receive` with the result: on the thread that fulfills the promise, before ``fulfill(_:)`` returns, or now
    /// when the result is known.
    package func whenFulfilled(_ receive: @escaping Receiver) {
        wait(as: takeNumber(), receive)
    }

    /// - Throws: The error that the promise was fulfilled with; `CancellationError` when the waiting task is cancelled.
    package func value() async throws -> Value {
        let number = takeNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(as: number, endsWhenCancelled: true) { continuation.resume(with: $0) }
            }
        } onCancel: {
            let receive = state.withLock { state -> Receiver? in
                guard case .waiting(var receivers, let next) = state else { return nil }
                let receive = receivers.removeValue(forKey: number)
                state = .waiting(receivers, next: next)
                return receive
            }
            receive?(.failure(CancellationError()))
        }
    }

    private func takeNumber() -> Int {
        state.withLock { state in
            guard case .waiting(let receivers, let next) = state else { return 0 }
            state = .waiting(receivers, next: next + 1)
            return next
        }
    }

    private func wait(as number: Int, endsWhenCancelled: Bool = false, _ receive: @escaping Receiver) {
        let result = state.withLock { state -> Result<Value, any Error>? in
            switch state {
            case .fulfilled(let result): return result
            case .waiting(var receivers, let next):
                // A cancellation that came before this lock found no wait to end.
                if endsWhenCancelled, Task.isCancelled { return .failure(CancellationError()) }
                receivers[number] = receive
                state = .waiting(receivers, next: next)
                return nil
            }
        }
        if let result { receive(result) }
    }
}
