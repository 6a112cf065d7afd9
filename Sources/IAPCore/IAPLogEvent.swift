/// A line for a developer's log.
public struct IAPLogEvent: Sendable, Hashable {
    /// Where log events go. Called on any thread; must not call back into the SDK.
    public typealias Handler = @Sendable (IAPLogEvent) -> Void

    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        case debug, info, warning, error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    public let level: Level
    public let message: String

    /// Makes a line of a log, for an app's tests of its own handler.
    public init(_ level: Level, _ message: String) {
        self.level = level
        self.message = message
    }
}
