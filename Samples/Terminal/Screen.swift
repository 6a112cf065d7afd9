public import Foundation

/// The screen of a sample's view controller: alerts and an activity indicator, like those of UIKit.
///
/// The terminal shows the alerts at the end of the command that led to them, or at once when no command runs.
@MainActor
public final class Screen {
    public enum Alert {
        case text(String, Style.Role)
        case error(any Error)
    }

    /// The language of the customer.
    public var locale = Locale.current
    /// Shows alerts and labels, unless a command runs, which will show them.
    public var display: () -> Void = {}
    private var alerts: [Alert] = []
    private var isActive = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init() {}

    public func alert(_ text: String, _ role: Style.Role = .good) {
        alerts.append(.text(text, role))
        display()
    }

    public func alert(_ error: any Error) {
        alerts.append(.error(error))
        display()
    }

    /// Shows the labels again.
    public func setNeedsDisplay() {
        display()
    }

    public func startActivity() {
        isActive = true
    }

    public func stopActivity() {
        isActive = false
        let waiting = waiting
        self.waiting = []
        waiting.forEach { $0.resume() }
    }

    /// Returns when the activity indicator has stopped.
    public func activityStopped() async {
        guard isActive else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns the alerts since the last call.
    public func takeAlerts() -> [Alert] {
        defer { alerts = [] }
        return alerts
    }
}
