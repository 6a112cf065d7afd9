import IAPCore
import IAPPersistence

/// Keeps entries in memory, notes what is appended, and lets a test hold appends back or have them fail.
final class CountingStorage: LedgerStorage {
    private struct State {
        var appends: [[LedgerEntry]] = []
        var failures: [any Error] = []
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    private let memory = InMemoryStorage()
    private let state = Locked(State())

    /// The batches that were appended.
    var appends: [[LedgerEntry]] { state.withLock { $0.appends } }

    /// The next appends throw these.
    func fail(with errors: any Error...) {
        state.withLock { $0.failures = errors }
    }

    /// Lets the next append wait until ``release()``.
    func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// Returns once an append is held.
    func waitForHeldAppend() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.held.isEmpty { state.arrivals.append(continuation) }
                return !state.held.isEmpty
            }
            if isHeld { continuation.resume() }
        }
    }

    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        held.forEach { $0.resume() }
    }

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try await memory.load(after: position)
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        if state.withLock({ $0.isHolding }) {
            await withCheckedContinuation { continuation in
                let arrivals = state.withLock { state in
                    state.held.append(continuation)
                    defer { state.arrivals = [] }
                    return state.arrivals
                }
                arrivals.forEach { $0.resume() }
            }
        }
        let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
        if let failure { throw failure }
        let end = try await memory.append(entries, after: position)
        if end != nil { state.withLock { $0.appends.append(entries) } }
        return end
    }
}
