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

/// The file in which the App Store's side outlives the process: a line with all of it, and a line for each change since.
///
/// A last line without an end is what a crash left of a change that nobody was told of; it is passed over, and gone with the
/// next change.
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

    struct Contents {
        let history: ServerHistory
        /// How much of the file is the line with all of it.
        let baseLength: Int
        /// Where the next line goes; `nil` when the file has to be written anew before.
        let length: Int?
    }

    let url: URL

    /// What was kept; `nil` when there is no file.
    ///
    /// - Throws: ``IAPError`` with code `historyDamaged`, `historyVersionUnsupported` or `storageFailed`.
    func load() throws -> ServerHistory? {
        try read()?.history
    }

    /// The same, with what has to be known to add to it.
    func read() throws -> Contents? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw failure(.storageFailed, "The file cannot be read. Check its permissions.", error)
        }
        do {
            let newline = UInt8(ascii: "\n")
            // Without an end, a first line is of a version that added none.
            let base = data.prefix(upTo: data.firstIndex(of: newline) ?? data.endIndex)
            let header = try JSONDecoder().decode(Header.self, from: base)
            guard header.format == Document.format else {
                throw failure(.historyDamaged, "This is no history of a simulated store. Name another file.")
            }
            guard header.version == Document.version else {
                throw failure(
                    .historyVersionUnsupported,
                    "The history has version \(header.version); this SDK reads \(Document.version). Update the SDK."
                )
            }
            var history = try JSONDecoder().decode(Document.self, from: base).history
            var lines = data[base.endIndex...].split(separator: newline, omittingEmptySubsequences: false).dropFirst()
            let isTorn = lines.popLast().map { !$0.isEmpty } ?? true
            let decoder = JSONDecoder()
            for line in lines {
                guard history.apply(try decoder.decode(HistoryChange.self, from: line)) else {
                    throw failure(
                        .historyDamaged,
                        "A change in it does not fit what was before. Restore the file, or delete it to begin anew."
                    )
                }
            }
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
            return Contents(history: history, baseLength: base.count + 1, length: isTorn ? nil : data.count)
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
    /// - Returns: How long the file is.
    /// - Throws: ``IAPError`` with code `storageFailed`.
    @discardableResult
    func save(_ history: ServerHistory) throws(IAPError) -> Int {
        do {
            let data = try line(Document(format: Document.format, version: Document.version, history: history))
            let temporary = url.appendingPathExtension("new")
            try write(data, to: temporary)
            guard rename(temporary.path, url.path) == 0 else { throw lastSystemError() }
            try synchronizeFolder()
            return data.count
        } catch {
            throw unwritable(error)
        }
    }

    /// Adds a line at the end. When this returns a length, a crash loses nothing; when it throws, the file is as before.
    ///
    /// - Parameter length: How long the file is.
    /// - Returns: How long it is then; `nil`, with nothing added, when it is not as long as was said, or gone.
    /// - Throws: ``IAPError`` with code `storageFailed`.
    func append(_ change: HistoryChange, at length: Int) throws(IAPError) -> Int? {
        do {
            let data = try line(change)
            let descriptor = open(url.path, O_WRONLY | O_APPEND | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            // The handle closes the descriptor, also when writing fails.
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard try handle.seekToEnd() == length else { return nil }
            do {
                try handle.write(contentsOf: data)
                try synchronize(descriptor)
            } catch {
                // What is left of the line otherwise is passed over as long as it has no end.
                try? handle.truncate(atOffset: UInt64(length))
                throw error
            }
            try handle.close()
            return length + data.count
        } catch {
            throw unwritable(error)
        }
    }

    private func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + [UInt8(ascii: "\n")]
    }

    private func unwritable(_ error: any Error) -> IAPError {
        failure(.storageFailed, "The history cannot be written. Check the disk and the folder's permissions.", error)
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
        // fsync on Darwin leaves the data in the drive's cache. Some file systems know no better; from the others, a failure
        // says that the data is not on the disk.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        guard [ENOTSUP, EINVAL, ENOTTY].contains(errno) else { throw lastSystemError() }
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
