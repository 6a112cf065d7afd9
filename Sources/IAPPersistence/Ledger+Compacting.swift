extension Ledger {
    /// Writes the ledger anew, as the fewest entries that come to the same: a record for each transaction, and the
    /// balances.
    ///
    /// Nothing that the ledger answers changes, but for ``history``: what came to the present state, such as what
    /// credits were spent on, is forgotten. Other ledgers on the same storage go on with the new one. Nothing is
    /// written when nothing would become shorter.
    ///
    /// A ledger is not compacted by itself unless it was opened with a `compactionThreshold`, since the history is the
    /// app's to keep. One of some thousand entries opens in a few milliseconds.
    ///
    /// - Throws: ``IAPError`` with code `invalidAction` when the storage cannot write its ledger anew
    ///   (``RewritableLedgerStorage``), or when the ledger holds several environments and is open for none of them;
    ///   `ledgerDamaged`, `ledgerVersionUnsupported` or `storageFailed`. The ledger is as it was then.
    public func compact() async throws {
        try await journal.compact()
    }
}
