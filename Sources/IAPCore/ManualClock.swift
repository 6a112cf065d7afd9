public import Foundation

/// A clock that is moved by hand: it stands still until it is advanced.
///
/// The virtual time of the simulated App Store, and of tests. Sleepers wake in the order of their dates.
///
/// One that is made with ``init(following:)`` also goes on by itself, at the pace of another clock.
public final class ManualClock: StoreClock {
    private struct Sleeper {
        let date: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        /// How far this clock is ahead of the one that it follows.
        var lead: TimeInterval = 0
        var nextSleeper = 0
        var sleepers: [Int: Sleeper] = [:]

        /// - Returns: Whoever slept, by date, no longer among the sleepers.
        mutating func wakeSleepers(upTo date: Date = .distantFuture) -> [Sleeper] {
            let due = sleepers.filter { $0.value.date <= date }
            due.keys.forEach { sleepers[$0] = nil }
            return due.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }.map(\.value)
        }

        /// Goes on to where the other clock leads.
        ///
        /// - Returns: Who waits for a date of the other clock that is no longer the right one.
        mutating func follow(_ reading: Date) -> [Sleeper] {
            let date = min(reading.addingTimeInterval(lead), .distantFuture)
            // Of two threads, the later one to come may have read earlier; that is no clock that was set back.
            guard date < now.addingTimeInterval(-1) else {
                now = max(now, date)
                return []
            }
            lead = now.timeIntervalSince(reading)
            return wakeSleepers()
        }
    }

    private let followed: (any StoreClock)?
    private let state: Locked<State>

    /// - Parameter now: Where the clock stands at first. By default 1 January 2025, 00:00 UTC.
    public init(now: Date = Date(timeIntervalSince1970: 1_735_689_600)) {
        followed = nil
        state = Locked(State(now: now.onClock))
    }

    /// Makes a clock that goes as another one does, from that one's date on. Advanced besides, it goes on from there.
    ///
    /// When the other clock is set back, this one goes on from where it was last seen: only ``advance(to:)`` moves it
    /// back. Who sleeps until a date sleeps no longer for that than the time until it takes to pass.
    public init(following other: some StoreClock) {
        followed = other
        state = Locked(State(now: other.now.onClock))
    }

    /// Whether it follows another one.
    package var goesByItself: Bool { followed != nil }

    public var now: Date {
        guard let reading = followed?.now else { return state.withLock { $0.now } }
        let (now, woken) = state.withLock { state in
            let woken = state.follow(reading)
            return (state.now, woken)
        }
        woken.forEach { $0.continuation.resume() }
        return now
    }

    /// How many tasks sleep. A test waits for it before it advances.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock, back as well, and wakes whoever waited for a date up to `date`. A date that is not a number
    /// changes nothing; one beyond `Date.distantFuture` counts as that.
    public func advance(to date: Date) {
        guard !date.timeIntervalSinceReferenceDate.isNaN else { return }
        let date = date.onClock
        let reading = followed?.now
        let woken = state.withLock { state in
            state.now = date
            guard let reading else { return state.wakeSleepers(upTo: date) }
            state.lead = date.timeIntervalSince(reading)
            // The others have to wait for another date of the clock that is followed.
            return state.wakeSleepers()
        }
        woken.forEach { $0.continuation.resume() }
    }

    /// Moves the clock by a number of seconds.
    public func advance(by interval: TimeInterval) {
        advance(to: now.addingTimeInterval(interval))
    }

    public func sleep(until date: Date) async throws {
        guard let followed, !date.timeIntervalSinceReferenceDate.isNaN else {
            return try await sleepUntilWoken(at: date, lead: 0)
        }
        while !reaches(date) {
            // Whichever is first: the other clock gets there, somebody moves this one, or as much time has passed.
            let (now, lead) = state.withLock { ($0.now, $0.lead) }
            let hasPassed = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await self.sleepUntilWoken(at: date, lead: lead)
                    return false
                }
                group.addTask {
                    try await followed.sleep(until: date.addingTimeInterval(-lead - Self.tolerance / 2))
                    return false
                }
                group.addTask {
                    try await followed.sleep(for: .seconds(date.timeIntervalSince(now)))
                    return true
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
            if hasPassed { goOn(to: date, unlessMovedFrom: lead, followed) }
        }
    }

    /// Comes to a date because the time until it has passed, where the other clock, which was set back, does not say
    /// so.
    private func goOn(to date: Date, unlessMovedFrom lead: TimeInterval, _ followed: any StoreClock) {
        let reading = followed.now
        let woken: [Sleeper] = state.withLock { state in
            guard state.lead == lead, reading.addingTimeInterval(lead) < date.addingTimeInterval(-Self.tolerance) else {
                return []
            }
            state.now = max(state.now, date)
            state.lead = state.now.timeIntervalSince(reading)
            return state.wakeSleepers()
        }
        woken.forEach { $0.continuation.resume() }
    }

    /// Dates are binary fractions: a difference of two, added to one, may miss the other by a hair.
    private static let tolerance: TimeInterval = 0.001

    /// Whether the clock has come to a date; it goes there if that is a hair away.
    private func reaches(_ date: Date) -> Bool {
        guard now >= date.addingTimeInterval(-Self.tolerance) else { return false }
        state.withLock { $0.now = max($0.now, date) }
        return true
    }

    /// - Parameter lead: What is known of it; another one wakes the sleeper.
    private func sleepUntilWoken(at date: Date, lead: TimeInterval) async throws {
        let identifier = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation that came before this lock found no sleeper to end.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if date <= state.now || lead != state.lead { return .success(()) }
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
    /// Nearest to it of the dates that a clock shows.
    fileprivate var onClock: Date {
        timeIntervalSinceReferenceDate.isNaN ? .distantPast : min(max(self, .distantPast), .distantFuture)
    }
}
