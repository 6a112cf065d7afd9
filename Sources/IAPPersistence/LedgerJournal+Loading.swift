import IAPCore

extension LedgerJournal {
    /// Whether the state is known to be all that the storage holds.
    var isUpToDate: Bool {
        let (position, mustLoad) = contents.withLock { ($0.position, $0.mustLoad) }
        return !mustLoad && (storage as? any PromptStorage)?.isEnd(position) == true
    }

    /// Folds what is new in the storage. Returns whether anything was.
    func load() async throws -> Bool {
        let position = contents.withLock { $0.position }
        let page = try await storage.load(after: position)
        note(page.repairs)
        guard !page.startsOver || position == .start || !page.entries.isEmpty || isEmpty else { throw Self.lostLedger }
        if page.startsOver && position != .start {
            log(IAPLogEvent(.warning, "The ledger was compacted or replaced by another. What it holds now counts."))
        }
        contents.withLock { contents in
            if page.startsOver { contents.state = contents.state.emptied }
            contents.state.apply(page.entries)
            contents.position = page.end
            contents.mustLoad = false
        }
        if page.startsOver || !page.entries.isEmpty { ownershipChanges.send(()) }
        return page.startsOver || !page.entries.isEmpty || page.end != position
    }

    func note(_ repairs: [IAPError]) {
        guard !repairs.isEmpty else { return }
        for repair in repairs { log(IAPLogEvent(.warning, "\(repair)")) }
        contents.withLock { $0.repairs += repairs }
    }
}
