import Foundation
public import IAPCore

/// What was bought, durably: products owned, credits, subscriptions, history.
///
/// Everything is derived from entries, which a ``LedgerStorage`` keeps. Reading takes a lock and waits for nothing, so
/// that a screen may ask while it draws. Writing returns once the entries survive a crash; what was not written durably
/// is never read. Writes that come together share one append. Cancelling a caller's task does not undo its write.
///
/// Several ledgers may share a storage, also in several processes: no transaction counts twice and no credit is spent
/// twice. What others have written shows soon afterwards where the storage reports it (``LedgerStorage/changes()``),
/// and anywhere at the next write or ``refresh()``.
public final class Ledger: Sendable {
    /// What became of a transaction that was to be recorded.
    package struct Recording: Sendable, Hashable {
        package let record: RecordedTransaction
        /// Whether it counts from now on; otherwise it counted before, and grants nothing anew.
        package let isNew: Bool
        /// Whether the store stated other facts about it than before.
        package let hasChanged: Bool
    }

    let journal: LedgerJournal
    package let clock: any StoreClock
    let log: IAPLogEvent.Handler
    private let listening: Task<Void, Never>

    /// Opens a ledger: reads all that the storage keeps.
    ///
    /// - Parameters:
    ///   - clock: By which subscriptions expire; the store connection's.
    ///   - environment: Whose purchases count; the store connection's. What was written in another one, such as Apple's
    ///     sandbox before the app came from the App Store, stays in the storage without effect. With `nil`, everything
    ///     counts.
    ///   - account: Who is signed in to the store; `nil` when that is not known.
    ///   - accountPolicy: What becomes of purchases when another account signs in.
    ///   - nonRenewingPeriods: How long one purchase of a non-renewing subscription lasts. Without a period, it is
    ///     owned until it is revoked: the store leaves its end to the app.
    ///   - compactionThreshold: How many entries the ledger may have before it is compacted by itself, at opening or
    ///     behind a write; see ``compact()`` for what is summed up then. A ledger that cannot become much shorter is left
    ///     until it has twice as many entries. With `nil`, it is never compacted by itself.
    ///   - log: Receives what the storage recovered, and why a ledger could not be compacted by itself.
    /// - Throws: ``IAPError`` with code `ledgerDamaged`, `ledgerVersionUnsupported` or `storageFailed`; `invalidAction`
    ///   for a `compactionThreshold` without a ``RewritableLedgerStorage``.
    public init(
        storage: some LedgerStorage,
        clock: any StoreClock,
        environment: PaymentTransaction.Environment? = nil,
        account: String? = nil,
        accountPolicy: AccountPolicy = .keep,
        nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] = [:],
        compactionThreshold: Int? = nil,
        log: @escaping IAPLogEvent.Handler = { _ in }
    ) async throws {
        if compactionThreshold != nil, !(storage is any RewritableLedgerStorage) { throw LedgerJournal.fixedStorage }
        self.clock = clock
        self.log = log
        let journal = LedgerJournal(
            storage: storage,
            empty: LedgerState(
                environment: environment,
                view: AccountView(policy: accountPolicy, account: account),
                nonRenewingPeriods: nonRenewingPeriods
            ),
            compactionThreshold: compactionThreshold,
            log: log
        )
        self.journal = journal
        // From before the first reading on, so that no change falls between the two.
        let changes = storage.changes()
        try await journal.commit(mustLoad: true) { _ in }
        listening = Task { [weak journal, log] in
            for await _ in changes {
                guard let journal else { return }
                do {
                    try await journal.commit(mustLoad: true) { _ in }
                } catch {
                    log(IAPLogEvent(.warning, "What others wrote to the ledger could not be read yet: \(error)"))
                }
            }
        }
    }

    deinit {
        listening.cancel()
    }

    /// Reads what other ledgers on the same storage have added.
    ///
    /// - Throws: ``IAPError`` with code `ledgerDamaged`, `ledgerVersionUnsupported` or `storageFailed`.
    public func refresh() async throws {
        try await journal.commit(mustLoad: true) { _ in }
    }

    /// Calls `enqueue` whenever products or subscriptions may be owned otherwise than before, because of an entry that
    /// this process or another has written, until the subscription goes. It does nothing but put that into a queue.
    package func subscribeToOwnership(enqueue: @escaping @Sendable () -> Void) -> Subscription {
        journal.ownershipChanges.subscribe { enqueue() }
    }

    /// What was wrong in the storage and is mended, such as a line that a crash left half written.
    public var recoveryReport: [IAPError] { journal.recoveryReport }

    /// How many writes wait for the append under way, for tests.
    package var waitingWriteCount: Int { journal.waitingWriteCount }
}

extension LedgerState {
    func now(by clock: any StoreClock) -> Date { ownership.now(by: clock) }
}
