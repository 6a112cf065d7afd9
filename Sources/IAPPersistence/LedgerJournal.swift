import IAPCore

/// A ledger's state and its way to the storage.
///
/// Writes share appends (group commit): while one append is under way, further decisions wait; then they are taken one
/// after the other, each seeing what the ones before it appended to the state, and go to the storage together. All of
/// them become durable or none does, and only then does any caller return, or any reader see them. One task at a time
/// writes, so that the storage is never asked twice at once.
final class LedgerJournal: Sendable {
    struct Contents: Sendable {
        var state: LedgerState
        var position = LedgerPosition.start
        var recoveryReport: [IAPError] = []
        var waiting: [Write] = []
        /// Compactions that were asked for, which go before the writes that wait.
        var compactions: [@Sendable () async -> Void] = []
        /// Whether a task is taking care of what waits.
        var isWriting = false
        /// Whether the storage may hold more than the state, or other than it: at first, and after a failure.
        var mustLoad = true
        /// How many entries the ledger may have before it is compacted by itself.
        var compactionThreshold: Int?
    }

    /// What one caller wants to write.
    struct Write: Sendable {
        let mustLoad: Bool
        let decide: @Sendable (inout LedgerState) -> Answer
        let fail: @Sendable (any Error) -> Void
    }

    struct Answer: Sendable {
        let isRefusal: Bool
        let deliver: @Sendable () -> Void
    }

    let storage: any LedgerStorage
    let environment: PaymentTransaction.Environment?
    let log: IAPLogEvent.Handler
    let contents: Locked<Contents>
    /// Sent when products or subscriptions may be owned otherwise than before, once the state says so.
    let ownershipChanges = Broadcast<Void>()

    init(
        storage: any LedgerStorage,
        empty: LedgerState,
        compactionThreshold: Int? = nil,
        log: @escaping IAPLogEvent.Handler
    ) {
        self.storage = storage
        environment = empty.environment
        self.log = log
        contents = Locked(Contents(state: empty, compactionThreshold: compactionThreshold))
    }

    /// Reads the committed state. Inlined, so that nothing of it is copied for a question.
    @inline(__always)
    func read<Result: Sendable>(_ body: (LedgerState) -> Result) -> Result {
        contents.withLock { body($0.state) }
    }

    func signIn(_ account: String?) -> Bool {
        let (isOther, hasChanged) = contents.withLock { contents in
            let earlier = contents.state.view
            return (contents.state.signIn(account), contents.state.view != earlier)
        }
        // Another customer owns other products.
        if hasChanged { ownershipChanges.send(()) }
        return isOther
    }

    var isEmpty: Bool { contents.withLock { $0.state.entries.isEmpty } }

    var waitingWriteCount: Int { contents.withLock { $0.waiting.count } }

    var recoveryReport: [IAPError] { contents.withLock { $0.recoveryReport } }

    /// Takes a decision and makes the entries durable that it appends to the state; none, if nothing is to be done.
    ///
    /// `decision` may be taken several times, on states ever newer. It throws before it appends, if at all.
    ///
    /// - Parameter mustLoad: Whether to ask the storage for changes first.
    func commit<Result: Sendable>(
        mustLoad: Bool = false,
        _ decision: @escaping @Sendable (inout LedgerState) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
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
            start { $0.waiting.append(write) }
        }
    }
}
