import IAPCore

extension LedgerJournal {
    private static let largestBatch = 1_000

    func start(_ add: @Sendable (inout Contents) -> Void) {
        let isFirst = contents.withLock { contents in
            add(&contents)
            defer { contents.isWriting = true }
            return !contents.isWriting
        }
        if isFirst { Task { await writeAll() } }
    }

    private func writeAll() async {
        while let (compactions, batch) = next() {
            for compact in compactions { await compact() }
            guard !batch.isEmpty else { continue }
            do {
                let answers = try await write(batch)
                for answer in answers { answer.deliver() }
                await compactIfGrown()
            } catch {
                contents.withLock { contents in
                    contents.state.discard()
                    contents.mustLoad = true
                }
                let error = Self.storageError(error)
                for write in batch { write.fail(error) }
            }
        }
    }

    private func next() -> (compactions: [@Sendable () async -> Void], batch: [Write])? {
        contents.withLock { contents in
            contents.isWriting = !contents.waiting.isEmpty || !contents.compactions.isEmpty
            guard contents.isWriting else { return nil }
            let batch = Array(contents.waiting.prefix(Self.largestBatch))
            contents.waiting.removeFirst(batch.count)
            defer { contents.compactions = [] }
            return (contents.compactions, batch)
        }
    }

    private func write(_ batch: [Write]) async throws -> [Answer] {
        var mustLoad = contents.withLock { $0.mustLoad } || batch.contains { $0.mustLoad }
        var isFresh = false
        var fruitlessLoads = 0
        while true {
            if mustLoad {
                let hasChanged = try await load()
                fruitlessLoads = hasChanged ? 0 : fruitlessLoads + 1
                isFresh = true
                mustLoad = false
            }
            let (answers, entries, position) = contents.withLock { contents in
                let answers = batch.map { $0.decide(&contents.state) }
                return (answers, contents.state.pending, contents.position)
            }
            if entries.isEmpty {
                // What another ledger has written meanwhile may turn a refusal into consent.
                if isFresh || !answers.contains(where: \.isRefusal) { return answers }
                mustLoad = true
            } else if let end = try await storage.append(entries, after: position) {
                settle(at: end)
                return answers
            } else {
                contents.withLock { $0.state.discard() }
                guard fruitlessLoads < 3 else { throw Self.contradictoryStorage }
                mustLoad = true
            }
        }
    }

    /// The pending entries have become durable.
    private func settle(at end: LedgerPosition) {
        let hasChanged = contents.withLock { contents in
            let before = contents.state.ownership.changeCount
            contents.state.commit()
            contents.position = end
            return contents.state.ownership.changeCount != before
        }
        if hasChanged { ownershipChanges.send(()) }
    }
}
