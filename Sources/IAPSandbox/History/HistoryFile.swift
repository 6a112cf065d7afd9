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

/// The file in which the App Store's side outlives the process: a line with all of it, and a line for each change
/// since.
///
/// A last line without an end is what a crash left of a change that nobody was told of: it is left out, with a word of
/// that, and gone with the next change. Anything else that does not read is damage, for no crash brings it about. A
/// file that was cut off at the end of a line reads as what it was then, as any copy of it made at that time.
///
/// `Data.write(options: .atomic)` renames without a sync, and with the permissions of the moment; so this writes
/// itself.
struct HistoryFile: Sendable {
    static let newline = UInt8(ascii: "\n")

    struct Contents {
        let history: ServerHistory
        /// How much of the file is the line with all of it.
        let baseLength: Int
        /// Where the next line goes; `nil` when the file has to be written anew before.
        let length: Int?
        /// What is said of a last line that a crash cut short.
        let loss: IAPError?
    }

    let url: URL

    /// What was kept, and what has to be known to add to it; `nil` when there is no file, or an empty one.
    ///
    /// - Throws: ``IAPError`` with code `historyDamaged`, `historyVersionUnsupported` or `storageFailed`.
    func read() throws(IAPError) -> Contents? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw unusable("The history cannot be read.", error)
        }
        return try HistoryReader(url: url).contents(of: data)
    }

    /// Replaces the file. When this returns, a crash loses nothing; when it throws, the file is as before.
    ///
    /// - Returns: How long the file is.
    /// - Throws: ``IAPError`` with code `storageFailed`.
    @discardableResult
    func save(_ history: ServerHistory) throws(IAPError) -> Int {
        do {
            let data = try line(HistoryDocument(history))
            let temporary = url.appendingPathExtension("new")
            try write(data, to: temporary)
            guard rename(temporary.path, url.path) == 0 else { throw lastSystemError() }
            try synchronizeFolder()
            return data.count
        } catch {
            throw unwritable(error)
        }
    }

    /// Adds a line at the end. When this returns a length, a crash loses nothing; when it throws, the file is as
    /// before.
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
        return try encoder.encode(value) + [Self.newline]
    }

    private func unwritable(_ error: any Error) -> IAPError {
        unusable("The history cannot be written.", error)
    }

    private func unusable(_ event: String, _ error: any Error) -> IAPError {
        let remedy =
            DiskFailureReason(error)?.remedy ?? "Check the disk, and the permissions of the file and its folder."
        return failure("\(event) \(remedy)", error)
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
        // fsync on Darwin leaves the data in the drive's cache. Some file systems know no better; from the others, a
        // failure says that the data is not on the disk.
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

    private func failure(_ message: String, _ cause: any Error) -> IAPError {
        IAPError(.storageFailed, message, place: IAPError.Place(file: url.path), underlying: cause)
    }
}
