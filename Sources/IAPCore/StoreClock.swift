public import Foundation

/// What time it is, and a way to wait.
///
/// The SDK reads time nowhere else, so that tests and a simulated store can bring their own.
public protocol StoreClock: Sendable {
    /// The date that expiry and renewal are compared with.
    var now: Date { get }

    /// Returns once ``now`` has reached `date`, or at once when it has.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(until date: Date) async throws
}

/// The machine's clock.
public struct SystemClock: StoreClock {
    public init() {}

    public var now: Date { Date() }

    public func sleep(until date: Date) async throws {
        try Task.checkCancellation()
        // The wait is measured by another clock than the date, and one may be set.
        while case let interval = date.timeIntervalSince(now), interval > 0 {
            try await Task.sleep(for: .seconds(min(interval, 1_000_000_000)))
        }
    }
}

extension StoreClock where Self == SystemClock {
    /// The machine's clock.
    public static var system: SystemClock { SystemClock() }
}
