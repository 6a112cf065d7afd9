import Foundation
import IAPCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The file in which the App Store's side outlives the process: one JSON document, replaced as a whole.
///
/// `Data.write(options: .atomic)` renames without a sync, and with the permissions of the moment; so this writes
/// itself.
struct HistoryFile: Sendable {
    private struct Document: Codable {
        static let format = "swift-iap sandbox history"
        static let version = 1

        let format: String
        let version: Int
        let history: ServerHistory
    }

    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    /// No store comes so far, and none that begins there comes to the end of `Int`.
    private static let largestIdentifier = 1 << 53

    let url: URL

    /// What was kept; `nil` when there is no file.
    ///
    /// - Throws: ``IAPError`` with code `historyDamaged`, `historyVersionUnsupported` or `storageFailed`.
    func load() throws -> ServerHistory? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw failure(.storageFailed, "The file cannot be read. Check its permissions.", error)
        }
        do {
            let header = try JSONDecoder().decode(Header.self, from: data)
            guard header.format == Document.format else {
                throw failure(.historyDamaged, "This is no history of a simulated store. Name another file.")
            }
            guard header.version == Document.version else {
                throw failure(
                    .historyVersionUnsupported,
                    "The history has version \(header.version); this SDK reads \(Document.version). Update the SDK."
                )
            }
            let history = try JSONDecoder().decode(Document.self, from: data).history
            guard (0...Self.largestIdentifier).contains(history.lastIdentifier) else {
                throw failure(
                    .historyDamaged,
                    "\(history.lastIdentifier) cannot be the last identifier. Restore the file, or delete it to begin anew."
                )
            }
            guard history.isWhole else {
                throw failure(
                    .historyDamaged,
                    "It names an account that it does not have. Restore the file, or delete it to begin anew."
                )
            }
            guard history.now >= .distantPast, history.now <= .distantFuture else {
                throw failure(
                    .historyDamaged,
                    "\(history.now) cannot be its date. Restore the file, or delete it to begin anew."
                )
            }
            return history
        } catch let error as IAPError where error.place != nil {
            throw error
        } catch {
            throw failure(
                .historyDamaged,
                "The history cannot be read. Restore the file, or delete it to begin anew.",
                error
            )
        }
    }

    /// Replaces the file. When this returns, a crash loses nothing; when it throws, the file is as before.
    ///
    /// - Throws: ``IAPError`` with code `storageFailed`.
    func save(_ history: ServerHistory) throws(IAPError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let data = try encoder.encode(
                Document(format: Document.format, version: Document.version, history: history)
            )
            let temporary = url.appendingPathExtension("new")
            try write(data, to: temporary)
            guard rename(temporary.path, url.path) == 0 else { throw lastSystemError() }
            try synchronizeFolder()
        } catch {
            throw failure(
                .storageFailed,
                "The history cannot be written. Check the disk and the folder's permissions.",
                error
            )
        }
    }

    private func write(_ data: Data, to file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw lastSystemError() }
        // The handle closes the descriptor, also when writing fails.
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try synchronize(descriptor)
        try handle.close()
    }

    private func synchronize(_ descriptor: Int32) throws {
        #if canImport(Darwin)
        // fsync on Darwin leaves the data in the drive's cache. Some file systems know no better.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw lastSystemError() }
    }

    /// A rename is durable once its folder is.
    private func synchronizeFolder() throws {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastSystemError() }
        defer { close(descriptor) }
        try synchronize(descriptor)
    }

    private func lastSystemError() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    private func failure(_ code: IAPError.Code, _ message: String, _ underlying: (any Error)? = nil) -> IAPError {
        IAPError(code, message, place: IAPError.Place(file: url.path), underlying: underlying)
    }
}
