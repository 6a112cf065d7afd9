public import Foundation

/// What time it is, and a way to wait.
///
/// The SDK reads time nowhere else, so that tests and a simulated store can bring their own.
public protocol StoreClock: Sendable {
    /// The date that expiry and renewal are compared with.
    ///
    /// A ledger reads it under its lock. It must not call the ledger, nor wait for anything that might.
    var now: Date { get }

    /// Returns once ``now`` has reached `date`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(until date: Date) async throws

    /// Returns once an amount of time has passed. Timeouts use it, because a device's date can be set.
    ///
    /// The default returns once ``now`` is later by as much, which is right for a clock whose date cannot be set.
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
    /// Practically for ever, and within the range of every system's clock.
    private static let longestSleep = Duration.seconds(1_000_000_000)

    package init() {}

    public var now: Date { Date() }

    public func sleep(until date: Date) async throws {
        try Task.checkCancellation()
        // The system's clock that measures the wait is another one than the date's, which may be set.
        while case let interval = date.timeIntervalSince(now), interval > 0 {
            try await sleep(for: .seconds(interval))
        }
    }

    /// Measures the time that passes, whatever the date is set to.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: min(max(duration, .zero), Self.longestSleep))
    }
}

extension StoreClock where Self == SystemClock {
    /// The machine's clock.
    public static var system: SystemClock { SystemClock() }
}
