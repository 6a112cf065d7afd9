#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// Where a database lies, and how a new one gets there.
struct SQLitePlace: Sendable {
    let path: String
    let createsDirectories: Bool
    private let access: FileAccess

    init(path: String, createsDirectories: Bool, fileSystem: any FileSystem) {
        self.path = path
        self.createsDirectories = createsDirectories
        access = FileAccess(path: path, fileSystem: fileSystem)
    }

    func exists() throws -> Bool { try access.status() != nil }

    /// Makes a new database, unless another process is faster: `fill` makes it under another name, and it is moved here
    /// whole. Its name may not survive a power cut yet.
    ///
    /// The file is not opened by us once it is here. Closing it would drop the locks that SQLite holds on it in this
    /// process.
    /// https://www.sqlite.org/howtocorrupt.html, section 2.2
    func create(_ fill: (String) throws -> Void) throws {
        if createsDirectories { try access.createDirectory() }
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
    }

    /// Brings the database's name to the disk: the process that made it may have been killed before.
    func synchronizeName() throws {
        try access.synchronizeDirectory()
    }

    /// Brings the names of its directories to the disk, if they may have been made for it.
    func synchronizeDirectories() throws {
        if createsDirectories { try access.synchronizeDirectoriesAbove() }
    }

    func failure(_ message: String, _ underlying: (any Error)? = nil) -> IAPError {
        IAPError(.storageFailed, message, place: IAPError.Place(file: path), underlying: underlying)
    }
}
#endif
