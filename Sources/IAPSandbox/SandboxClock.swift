public import Foundation
public import IAPCore

/// A simulated App Store's time: another clock's, plus what the store was advanced by.
///
/// A `ManualClock` is moved itself. Any other clock stays as it is: this one runs at its pace, ahead of it, and never
/// goes back. When the other clock is set back, this one goes on from where it was last read, and no task sleeps longer
/// because of it.
public final class SandboxClock: StoreClock {
    private struct State {
        var now: Date
        /// How far this clock is ahead of the other one.
        var lead: TimeInterval = 0
        var sleeperCount = 0
        /// Fulfilled when the lead changes.
        var move = Promise<Void>()

        /// Goes to a date, while the other clock shows `reading`.
        ///
        /// - Returns: What the tasks wait for that sleep by the earlier lead.
        mutating func move(to date: Date, _ reading: Date) -> Promise<Void> {
            now = date
            lead = date.timeIntervalSince(reading)
            defer { move = Promise() }
            return move
        }
    }

    private let other: any StoreClock
    private let state: Locked<State>

    init(_ other: some StoreClock) {
        self.other = other
        state = Locked(State(now: other.now))
    }

    private var manual: ManualClock? { other as? ManualClock }

    public var now: Date {
        let reading = other.now
        if manual != nil { return reading }
        let (now, move) = state.withLock { state -> (Date, Promise<Void>?) in
            let date = min(reading.addingTimeInterval(state.lead), .distantFuture)
            // Of two threads, the later one to come may have read earlier; that is no clock that was set back.
            if date < state.now.addingTimeInterval(-1) { return (state.now, state.move(to: state.now, reading)) }
            state.now = max(state.now, date)
            return (state.now, nil)
        }
        move?.fulfill(.success(()))
        return now
    }

    /// How many tasks sleep. A test waits for it before it advances.
    public var sleeperCount: Int { manual?.sleeperCount ?? state.withLock { $0.sleeperCount } }

    /// Moves the clock, and wakes the tasks that slept until a date up to `date`. A date that is not a number changes
    /// nothing; one beyond `Date.distantFuture` counts as that. A date in the past moves a `ManualClock` back, and no
    /// other clock.
    public func advance(to date: Date) {
        if let manual { return manual.advance(to: date) }
        let date = min(date, .distantFuture)
        guard date > now else { return }
        let reading = other.now
        state.withLock { $0.move(to: max($0.now, date), reading) }.fulfill(.success(()))
    }

    /// Moves the clock by a number of seconds.
    public func advance(by interval: TimeInterval) {
        advance(to: now.addingTimeInterval(interval))
    }

    public func sleep(until date: Date) async throws {
        if let manual { return try await manual.sleep(until: date) }
        try Task.checkCancellation()
        state.withLock { $0.sleeperCount += 1 }
        defer { state.withLock { $0.sleeperCount -= 1 } }
        while true {
            // Before the time is read, so that no move is missed.
            let move = state.withLock { $0.move }
            let rest = date.timeIntervalSince(now)
            guard rest > 0 else { return }
            let hasPassed = try await withThrowingTaskGroup(of: Bool.self) { [other] group in
                group.addTask {
                    try await other.sleep(for: .seconds(rest))
                    return true
                }
                group.addTask {
                    try await move.value()
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
            // Also when the other clock was set back in between.
            if hasPassed { advance(to: date) }
        }
    }

    public func sleep(for duration: Duration) async throws {
        if let manual { return try await manual.sleep(for: duration) }
        try await sleep(until: now.addingTimeInterval(duration / .seconds(1)))
    }
}
