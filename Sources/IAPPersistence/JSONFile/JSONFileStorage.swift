public import Foundation
public import IAPCore

/// Keeps a ledger in one file of JSON Lines, which a person can read with `cat`.
///
/// An append writes one line with a checksum and returns once it is on the disk. A line that a crash left half written is
/// cut off when the file is next read, and reported; damage anywhere else is an error that names the place and changes
/// nothing. `Documentation/LedgerFormat.md` describes the file.
///
/// Several instances may use one file, in several processes too, such as an app and its extension: they hold an advisory
/// lock (`flock`) while they read or append. The file is opened by the first call that needs it. It is readable for its
/// owner alone. All work on it is done on a serial queue of the storage's own, never on the caller's thread.
public final class JSONFileStorage: RewritableLedgerStorage {
    package let url: URL

    private let queue: FileQueue<LedgerFile>
    private let fileSystem: any FileSystem

    /// - Parameters:
    ///   - url: The file, which need not exist. In a shared container if an app and its extension share it.
    ///   - createsDirectories: Whether missing directories are made, usable for their owner alone.
    ///   - lockTimeout: How long a call waits for the lock, of the time that the machine is awake. A process that was
    ///     stopped while it held the lock would hold up all others. The call fails then, with code `storageFailed`, and
    ///     writes nothing.
    ///   - authenticator: Computes a MAC for each line. A ledger that was edited without the key, or has no MACs, fails
    ///     to load then: ``IAPError`` with code `ledgerForged`. Without an authenticator, a ledger with MACs can be read,
    ///     unchecked, and not written.
    ///   - acceptsUnauthenticated: Whether a ledger without MACs is accepted as it is, and gets them from the next append
    ///     on. For the one release that introduces the authenticator.
    public convenience init(
        url: URL,
        createsDirectories: Bool = true,
        lockTimeout: Duration = .seconds(10),
        authenticator: (any LedgerAuthenticator)? = nil,
        acceptsUnauthenticated: Bool = false
    ) {
        self.init(
            url: url,
            createsDirectories: createsDirectories,
            lockTimeout: lockTimeout,
            authentication: authenticator.map {
                LedgerAuthentication($0, acceptsUnauthenticated: acceptsUnauthenticated)
            },
            fileSystem: POSIXFileSystem()
        )
    }

    package init(
        url: URL,
        createsDirectories: Bool = true,
        lockTimeout: Duration = .seconds(10),
        authentication: LedgerAuthentication? = nil,
        fileSystem: any FileSystem
    ) {
        self.url = url
        self.fileSystem = fileSystem
        queue = FileQueue(
            LedgerFile(
                path: url.path,
                createsDirectories: createsDirectories,
                lockTimeout: lockTimeout,
                authentication: authentication,
                fileSystem: fileSystem
            )
        )
    }

    public func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try await run { try $0.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await run { try $0.append(entries, after: position) }
    }

    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await run { try $0.replace(with: entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> {
        queue.changes(of: url.path, in: fileSystem)
    }

    /// Reads every entry that is whole from a file that may be damaged, and changes nothing.
    ///
    /// The entries of a damaged line are missing, so that a balance folded from the rest may be wrong. With an
    /// authenticator, so are all from the first line on that the MACs do not prove; the errors have a `ledgerForged` then.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the file cannot be read at all, `ledgerVersionUnsupported`.
    public func recover() async throws -> LedgerRecovery {
        try await run { try $0.recover() }
    }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable (LedgerFile) throws -> Result
    ) async throws -> Result {
        guard url.isFileURL else {
            throw IAPError(
                .storageFailed,
                "A ledger is kept in a file, and this URL names none. Make one with URL(fileURLWithPath:).",
                place: IAPError.Place(file: url.absoluteString)
            )
        }
        return try await queue.run { try body($0) }
    }
}

/// What could be read of a damaged ledger.
public struct LedgerRecovery: Hashable, Sendable {
    /// The entries of all lines that are whole, and proven if there is an authenticator, oldest first.
    public let entries: [LedgerEntry]
    /// Of each line that is not whole, what is wrong with it; and, with code `ledgerForged`, from where on nothing is proven.
    public let errors: [IAPError]
}

extension LedgerStorage where Self == JSONFileStorage {
    /// Keeps a ledger in a file of JSON Lines; missing directories are made.
    public static func jsonFile(at url: URL) -> JSONFileStorage { JSONFileStorage(url: url) }
}
