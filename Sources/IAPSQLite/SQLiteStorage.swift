#if SQLite
public import Foundation
import IAPCore
public import IAPPersistence

/// Keeps a ledger in a database of SQLite, an entry a row. Needs the package trait `SQLite`.
///
/// An append is one transaction, and returns once it is on the disk: the database has a rollback journal and
/// `synchronous = EXTRA` (https://www.sqlite.org/pragma.html#pragma_synchronous), and on Apple's systems the drive's cache
/// is written, too. A killed process leaves nothing to mend but its journal, by which SQLite undoes what was not committed
/// (https://www.sqlite.org/atomiccommit.html). Damage is an error that names the file and changes nothing.
/// `Documentation/StorageBackends.md` describes the tables.
///
/// Several instances may use one database, in several processes too, such as an app and its extension. A unique index
/// keeps a transaction from being recorded twice in one environment, and a source from being imported twice: the second
/// writer comes too late (`append(_:after:)` returns `nil`), reads anew, and decides anew. ``changes()`` reports what
/// others commit. All work on the database is done on a serial queue of the storage's own.
///
/// The database is opened by the first call that needs it, and made by the first append. It and its journal are readable
/// for their owner alone. Nothing may open the file but SQLite, and nothing may remove its `-journal`.
public final class SQLiteStorage: RewritableLedgerStorage {
    public let url: URL

    private let queue: FileQueue<SQLiteLedger>
    private let fileSystem: any FileSystem

    /// - Parameters:
    ///   - url: The database's file, which need not exist. In a shared container if an app and its extension share it.
    ///   - createsDirectories: Whether missing directories are made, usable for their owner alone.
    ///   - busyTimeout: How long a call waits for other processes before it fails.
    ///   - authenticator: Computes a MAC for each entry. A ledger that was edited without the key, or has no MACs, fails
    ///     to load then: ``IAPError`` with code `ledgerForged`.
    ///   - acceptsUnauthenticated: Whether a ledger without MACs is accepted as it is, and gets them from the next append
    ///     on. For the one release that introduces the authenticator.
    public convenience init(
        url: URL,
        createsDirectories: Bool = true,
        busyTimeout: Duration = .seconds(5),
        authenticator: (any LedgerAuthenticator)? = nil,
        acceptsUnauthenticated: Bool = false
    ) {
        self.init(
            url: url,
            createsDirectories: createsDirectories,
            busyTimeout: busyTimeout,
            authentication: authenticator.map {
                LedgerAuthentication($0, acceptsUnauthenticated: acceptsUnauthenticated)
            },
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
        authentication: LedgerAuthentication? = nil,
        pageLimit: Int? = nil,
        fileSystem: any FileSystem
    ) {
        self.url = url
        self.fileSystem = fileSystem
        let milliseconds = min(max(busyTimeout / .milliseconds(1), 0), Double(Int32.max))
        queue = FileQueue(
            SQLiteLedger(
                place: SQLitePlace(path: url.path, createsDirectories: createsDirectories, fileSystem: fileSystem),
                busyTimeout: Int32(milliseconds),
                pageLimit: pageLimit,
                authentication: authentication
            )
        )
    }

    public func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try await run { try $0.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await run { try $0.append(entries, after: position) }
    }

    /// Puts `entries` in place of all that is kept, all or none of them, and returns the position behind them; or
    /// returns `nil` and changes nothing when `position` is not the end. Every position given before is unknown from
    /// then on.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the new entries could not be made durable. The old ones
    ///   are kept.
    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await run { try $0.replace(with: entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> {
        // Every commit ends when its journal goes. Where files are watched by opening them, the database's own must not be:
        // closing it would drop the locks that SQLite holds on it in this process.
        queue.changes(of: url.path + "-journal", in: fileSystem)
    }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout SQLiteLedger) throws -> Result
    ) async throws -> Result {
        guard url.isFileURL else {
            throw IAPError(
                .storageFailed,
                "A ledger's database is a file, and this URL names none. Make one with URL(fileURLWithPath:).",
                place: IAPError.Place(file: url.absoluteString)
            )
        }
        return try await queue.run(body)
    }
}

extension LedgerStorage where Self == SQLiteStorage {
    /// Keeps a ledger in a database of SQLite; missing directories are made.
    public static func sqlite(at url: URL) -> SQLiteStorage { SQLiteStorage(url: url) }
}
#endif
