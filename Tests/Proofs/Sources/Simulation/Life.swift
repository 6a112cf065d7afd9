import IAP
import Synchronization

/// One process from launch to death, and what goes wrong in it.
///
/// Of a dead process nothing reaches a disk, a store or a customer any more: whatever it still tries, fails.
final class Life: Sendable {
    enum Operation: Int, CaseIterable {
        case load, append, submit, finish, restore, deliver
    }

    private struct State {
        var isOver = false
        /// How many more operations succeed before the crash.
        var operationsLeft: Int?
        /// Whether the last operation before the crash takes effect, unacknowledged.
        var crashesBehind = false
        /// Of each kind of operation, how many succeed before one fails.
        var failures: [Operation: Int] = [:]
        var failureCount = 0
        var onEnd: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// How many operations have failed so far.
    var failureCount: Int { state.withLock { $0.failureCount } }

    var isOver: Bool { state.withLock { $0.isOver } }

    func end() {
        let onEnd = state.withLock { state in
            state.isOver = true
            defer { state.onEnd = [] }
            return state.onEnd
        }
        onEnd.forEach { $0() }
    }

    /// Calls `body` when the process ends.
    func onEnd(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onEnd.append(body) }
    }

    /// Something has failed that was not meant to.
    func noteFailure() {
        state.withLock { $0.failureCount += 1 }
    }

    func crash(after count: Int, takingEffect: Bool) {
        state.withLock { state in
            state.operationsLeft = count
            state.crashesBehind = takingEffect
        }
    }

    func fail(_ operation: Operation, after count: Int) {
        state.withLock { $0.failures[operation] = count }
    }

    /// Takes back every crash and failure that has not come yet.
    func calm() {
        state.withLock { state in
            state.operationsLeft = nil
            state.failures = [:]
        }
    }

    /// Does an operation, unless it or the process is to fail.
    func perform<Result>(_ operation: Operation, _ body: () async throws -> Result) async throws -> Result {
        let crashesBehind: Bool
        do {
            crashesBehind = try begin(operation)
        } catch {
            if isOver { end() }
            throw error
        }
        let result = try await body()
        if crashesBehind { end() }
        if isOver { throw Self.death }
        return result
    }

    /// Returns whether the process dies with the operation's end.
    private func begin(_ operation: Operation) throws -> Bool {
        try state.withLock { state in
            guard !state.isOver else { throw Self.death }
            if let left = state.operationsLeft {
                state.operationsLeft = left - 1
                if left == 0 {
                    if state.crashesBehind { return true }
                    state.isOver = true
                    throw Self.death
                }
            }
            if let left = state.failures[operation] {
                state.failures[operation] = left == 0 ? nil : left - 1
                if left == 0 {
                    state.failureCount += 1
                    throw IAPError(.storageFailed, "The simulation has \(operation) fail.")
                }
            }
            return false
        }
    }

    private static let death = IAPError(.connectionClosed, "The process is dead.")
}
