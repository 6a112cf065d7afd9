#if SQLite
import Dispatch
public import Foundation
import IAPCore
public import IAPPersistence

/// Keeps a ledger in a database of SQLite, an entry a row. Needs the package trait `SQLite`.
///
/// An append is one transaction, and returns once it is on the disk: the database has a write-ahead log (WAL) and
/// `synchronous = FULL`, and on Apple's systems the drive's cache is written, too. A killed process leaves nothing to
/// mend. Damage is an error that names the file and changes nothing. `Documentation/StorageBackends.md` describes the
/// tables.
///
/// Several instances may use one database, in several processes too, such as an app and its extension. A unique index
/// keeps a transaction from being recorded twice in one environment, and a source from being imported twice: whoever is
/// second is told that it came too late (`append(_:after:)` returns `nil`), reads anew, and decides anew. What others
/// commit is told by ``changes()``.
///
/// The database is opened by the first call that needs it, and made by the first append. It and the files beside it
/// (`-wal`, `-shm`) are readable for their owner alone. Nothing may open the file but SQLite.
public final class SQLiteStorage: RewritableLedgerStorage {
    public let url: URL

    /// SQLite blocks, so it has a thread of its own.
    private let queue = DispatchQueue(label: "swift-iap.SQLiteStorage")
    private let ledger: Locked<SQLiteLedger>
    private let fileSystem: any FileSystem
    /// Streams of changes that somebody reads.
    private let listenerCount = Locked(0)

    /// - Parameters:
    ///   - url: The database's file, which need not exist. In a shared container if an app and its extension share it.
    ///   - createsDirectories: Whether missing directories are made, usable for their owner alone.
    ///   - busyTimeout: How long a call waits for other processes before it fails.
    ///   - sealer: Seals each entry, and refuses a ledger that was edited without the key, or has no seals:
    ///     ``IAPError`` with code `ledgerForged`.
    ///   - adoptsUnsealed: Whether a ledger without seals is taken as it is, and sealed from the next append on. For
    ///     the one release that introduces the seal.
    public convenience init(
        url: URL,
        createsDirectories: Bool = true,
        busyTimeout: Duration = .seconds(5),
        sealer: (any LedgerSealer)? = nil,
        adoptsUnsealed: Bool = false
    ) {
        self.init(
            url: url,
            createsDirectories: createsDirectories,
            busyTimeout: busyTimeout,
            seal: sealer.map { LedgerSeal($0, adoptsUnsealed: adoptsUnsealed) },
            fileSystem: POSIXFileSystem()
        )
    }

    /// - Parameters:
    ///   - pageLimit: At how many pages the disk is full, in tests.
    ///   - fileSystem: Of the directories and the names in them alone. What is in the database is SQLite's affair.
    package init(
        url: URL,
        createsDirectories: Bool = true,
        busyTimeout: Duration = .seconds(5),
        seal: LedgerSeal? = nil,
        pageLimit: Int? = nil,
        fileSystem: any FileSystem
    ) {
        self.url = url
        self.fileSystem = fileSystem
        let milliseconds = min(max(busyTimeout / .milliseconds(1), 0), Double(Int32.max))
        ledger = Locked(
            SQLiteLedger(
                place: SQLitePlace(path: url.path, createsDirectories: createsDirectories, fileSystem: fileSystem),
                busyTimeout: Int32(milliseconds),
                pageLimit: pageLimit,
                seal: seal
            )
        )
    }

    public func load(after position: LedgerPosition) async throws -> LedgerPage {
        try await onQueue { try $0.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await onQueue { try $0.append(entries, after: position) }
    }

    /// Puts `entries` in place of all that is kept, all or none of them, and returns the position behind them; or
    /// returns `nil` and changes nothing when `position` is not the end. Every position given before is unknown from
    /// then on.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the new entries could not be made durable. The old ones
    ///   are kept.
    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await onQueue { try $0.replace(with: entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> {
        // Whoever has not read the last news reads them all at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Every commit goes through the log. Where files are watched by opening them, the database's own must not be:
        // closing it would drop the locks that SQLite holds on it in this process.
        let subscription = fileSystem.watch(url.path + "-wal") { [weak self] in
            self?.tellNews(to: continuation)
        }
        guard let subscription else {
            continuation.finish()
            return stream
        }
        listenerCount.withLock { $0 += 1 }
        continuation.onTermination = { [weak self] _ in
            self?.listenerCount.withLock { $0 -= 1 }
            withExtendedLifetime(subscription) {}
        }
        return stream
    }

    /// Behind the call under way, whose own writing is no news to its caller.
    private func tellNews(to continuation: AsyncStream<Void>.Continuation) {
        queue.async { [weak self] in
            guard let self else { return }
            // Asked in any case, since it waits for whoever is writing.
            let hasNews = ledger.withLock { $0.hasNews() }
            if hasNews || listenerCount.withLock({ $0 }) > 1 { continuation.yield() }
        }
    }

    private func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable (inout SQLiteLedger) throws -> Result
    ) async throws -> Result {
        guard url.isFileURL else {
            throw IAPError(
                .storageFailed,
                "A ledger's database is a file, and this URL names none. Make one with URL(fileURLWithPath:).",
                place: IAPError.Place(file: url.absoluteString)
            )
        }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                // On the queue alone, so nobody ever waits for this lock.
                continuation.resume(with: Swift.Result { try ledger.withLock { try body(&$0) } })
            }
        }
    }
}

extension LedgerStorage where Self == SQLiteStorage {
    /// Keeps a ledger in a database of SQLite; missing directories are made.
    public static func sqlite(_ url: URL) -> SQLiteStorage { SQLiteStorage(url: url) }
}
#endif
