import Dispatch
import IAPCore

/// A call's way through waiting for a lock that another process may never give back.
///
/// It waits, runs, perhaps waits again, and is over; while it waits, and only then, its time may run out. Then its caller
/// is told so, and the call, which cannot be called off, does nothing once it has the lock.
final class Turn: Sendable {
    private enum Phase {
        case waiting, running, over
    }

    private struct State {
        var phase = Phase.waiting
        var isTimed = false
        var isOverdue = false
    }

    private let state = Locked(State())
    private let timeout: Duration
    private let refuse: @Sendable (IAPError) -> Void
    /// What the caller is told when time has run out.
    let refusal: IAPError

    init(timeout: Duration, refusal: IAPError, refuse: @escaping @Sendable (IAPError) -> Void) {
        self.timeout = timeout
        self.refusal = refusal
        self.refuse = refuse
    }

    /// Goes on. Returns `false` when it was too late.
    func begin() -> Bool {
        state.withLock { state in
            if state.phase == .waiting { state.phase = .running }
            return state.phase == .running
        }
    }

    /// Begins to wait, having done nothing yet.
    ///
    /// - Throws: ``refusal`` when time has run out; then the call is to end with it.
    func wait() throws {
        let isOverdue = state.withLock { state in
            if !state.isOverdue, timeout > .zero { state.phase = .waiting }
            return state.phase != .waiting
        }
        if isOverdue { throw refusal }
        startTimer()
    }

    /// Counts the time from now on, if it does not yet.
    func startTimer() {
        let isFirst = state.withLock { state in
            defer { state.isTimed = true }
            return !state.isTimed
        }
        guard isFirst else { return }
        let (seconds, attoseconds) = timeout.components
        // Years are as good as no end.
        let nanoseconds = min(seconds, 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
        let deadline = DispatchTime.now() + .nanoseconds(Int(max(0, nanoseconds)))
        DispatchQueue.global().asyncAfter(deadline: deadline) { self.runOut() }
    }

    /// Whether the call's result is to be told.
    func end() -> Bool {
        state.withLock { state in
            defer { state.phase = .over }
            return state.phase == .running
        }
    }

    private func runOut() {
        let isRefused = state.withLock { state in
            state.isOverdue = true
            guard state.phase == .waiting else { return false }
            state.phase = .over
            return true
        }
        if isRefused { refuse(refusal) }
    }
}
