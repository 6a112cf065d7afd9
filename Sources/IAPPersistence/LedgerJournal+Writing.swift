import IAPCore

extension LedgerJournal {
    private static let largestBatch = 1_000

    /// Takes a decision and writes on the caller's own thread, while nobody else writes: to hand a commit to another
    /// task and back costs a good part of bringing it to the disk. Returns `nil`, having done nothing, when there is
    /// more to do than that.
    func commitAtOnce<Result: Sendable>(_ decision: (inout LedgerState) throws -> Result) throws -> Result? {
        guard let storage = storage as? any PromptStorage, beginAtOnce() else { return nil }
        defer { endAtOnce() }
        guard let (result, entries, position) = decideAtOnce(decision) else { return nil }
        if entries.isEmpty { return result }
        do {
            guard let end = try storage.appendAtOnce(entries, after: position) else {
                contents.withLock { $0.state.discard() }
                return nil
            }
            settle(at: end)
            return result
        } catch {
            throw giveUp(error)
        }
    }

    private func beginAtOnce() -> Bool {
        contents.withLock { contents in
            guard !contents.isWriting, !contents.mustLoad else { return false }
            contents.isWriting = true
            return true
        }
    }

    /// What came meanwhile shares an append.
    private func endAtOnce() {
        let hasMore = contents.withLock { contents in
            contents.isWriting = !contents.waiting.isEmpty || !contents.rewritings.isEmpty
            return contents.isWriting
        }
        if hasMore { Task { await writeAll() } }
    }

    /// `nil` for a refusal: what another ledger has written meanwhile may turn it into consent.
    private func decideAtOnce<Result: Sendable>(
        _ decision: (inout LedgerState) throws -> Result
    ) -> (Result, [LedgerEntry], LedgerPosition)? {
        contents.withLock { contents in
            guard let result = try? decision(&contents.state) else { return nil }
            return (result, contents.state.draft, contents.position)
        }
    }

    /// The draft has become durable.
    private func settle(at end: LedgerPosition) {
        let isNews = contents.withLock { contents in
            let before = contents.state.ownership.changeCount
            contents.state.commit()
            contents.position = end
            return contents.state.ownership.changeCount != before
        }
        if isNews { ownershipChanges.send(()) }
    }

    /// The draft could not be made durable.
    private func giveUp(_ error: any Error) -> IAPError {
        contents.withLock { contents in
            contents.state.discard()
            contents.mustLoad = true
        }
        return Self.storageError(error)
    }

    func enqueue(_ write: Write) {
        start { $0.waiting.append(write) }
    }

    func start(_ add: @Sendable (inout Contents) -> Void) {
        let isFirst = contents.withLock { contents in
            add(&contents)
            defer { contents.isWriting = true }
            return !contents.isWriting
        }
        // A task of its own: a caller's cancellation must not reach an append that others share.
        if isFirst { Task { await writeAll() } }
    }

    private func writeAll() async {
        while let batch = nextBatch() {
            for rewriting in nextRewritings() { await rewriting() }
            guard !batch.isEmpty else { continue }
            do {
                let answers = try await write(batch)
                for answer in answers { answer.deliver() }
            } catch {
                let error = giveUp(error)
                for write in batch { write.fail(error) }
            }
        }
    }

    private func nextBatch() -> [Write]? {
        contents.withLock { contents in
            guard !contents.waiting.isEmpty || !contents.rewritings.isEmpty else {
                contents.isWriting = false
                return nil
            }
            let batch = Array(contents.waiting.prefix(Self.largestBatch))
            contents.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func nextRewritings() -> [@Sendable () async -> Void] {
        contents.withLock { contents in
            defer { contents.rewritings = [] }
            return contents.rewritings
        }
    }

    private func write(_ batch: [Write]) async throws -> [Answer] {
        var mustLoad = contents.withLock { $0.mustLoad } || batch.contains { $0.mustLoad }
        var isFresh = false
        var fruitlessLoads = 0
        while true {
            if mustLoad {
                let hasNews = try await load()
                fruitlessLoads = hasNews ? 0 : fruitlessLoads + 1
                isFresh = true
                mustLoad = false
            }
            let (answers, entries, position) = decide(batch)
            if entries.isEmpty {
                // What another ledger has written meanwhile may turn a refusal into consent.
                if isFresh || !answers.contains(where: \.isRefusal) { return answers }
                mustLoad = true
            } else if let end = try await storage.append(entries, after: position) {
                settle(at: end)
                return answers
            } else {
                contents.withLock { $0.state.discard() }
                guard fruitlessLoads < 3 else { throw Self.deafStorage }
                mustLoad = true
            }
        }
    }

    private func decide(_ batch: [Write]) -> ([Answer], [LedgerEntry], LedgerPosition) {
        contents.withLock { contents in
            let answers = batch.map { $0.decide(&contents.state) }
            return (answers, contents.state.draft, contents.position)
        }
    }
}
