import IAPCore

extension LedgerJournal {
    func compact() async throws {
        guard let storage = storage as? any RewritableLedgerStorage else { throw Self.fixedStorage }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            start { contents in
                contents.rewritings.append {
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

    /// While nothing else is written from here.
    private func rewrite(_ storage: any RewritableLedgerStorage) async throws {
        // What is known of the state's own environment is not all that the storage keeps.
        var page = try await storage.load(after: .start)
        while true {
            note(page.repairs)
            guard !page.entries.isEmpty || isEmpty else { throw Self.lostLedger }
            if environment == nil, LedgerEntry.environments(of: page.entries).count > 1 {
                throw Self.severalEnvironments
            }
            let compacted = LedgerEntry.compacted(page.entries)
            guard compacted.count < page.entries.count else { return }
            if let end = try await storage.replace(with: compacted, after: page.end) {
                contents.withLock { contents in
                    contents.state = contents.state.emptied
                    contents.state.apply(compacted)
                    contents.position = end
                    contents.mustLoad = false
                }
                ownershipChanges.send(())
                return
            }
            let news = try await storage.load(after: .start)
            guard news.end != page.end else { throw Self.deafStorage }
            page = news
        }
    }
}
