import Dispatch
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
/// owner alone.
public final class JSONFileStorage: RewritableLedgerStorage {
    public let url: URL

    /// Where calls wait for one another and for the lock; see ``withoutWaiting(_:)``.
    private let queue = DispatchQueue(label: "swift-iap.JSONFileStorage")
    private let file: Locked<LedgerFile>
    private let fileSystem: any FileSystem
    private let lockTimeout: Duration
    /// Calls that have not ended.
    private let callCount = Locked(0)
    /// Streams of changes that somebody reads.
    private let listenerCount = Locked(0)

    /// - Parameters:
    ///   - url: The file, which need not exist. In a shared container if an app and its extension share it.
    ///   - createsDirectories: Whether missing directories are made, usable for their owner alone.
    ///   - lockTimeout: How long a call waits for other calls and for the lock, of the time that the machine is awake. A
    ///     process that was stopped while it held the lock would hold up everybody else. The call fails then, with code
    ///     `storageFailed`, and writes nothing.
    ///   - sealer: Seals each line, and refuses a ledger that was edited without the key, or has no seals:
    ///     ``IAPError`` with code `ledgerForged`. A sealed ledger can be read without one, unchecked, and not written.
    ///   - adoptsUnsealed: Whether a ledger without seals is taken as it is, and sealed from the next append on. For the one
    ///     release that introduces the seal.
    public convenience init(
        url: URL,
        createsDirectories: Bool = true,
        lockTimeout: Duration = .seconds(10),
        sealer: (any LedgerSealer)? = nil,
        adoptsUnsealed: Bool = false
    ) {
        self.init(
            url: url,
            createsDirectories: createsDirectories,
            lockTimeout: lockTimeout,
            seal: sealer.map { LedgerSeal($0, adoptsUnsealed: adoptsUnsealed) },
            fileSystem: POSIXFileSystem()
        )
    }

    package init(
        url: URL,
        createsDirectories: Bool = true,
        lockTimeout: Duration = .seconds(10),
        seal: LedgerSeal? = nil,
        fileSystem: any FileSystem
    ) {
        self.url = url
        self.lockTimeout = lockTimeout
        self.fileSystem = fileSystem
        file = Locked(
            LedgerFile(path: url.path, createsDirectories: createsDirectories, seal: seal, fileSystem: fileSystem)
        )
    }

    deinit {
        file.withLock { $0.close() }
    }

    public func load(after position: LedgerPosition) async throws -> LedgerPage {
        try await onQueue { try $0.load(after: position) }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await onQueue { try $0.append(entries, after: position) }
    }

    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await onQueue { try $0.replace(with: entries, after: position) }
    }

    public func changes() -> AsyncStream<Void> {
        // Whoever has not read the last news reads them all at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = fileSystem.watch(url.path) { [weak self] in
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
            if listenerCount.withLock({ $0 }) > 1 || file.withLock({ $0.hasNews() }) { continuation.yield() }
        }
    }

    /// Reads every entry that is whole from a file that may be damaged, and changes nothing.
    ///
    /// The entries of a damaged line are missing, so that a balance folded from the rest may be wrong. With a sealer, so are
    /// all from the first line on that the seals do not prove; the errors have a `ledgerForged` then.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the file cannot be read at all, `ledgerVersionUnsupported`.
    public func salvage() async throws -> LedgerSalvage {
        try await onQueue { try $0.salvage() }
    }

    private func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable (inout LedgerFile) throws -> Result
    ) async throws -> Result {
        try checkURL()
        if let result = withoutWaiting(body) { return try result.get() }
        return try await withCheckedThrowingContinuation { continuation in
            let turn = Turn(timeout: lockTimeout, refusal: refusal) { continuation.resume(throwing: $0) }
            let isFirst = callCount.withLock { count in
                count += 1
                return count == 1
            }
            if !isFirst { turn.startTimer() }
            queue.async { [self] in
                defer { callCount.withLock { $0 -= 1 } }
                guard turn.begin() else { return }
                // On the queue alone, so nobody ever waits for this lock.
                let result = Swift.Result {
                    try file.withLock { file in
                        file.turn = turn
                        return try body(&file)
                    }
                }
                if turn.end() { continuation.resume(with: result) }
            }
        }
    }

    /// Runs a call on the caller's own thread, while nobody else is at the file: to switch to another thread and back costs
    /// half as much as bringing a commit to the disk. Returns `nil` when it would have to wait for more than the disk.
    private func withoutWaiting<Result: Sendable>(
        _ body: (inout LedgerFile) throws -> Result
    ) -> Swift.Result<Result, any Error>? {
        let isIdle = callCount.withLock { count in
            guard count == 0 else { return false }
            count = 1
            return true
        }
        guard isIdle else { return nil }
        defer { callCount.withLock { $0 -= 1 } }
        return queue.sync {
            file.withLock { file in
                file.waitsForLock = false
                defer { file.waitsForLock = true }
                do {
                    return .success(try body(&file))
                } catch is LedgerFile.LockIsTaken {
                    return nil
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    private func checkURL() throws {
        guard !url.isFileURL else { return }
        throw IAPError(
            .storageFailed,
            "A ledger is kept in a file, and this URL names none. Make one with URL(fileURLWithPath:).",
            place: IAPError.Place(file: url.absoluteString)
        )
    }

    private var refusal: IAPError {
        IAPError(
            .storageFailed,
            "The ledger's file has been locked for \(lockTimeout), perhaps by a process that was stopped. Nothing was read or "
                + "written. Try again when that process has gone on or ended.",
            place: IAPError.Place(file: url.path),
            underlying: FileError.busy
        )
    }
}

extension JSONFileStorage: PromptStorage {
    func appendAtOnce(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        try checkURL()
        return try withoutWaiting { try $0.append(entries, after: position) }?.get()
    }
}

/// What could be read of a damaged ledger.
public struct LedgerSalvage: Hashable, Sendable {
    /// The entries of all lines that are whole, and proven if there is a sealer, oldest first.
    public let entries: [LedgerEntry]
    /// Of each line that is not whole, what is wrong with it; and, with code `ledgerForged`, from where on nothing is proven.
    public let errors: [IAPError]
}

extension LedgerStorage where Self == JSONFileStorage {
    /// Keeps a ledger in a file of JSON Lines; missing directories are made.
    public static func jsonFile(_ url: URL) -> JSONFileStorage { JSONFileStorage(url: url) }
}
