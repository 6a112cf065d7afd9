public import Foundation

/// A clock that is moved by hand: it stands still until it is advanced.
///
/// The virtual time of the simulated App Store, and of tests. Sleepers wake in the order of their dates.
public final class ManualClock: StoreClock {
    private struct Sleeper {
        let date: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var nextSleeper = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state: Locked<State>

    /// - Parameter now: What the clock shows at first. By default 1 January 2025, 00:00 UTC.
    public init(now: Date = Date(timeIntervalSince1970: 1_735_689_600)) {
        state = Locked(State(now: now.onClock))
    }

    public var now: Date { state.withLock { $0.now } }

    /// How many tasks sleep. A test waits for it before it advances.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock, back as well, and wakes the tasks that slept until a date up to `date`. A date that is not a
    /// number changes nothing; one beyond `Date.distantFuture` counts as that.
    public func advance(to date: Date) {
        guard !date.timeIntervalSinceReferenceDate.isNaN else { return }
        let date = date.onClock
        let woken = state.withLock { state in
            state.now = date
            let due = state.sleepers.filter { $0.value.date <= date }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }.map(\.value)
        }
        woken.forEach { $0.continuation.resume() }
    }

    /// Moves the clock by a number of seconds.
    public func advance(by interval: TimeInterval) {
        advance(to: now.addingTimeInterval(interval))
    }

    public func sleep(until date: Date) async throws {
        let identifier = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation that came before this lock found no sleeper to end.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if date <= state.now { return .success(()) }
                    state.sleepers[identifier] = Sleeper(date: date, continuation: continuation)
                    return nil
                }
                if let ended { continuation.resume(with: ended) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: identifier) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension Date {
    /// The nearest of the dates that a clock shows.
    fileprivate var onClock: Date {
        timeIntervalSinceReferenceDate.isNaN ? .distantPast : min(max(self, .distantPast), .distantFuture)
    }
}
