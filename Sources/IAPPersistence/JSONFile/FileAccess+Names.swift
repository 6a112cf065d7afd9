import Foundation
import IAPCore

// MARK: Names

extension FileAccess {
    /// Another file, whose name is this one's with something behind it.
    func beside(_ suffix: String) -> FileAccess {
        FileAccess(path: path + suffix, fileSystem: fileSystem)
    }

    /// The file itself, whatever symbolic links lead to it: a new file in place of a link would leave the old one to those
    /// who know it by another path.
    func destination() throws -> FileAccess {
        let destination = try call("found") { () throws(FileError) in try fileSystem.destination(of: path) }
        return FileAccess(path: destination, fileSystem: fileSystem)
    }

    /// In place of the file that has this path.
    func rename(to newPath: String) throws {
        try call("renamed") { () throws(FileError) in try fileSystem.rename(path, to: newPath) }
    }

    func remove() throws {
        try call("removed") { () throws(FileError) in try fileSystem.remove(path) }
    }

    /// Makes the file, with these bytes. What has its name is removed: a symbolic link would lead to another file, and an
    /// existing file may be open to others.
    func make(_ bytes: [UInt8], durably: Bool) throws {
        _ = try callIfPresent("removed") { () throws(FileError) in try fileSystem.remove(path) }
        let file = try open(.creatingNew)
        defer { close(file) }
        try write(bytes, to: file, at: 0)
        if durably { try synchronize(file) }
    }
}

// MARK: Directories

extension FileAccess {
    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    package func createDirectory() throws {
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

    package func synchronizeDirectory() throws {
        try call("brought to the disk") { () throws(FileError) in try fileSystem.synchronizeDirectory(directory) }
    }

    /// Also those that exist already: the process that made them may have been killed before it brought their names to the disk. Those
    /// that this process may not use were not made by it.
    package func synchronizeDirectoriesAbove() throws {
        var path = directory
        while path != "/" {
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try call("brought to the disk, its directory neither") { () throws(FileError) in
                do throws(FileError) {
                    try fileSystem.synchronizeDirectory(path)
                } catch {
                    if error == .inputOutput || error == .interrupted { throw error }
                }
            }
        }
    }

    private func exists(_ path: String) throws -> Bool {
        try callIfPresent("examined") { () throws(FileError) in try fileSystem.status(at: path) } != nil
    }
}
