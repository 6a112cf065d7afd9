#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// Where a database lies, and how a new one gets there.
struct SQLitePlace: Sendable {
    let path: String
    let createsDirectories: Bool
    private let fileSystem = POSIXFileSystem()

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    init(path: String, createsDirectories: Bool) {
        self.path = path
        self.createsDirectories = createsDirectories
    }

    func exists() throws -> Bool { try exists(path) }

    /// Makes a new database, unless somebody else is faster: `fill` makes it under another name, and it is moved here
    /// whole.
    ///
    /// The file is not opened by us once it is here. Closing it would drop the locks that SQLite holds on it in this
    /// process.
    /// https://www.sqlite.org/howtocorrupt.html, section 2.2
    func create(_ fill: (String) throws -> Void) throws {
        if createsDirectories { try createDirectory() }
        let draft = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 16)
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: draft + suffix) } }
        guard FileManager.default.createFile(atPath: draft, contents: nil) else {
            throw failure(
                "The ledger's database could not be made. Make its directory writable, or let SQLiteStorage make one "
                    + "(createsDirectories)."
            )
        }
        do {
            // Whatever the process's umask: SQLite gives its other files the mode of this one.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft)
            try fill(draft)
            try FileManager.default.linkItem(atPath: draft, toPath: path)
        } catch CocoaError.fileWriteFileExists {
            return
        } catch let error as CocoaError {
            throw failure("The ledger's database could not be put into its place. Choose another one.", error)
        }
        try call("brought to the disk") { () throws(FileError) in try fileSystem.synchronizeDirectory(directory) }
    }

    func failure(_ message: String, _ underlying: (any Error)? = nil) -> IAPError {
        IAPError(.storageFailed, message, place: IAPError.Place(file: path), underlying: underlying)
    }

    private func createDirectory() throws {
        var missing: [String] = []
        var path = directory
        while path != "/", try !exists(path) {
            missing.append(path)
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
        for path in missing.reversed() {
            try call("made, its directory neither") { () throws(FileError) in
                try fileSystem.createDirectory(path)
                try fileSystem.synchronizeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            }
        }
    }

    private func exists(_ path: String) throws -> Bool {
        try call("examined") { () throws(FileError) in
            do throws(FileError) {
                _ = try fileSystem.status(at: path)
                return true
            } catch {
                if error == .notFound { return false }
                throw error
            }
        }
    }

    private func call<Result>(_ participle: String, _ body: () throws(FileError) -> Result) throws -> Result {
        while true {
            do throws(FileError) {
                return try body()
            } catch {
                if error == .interrupted { continue }
                let remedy =
                    error == .notFound
                    ? "Make the directory, or let SQLiteStorage make it (createsDirectories)."
                    : "Nothing of this write counts. Try again, or choose another place for the file."
                throw failure("The ledger's database could not be \(participle): \(error). \(remedy)", error)
            }
        }
    }
}
#endif
