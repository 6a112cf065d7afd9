/// A call of a ``StoreConnection`` that can fail.
public struct ConnectionCall: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let products = ConnectionCall(rawValue: "products")
    public static let submit = ConnectionCall(rawValue: "submit")
    public static let finish = ConnectionCall(rawValue: "finish")
    public static let restoreCompletedTransactions = ConnectionCall(rawValue: "restoreCompletedTransactions")
    public static let currentTransactions = ConnectionCall(rawValue: "currentTransactions")
    public static let present = ConnectionCall(rawValue: "present")
}

/// How a call of a ``FaultyConnection`` fails.
public enum ConnectionFault: Hashable, Sendable {
    /// It throws, and nothing has happened.
    case refused
    /// It takes effect, and throws then: as when the network breaks before the answer. A connection should not do so
    /// with a payment, of which a throw says that nothing follows; one over a network may.
    case answerLost
    /// It waits for ``FaultyConnection/release()``, and goes on then. Cancelling the caller's task ends the wait.
    case held
}

/// What becomes of a transaction on its way through the updates of a ``FaultyConnection``.
public enum UpdateFault: Hashable, Sendable {
    /// It is not told. Unfinished, it comes again with the next reader of the updates, as after a relaunch.
    case lost
    /// It is told so many times more, at once.
    case repeated(times: Int = 1)
    /// It is told behind so many later transactions, or at ``FaultyConnection/release()``.
    case late(by: Int)
}
