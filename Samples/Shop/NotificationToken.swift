public import Foundation

/// Observes a notification for as long as the token lives.
public final class NotificationToken {
    private let token: any NSObjectProtocol

    /// - Parameter body: Called on the main actor: the SDK posts on the main queue.
    public init(_ name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { body() }
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }
}
