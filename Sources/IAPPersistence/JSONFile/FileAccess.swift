import Foundation
package import IAPCore

/// Calls on one file, begun again when interrupted, with failures that say what to do.
package struct FileAccess: Sendable {
    package let path: String
    let fileSystem: any FileSystem

    package init(path: String, fileSystem: any FileSystem) {
        self.path = path
        self.fileSystem = fileSystem
    }

    // MARK: Opening

    func open(_ opening: FileOpening) throws -> FileDescriptor {
        try call("opened") { () throws(FileError) in try fileSystem.open(path, opening) }
    }

    func openIfPresent(_ opening: FileOpening) throws -> FileDescriptor? {
        try callIfPresent("opened") { () throws(FileError) in try fileSystem.open(path, opening) }
    }

    func close(_ file: FileDescriptor) {
        fileSystem.close(file)
    }

    func status(of file: FileDescriptor) throws -> FileStatus {
        try call("examined") { () throws(FileError) in try fileSystem.status(of: file) }
    }

    /// Of the file that the path leads to; `nil` if there is none.
    package func status() throws -> FileStatus? {
        try callIfPresent("examined") { () throws(FileError) in try fileSystem.status(at: path) }
    }

    // MARK: Locking

    /// Takes the lock, which others may hold for so long at most, of the time that the machine is awake.
    func lock(_ file: FileDescriptor, exclusively: Bool, timeout: Duration) throws {
        let start = SuspendingClock.now
        var pause = 0.000_1
        while try !call("locked", { () throws(FileError) in try fileSystem.lock(file, exclusively: exclusively) }) {
            guard SuspendingClock.now - start < timeout else {
                throw failure(
                    "The ledger's file has been locked for \(timeout), perhaps by a process that was stopped. Nothing was "
                        + "read or written. Try again when that process has gone on or ended.",
                    underlying: FileError.busy
                )
            }
            // The system's lock has no timeout, and a thread that waits in it could not be called back.
            Thread.sleep(forTimeInterval: pause)
            pause = min(pause * 2, 0.01)
        }
    }

    func unlock(_ file: FileDescriptor) {
        fileSystem.unlock(file)
    }

    // MARK: Reading

    func size(_ file: FileDescriptor) throws -> Int {
        try status(of: file).size
    }

    /// From `offset` to the end.
    func read(_ file: FileDescriptor, from offset: Int) throws -> [UInt8] {
        try read(file, from: offset, count: max(0, size(file) - offset))
    }

    /// Fewer than `count` bytes if the file ends earlier.
    func read(_ file: FileDescriptor, from offset: Int, count: Int) throws -> [UInt8] {
        // An array made so without capacity writes to the one empty array that all threads share.
        if count <= 0 { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            let bytes = UnsafeMutableRawBufferPointer(buffer)[..<count]
            done = try read(file, from: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes))
        }
    }

    /// Fills `buffer`, unless the file ends earlier; returns how many bytes it read.
    func read(_ file: FileDescriptor, from offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let position = offset + done
            let read = try call("read") { () throws(FileError) in
                try fileSystem.read(file, into: rest, at: position)
            }
            if read == 0 { break }
            done += read
        }
        return done
    }

    // MARK: Writing

    func write(_ bytes: [UInt8], to file: FileDescriptor, at offset: Int) throws {
        try bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let position = offset + done
                done += try call("written") { () throws(FileError) in
                    try fileSystem.write(rest, to: file, at: position)
                }
            }
        }
    }

    func truncate(_ file: FileDescriptor, to size: Int) throws {
        try call("cut") { () throws(FileError) in try fileSystem.truncate(file, to: size) }
    }

    func synchronize(_ file: FileDescriptor) throws {
        try call("brought to the disk") { () throws(FileError) in try fileSystem.synchronize(file) }
    }

    // MARK: Failing

    func failure(_ message: String, underlying: (any Error)? = nil) -> IAPError {
        IAPError(.storageFailed, message, place: IAPError.Place(file: path), underlying: underlying)
    }

    func call<Result>(_ participle: String, _ body: () throws(FileError) -> Result) throws -> Result {
        while true {
            do throws(FileError) {
                return try body()
            } catch {
                if error == .interrupted { continue }
                throw failure(
                    "The ledger's file could not be \(participle): \(error). \(error.remedy)",
                    underlying: error
                )
            }
        }
    }

    /// `nil` when there is nothing under the path.
    func callIfPresent<Result>(
        _ participle: String,
        _ body: () throws(FileError) -> Result
    ) throws -> Result? {
        try call(participle) { () throws(FileError) -> Result? in
            do throws(FileError) {
                return try body()
            } catch {
                if error == .notFound { return nil }
                throw error
            }
        }
    }
}

extension FileError: DiskFailure {
    package var reason: DiskFailureReason? { POSIXErrorCode(rawValue: code).flatMap(DiskFailureReason.init) }

    /// Whether reading alone may be allowed.
    var deniesWriting: Bool { self == .notPermitted || self == .notAllowed || self == .readOnlyVolume }

    fileprivate var remedy: String {
        switch self {
        case .noSpace: "Nothing of this write counts. It can be tried again when there is space."
        case .notFound: "Make the directory, or let the storage make it (createsDirectories)."
        default:
            reason?.remedy ?? "Nothing of a failed write counts. Try again, or choose another place for the file."
        }
    }
}
