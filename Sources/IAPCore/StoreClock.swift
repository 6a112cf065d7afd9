public import Foundation

/// What time it is, and a way to wait.
///
/// The SDK reads time nowhere else, so that tests and a simulated store can bring their own.
public protocol StoreClock: Sendable {
    /// The date that expiry and renewal are compared with.
    ///
    /// A ledger asks for it while it is locked, and so it must not call back into the ledger, nor wait for anybody who
    /// might.
    var now: Date { get }

    /// Returns once ``now`` has reached `date`, or at once when it has.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(until date: Date) async throws

    /// Returns once a time has passed, which is how timeouts wait: a date can be set, and then it comes early, late or
    /// never.
    ///
    /// By default, returns once ``now`` is later by as much: right for a clock that nobody sets.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(for duration: Duration) async throws
}

extension StoreClock {
    public func sleep(for duration: Duration) async throws {
        try await sleep(until: now.addingTimeInterval(duration / .seconds(1)))
    }
}

/// The machine's clock.
public struct SystemClock: StoreClock {
    /// As good as for ever, and short enough for every system's own clock.
    private static let longestSleep = Duration.seconds(1_000_000_000)

    package init() {}

    public var now: Date { Date() }

    public func sleep(until date: Date) async throws {
        try Task.checkCancellation()
        // The wait is measured by another clock than the date, and one may be set.
        while case let interval = date.timeIntervalSince(now), interval > 0 {
            try await sleep(for: .seconds(interval))
        }
    }

    /// By the time that passes, whatever the date is set to.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: min(max(duration, .zero), Self.longestSleep))
    }
}

extension StoreClock where Self == SystemClock {
    /// The machine's clock.
    public static var system: SystemClock { SystemClock() }
}
