import IAPCore

extension LedgerJournal {
    func compact() async throws {
        guard let storage = storage as? any RewritableLedgerStorage else { throw Self.fixedStorage }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            start { contents in
                contents.compactions.append {
                    do {
                        continuation.resume(returning: try await self.rewrite(storage))
                    } catch {
                        self.contents.withLock { $0.mustLoad = true }
                        continuation.resume(throwing: Self.storageError(error))
                    }
                }
            }
        }
    }

    /// Compacts a ledger that has grown beyond its threshold. No caller waits for it, but for writes that come meanwhile.
    func compactIfGrown() async {
        let (count, threshold) = contents.withLock { ($0.state.entries.count, $0.compactionThreshold) }
        guard let threshold, count > threshold, let storage = storage as? any RewritableLedgerStorage else { return }
        do {
            try await rewrite(storage)
        } catch {
            contents.withLock { $0.mustLoad = true }
            log(IAPLogEvent(.warning, "The ledger has grown to \(count) entries and could not be compacted: \(error)"))
        }
        // One that cannot become much shorter is not written anew at each commit, nor is a full disk tried again then.
        contents.withLock { $0.compactionThreshold = max(threshold, 2 * $0.state.entries.count) }
    }

    /// While nothing else is written from here.
    private func rewrite(_ storage: any RewritableLedgerStorage) async throws {
        // What is known of the state's own environment is not all that the storage keeps.
        var all = try await storage.load(after: .start)
        while true {
            report(all.recoveryReport)
            guard !all.entries.isEmpty || isEmpty else { throw Self.lostLedger }
            if environment == nil, LedgerEntry.environments(of: all.entries).count > 1 {
                throw Self.severalEnvironments
            }
            let compacted = LedgerEntry.compacted(all.entries)
            guard compacted.count < all.entries.count else { return }
            if let end = try await storage.replace(with: compacted, after: all.end) {
                contents.withLock { contents in
                    contents.state = contents.state.emptied
                    contents.state.apply(compacted)
                    contents.position = end
                    contents.mustLoad = false
                }
                ownershipChanges.send(())
                return
            }
            let later = try await storage.load(after: .start)
            guard later.end != all.end else { throw Self.contradictoryStorage }
            all = later
        }
    }
}
