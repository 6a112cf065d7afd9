import IAPCore

/// Entries that have become durable, or were found in the storage, and count from now on.
package struct LedgerChange: Sendable {
    package let entries: [LedgerEntry]
    /// Whether this ledger wrote them; otherwise another one did.
    package let isOwn: Bool
    /// Whether `entries` are all there are, in place of those before.
    package let startsOver: Bool

    init(entries: [LedgerEntry], isOwn: Bool, startsOver: Bool = false) {
        self.entries = entries
        self.isOwn = isOwn
        self.startsOver = startsOver
    }
}

extension Ledger {
    /// A new stream of what counts from now on, whoever wrote it, in order. When it tells of a change, the ledger answers
    /// accordingly. It ends with the ledger.
    package func changes() -> AsyncStream<LedgerChange> {
        journal.changes.stream { $0 }
    }
}
