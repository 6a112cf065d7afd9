import IAPCore

/// A process that can be killed between any two of its operations.
///
/// What it does to the world outside — to a ``SimulatedDisk``, to a store's connection, to a server — is counted. Once
/// it is dead every further operation throws and has no effect, so that an app's objects may live on in a test and yet
/// change nothing more.
public final class SimulatedProcess: Sendable {
    /// Thrown by the operations of a process that is dead.
    public struct Killed: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String { "The process was killed before this." }
    }

    private struct State: Sendable {
        var operationCount = 0
        var isRunning = true
        var underWay = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var onDeath: [@Sendable () -> Void] = []

        mutating func takeIdle() -> [CheckedContinuation<Void, Never>] {
            guard underWay == 0 else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let fatalOperation: Int?
    private let state = Locked(State())

    /// - Parameter operation: Which operation it dies at, counted from 1: that one and all that follow never happen.
    ///   With `nil`, it lives until ``kill()``.
    public init(dyingAtOperation operation: Int? = nil) {
        fatalOperation = operation
    }

    /// How many operations it has begun, the fatal one included.
    public var operationCount: Int { state.withLock { $0.operationCount } }

    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Ends the process. What it has begun comes to its end, and nothing follows. Killing twice is harmless.
    public func kill() {
        let onDeath = state.withLock { state in
            state.isRunning = false
            defer { state.onDeath = [] }
            return state.onDeath
        }
        onDeath.forEach { $0() }
    }

    /// Does something to the world outside.
    ///
    /// - Throws: ``Killed`` when the process is dead, or dies now; `body` is not called then.
    public func perform<Result>(_ body: () throws -> Result) throws -> Result {
        guard begin() else { throw Killed() }
        defer { end() }
        return try body()
    }

    /// Does something to the world outside.
    ///
    /// - Throws: ``Killed`` when the process is dead, or dies now; `body` is not called then.
    public func perform<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        guard begin() else { throw Killed() }
        defer { end() }
        return try await body()
    }

    /// Returns once none of its operations is under way.
    public func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let idle = state.withLock { state in
                state.waiting.append(continuation)
                return state.takeIdle()
            }
            idle.forEach { $0.resume() }
        }
    }

    // MARK: For those that an operation is done to

    /// Counts an operation. Returns whether it may be done; then ``end()`` follows.
    func begin() -> Bool {
        let (mayBegin, isFatal) = state.withLock { state in
            guard state.isRunning else { return (false, false) }
            state.operationCount += 1
            guard state.operationCount != fatalOperation else { return (false, true) }
            state.underWay += 1
            return (true, false)
        }
        if isFatal { kill() }
        return mayBegin
    }

    func end() {
        let idle = state.withLock { state in
            state.underWay -= 1
            return state.takeIdle()
        }
        idle.forEach { $0.resume() }
    }

    /// Calls `body` when the process dies, at once if it is dead.
    func onDeath(_ body: @escaping @Sendable () -> Void) {
        let isRunning = state.withLock { state in
            if state.isRunning { state.onDeath.append(body) }
            return state.isRunning
        }
        if !isRunning { body() }
    }
}
