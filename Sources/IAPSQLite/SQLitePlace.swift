#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// Where a database lies.
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

    /// Makes its directories. SQLite makes the file: when we closed one that we had opened, SQLite's locks on it in this
    /// process would be dropped (https://www.sqlite.org/howtocorrupt.html, section 2.2).
    func createDirectories() throws {
        if createsDirectories { try access.createDirectory() }
    }

    /// Whatever the process's umask: SQLite gives the journal the mode of the database.
    func makePrivate() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Has what was committed survive a power cut. The process that committed last may have been killed when it had
    /// removed its journal, and a journal that comes back undoes its commit.
    func synchronizeDirectory() throws {
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
