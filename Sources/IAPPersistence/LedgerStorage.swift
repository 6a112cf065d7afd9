public import IAPCore

/// Where a ledger keeps its entries.
///
/// A storage is given entries to keep and is asked for them. It decides nothing: idempotence, balances and ownership are
/// the ledger's. Conform your own type to keep purchases elsewhere, and hold it to `LedgerStorageSuite` of
/// `IAPTesting`.
///
/// Several ledgers may use one storage, in one process or in several: the second one to append finds out by its
/// position, reads what the first one wrote, and decides anew. One ledger's calls never overlap; those of several may.
/// A call that has to wait for a disk or a lock does so on a thread of its own, never on one of Swift's concurrency.
public protocol LedgerStorage: Sendable {
    /// The entries behind a position, oldest first, and the position behind the last of them.
    ///
    /// When the storage no longer knows the position, or never gave it, the batch has the whole ledger and starts over.
    ///
    /// - Throws: ``IAPError`` with code `ledgerDamaged` when an entry cannot be read, `storageFailed` when the medium
    ///   fails. Nothing is dropped silently.
    func load(after position: LedgerPosition) async throws -> LedgerBatch

    /// Adds entries behind a position, all or none, and returns the position behind them; or returns `nil` and adds
    /// nothing when `position` is not the end, since another ledger has added entries.
    ///
    /// When this returns a position, the entries survive a crash of the process and of the machine. Cancelling the task
    /// does not undo a started append. Without entries it only finds out whether `position` is the end.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the entries could not be made durable. None of them is
    ///   kept then.
    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition?

    /// A new stream with an element soon after others have changed what the storage keeps: through other instances, or
    /// in other processes. What is written through this instance may be reported or not.
    ///
    /// An element may come without a change, and may mean several. A ledger reads what is new each time. By
    /// default the stream is empty, and a ledger sees what others have written at its next write or refresh.
    func changes() -> AsyncStream<Void>
}

extension LedgerStorage {
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// A storage that can write its ledger anew, so that ``Ledger/compact()`` works.
public protocol RewritableLedgerStorage: LedgerStorage {
    /// Puts `entries` in place of all that is kept, all or none of them, and returns the position behind them; or
    /// returns `nil` and changes nothing when `position` is not the end, since another ledger has added entries.
    ///
    /// When this returns a position, the new entries alone survive a crash of the process and of the machine. A crash
    /// before leaves the old ones or the new ones, never a mixture. Every position given before is one that the storage
    /// no longer knows: a load after it starts over, an append after it adds nothing. Cancelling the task does not undo
    /// it.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the new entries could not be made durable. The next load
    ///   finds the old ones or the new ones.
    func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition?
}

/// A position in a ledger, between two entries. Only the storage that made it knows what it means.
public struct LedgerPosition: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Before the first entry.
    public static let start = LedgerPosition(rawValue: "")
}

/// A run of entries, to the ledger's present end.
public struct LedgerBatch: Hashable, Sendable {
    public let entries: [LedgerEntry]
    /// Behind the last entry.
    public let end: LedgerPosition
    /// Whether `entries` are the whole ledger although only a part was asked for: the storage rewrote it, and the caller
    /// drops the entries that it had.
    public let startsOver: Bool
    /// What was wrong and is mended, such as a line that a crash left half written.
    public let recoveryReport: [IAPError]

    public init(
        entries: [LedgerEntry],
        end: LedgerPosition,
        startsOver: Bool = false,
        recoveryReport: [IAPError] = []
    ) {
        self.entries = entries
        self.end = end
        self.startsOver = startsOver
        self.recoveryReport = recoveryReport
    }
}
