import IAPCore

/// A ledger's state and its way to the storage.
///
/// Writes share appends (group commit): while one append is under way, further decisions wait; then they are taken one
/// after the other, each seeing what the ones before it drafted, and go to the storage together. All of them become
/// durable or none does, and only then does any caller hear of it, or any reader see it.
final class LedgerJournal: Sendable {
    private struct Contents: Sendable {
        var state: LedgerState
        var position = LedgerPosition.start
        var repairs: [IAPError] = []
        var waiting: [Write] = []
        /// Rewritings of the storage, which go before the writes that wait.
        var rewritings: [@Sendable () async -> Void] = []
        /// Whether a task is taking care of what waits.
        var isWriting = false
        /// Whether the storage may hold more than the state, or other than it: at first, and after a failure.
        var mustLoad = true
    }

    /// One caller's wish.
    private struct Write: Sendable {
        let mustLoad: Bool
        let decide: @Sendable (inout LedgerState) -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    private struct Answer: Sendable {
        let isRefusal: Bool
        let deliver: @Sendable () -> Void
    }

    private static let largestBatch = 1_000

    private let storage: any LedgerStorage
    private let environment: PaymentTransaction.Environment?
    private let log: IAPLogEvent.Handler
    private let contents: Locked<Contents>
    /// Tells that who owns what may have changed, once the state says so.
    let ownershipChanges = Broadcast<Void>()

    init(storage: any LedgerStorage, empty: LedgerState, log: @escaping IAPLogEvent.Handler) {
        self.storage = storage
        environment = empty.environment
        self.log = log
        contents = Locked(Contents(state: empty))
    }

    /// Reads the committed state. Inlined, so that nothing of it is copied for a question.
    @inline(__always)
    func read<Result: Sendable>(_ body: (LedgerState) -> Result) -> Result {
        contents.withLock { body($0.state) }
    }

    func signIn(_ account: String?) -> Bool {
        let (isOther, isNews) = contents.withLock { contents in
            let earlier = contents.state.view
            return (contents.state.signIn(account), contents.state.view != earlier)
        }
        // Whoever follows what the customer has looks again.
        if isNews { ownershipChanges.send(()) }
        return isOther
    }

    private var isEmpty: Bool { contents.withLock { $0.state.entries.isEmpty } }

    var waitingWriteCount: Int { contents.withLock { $0.waiting.count } }

    var repairs: [IAPError] { contents.withLock { $0.repairs } }

    /// Takes a decision and makes the entries durable that it appends to the state; none, if nothing is to be done.
    ///
    /// `decision` may be taken several times, on states ever newer. It throws before it appends, if at all.
    ///
    /// - Parameter mustLoad: Whether to ask the storage for news first.
    func commit<Result: Sendable>(
        mustLoad: Bool = false,
        _ decision: @escaping @Sendable (inout LedgerState) throws -> Result
    ) async throws -> Result {
        if !mustLoad, let result = try commitAtOnce(decision) { return result }
        return try await withCheckedThrowingContinuation { continuation in
            let write = Write(mustLoad: mustLoad) { state in
                do {
                    let result = try decision(&state)
                    return Answer(isRefusal: false) { continuation.resume(returning: result) }
                } catch {
                    return Answer(isRefusal: true) { continuation.resume(throwing: error) }
                }
            } fail: { error in
                continuation.resume(throwing: error)
            }
            enqueue(write)
        }
    }

    // MARK: Writing

    /// Takes a decision and writes on the caller's own thread, while nobody else writes: to hand a commit to another task
    /// and back costs a good part of bringing it to the disk. Returns `nil`, having done nothing, when there is more to do
    /// than that.
    private func commitAtOnce<Result: Sendable>(_ decision: (inout LedgerState) throws -> Result) throws -> Result? {
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

    private func enqueue(_ write: Write) {
        start { $0.waiting.append(write) }
    }

    private func start(_ add: @Sendable (inout Contents) -> Void) {
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

    // MARK: Reading

    /// Whether the state is known to be all that the storage holds.
    var isUpToDate: Bool {
        let (position, mustLoad) = contents.withLock { ($0.position, $0.mustLoad) }
        return !mustLoad && (storage as? any PromptStorage)?.isEnd(position) == true
    }

    /// Folds what is new in the storage. Returns whether anything was.
    private func load() async throws -> Bool {
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

    private func note(_ repairs: [IAPError]) {
        guard !repairs.isEmpty else { return }
        for repair in repairs { log(IAPLogEvent(.warning, "\(repair)")) }
        contents.withLock { $0.repairs += repairs }
    }

    // MARK: Compacting

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

    // MARK: Errors

    private static func storageError(_ error: any Error) -> IAPError {
        error as? IAPError
            ?? IAPError(
                .storageFailed,
                "The ledger's storage failed. Nothing of this write counts; find the cause in the underlying error.",
                underlying: error
            )
    }

    private static let lostLedger = IAPError(
        .storageFailed,
        "The ledger is gone from its storage while it is open. Nothing new is recorded, so that what is in memory is not "
            + "taken for all there is. Bring it back, or open the store anew to begin with nothing."
    )

    private static let fixedStorage = IAPError(
        .invalidAction,
        "The ledger's storage cannot write its ledger anew, so it cannot be compacted. Nothing was changed. Conform the storage "
            + "to RewritableLedgerStorage, or keep the ledger in one that does, such as JSONFileStorage."
    )

    private static let severalEnvironments = IAPError(
        .invalidAction,
        "The ledger holds purchases of several environments and is open for none of them, so that they could not be told "
            + "apart when it is compacted. Nothing was changed. Open it for the store's environment."
    )

    private static let deafStorage = IAPError(
        .storageFailed,
        "The ledger's storage takes no entries at the position that it calls its end. Hold it to LedgerStorageSuite."
    )
}
