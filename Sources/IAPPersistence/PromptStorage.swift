/// A storage that often need not let its caller wait for more than the medium itself.
protocol PromptStorage: LedgerStorage {
    /// The same as ``LedgerStorage/append(_:after:)`` on the caller's own thread; returns `nil` and adds nothing as
    /// well when it would have to wait for somebody else.
    func appendAtOnce(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition?

    /// Whether a position is the end; `nil` when that takes more than a look.
    func isEnd(_ position: LedgerPosition) -> Bool?
}

extension PromptStorage {
    func isEnd(_ position: LedgerPosition) -> Bool? { nil }
}
