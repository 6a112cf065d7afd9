import IAPCore

extension LedgerJournal {
    /// Folds what is new in the storage. Returns whether anything was.
    func load() async throws -> Bool {
        let position = contents.withLock { $0.position }
        let batch = try await storage.load(after: position)
        report(batch.recoveryReport)
        guard !batch.startsOver || position == .start || !batch.entries.isEmpty || isEmpty else {
            throw Self.lostLedger
        }
        if batch.startsOver && position != .start {
            log(IAPLogEvent(.warning, "The ledger was compacted or replaced by another. What it holds now counts."))
        }
        contents.withLock { contents in
            if batch.startsOver { contents.state = contents.state.emptied }
            contents.state.apply(batch.entries)
            contents.position = batch.end
            contents.mustLoad = false
        }
        if batch.startsOver || !batch.entries.isEmpty { ownershipChanges.send(()) }
        return batch.startsOver || !batch.entries.isEmpty || batch.end != position
    }

    func report(_ recovered: [IAPError]) {
        guard !recovered.isEmpty else { return }
        for error in recovered { log(IAPLogEvent(.warning, "\(error)")) }
        contents.withLock { $0.recoveryReport += recovered }
    }
}
