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
public final class JSONFileStorage: LedgerStorage {
    public let url: URL

    /// File calls block, so they have a thread of their own.
    private let queue = DispatchQueue(label: "swift-iap.JSONFileStorage")
    private let file: Locked<LedgerFile>

    /// - Parameters:
    ///   - url: The file, which need not exist. In a shared container if an app and its extension share it.
    ///   - createsDirectories: Whether missing directories are made, usable for their owner alone.
    public convenience init(url: URL, createsDirectories: Bool = true) {
        self.init(url: url, createsDirectories: createsDirectories, fileSystem: POSIXFileSystem())
    }

    package init(url: URL, createsDirectories: Bool = true, fileSystem: any FileSystem) {
        self.url = url
        file = Locked(
            LedgerFile(path: url.path, createsDirectories: createsDirectories, fileSystem: fileSystem)
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

    /// Reads every entry that is whole from a file that may be damaged, and changes nothing.
    ///
    /// The entries of a damaged line are missing, so that a balance folded from the rest may be wrong.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed` when the file cannot be read at all, `ledgerVersionUnsupported`.
    public func salvage() async throws -> LedgerSalvage {
        try await onQueue { try $0.salvage() }
    }

    private func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable (inout LedgerFile) throws -> Result
    ) async throws -> Result {
        guard url.isFileURL else {
            throw IAPError(
                .storageFailed,
                "A ledger is kept in a file, and this URL names none. Make one with URL(fileURLWithPath:).",
                place: IAPError.Place(file: url.absoluteString)
            )
        }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                // On the queue alone, so nobody ever waits for this lock.
                continuation.resume(with: Swift.Result { try file.withLock { try body(&$0) } })
            }
        }
    }
}

/// What could be read of a damaged ledger.
public struct LedgerSalvage: Hashable, Sendable {
    /// The entries of all lines that are whole, oldest first.
    public let entries: [LedgerEntry]
    /// Of each line that is not, what is wrong with it.
    public let errors: [IAPError]
}

extension LedgerStorage where Self == JSONFileStorage {
    /// Keeps a ledger in a file of JSON Lines; missing directories are made.
    public static func jsonFile(_ url: URL) -> JSONFileStorage { JSONFileStorage(url: url) }
}
