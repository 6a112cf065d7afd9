#if SQLite
import IAPCore
import IAPPersistence

/// The operating system's files, and which directories were brought to the disk.
final class ListeningFileSystem: FileSystem {
    private let real = POSIXFileSystem()
    private let paths = Locked<Set<String>>([])

    var synchronized: Set<String> { paths.withLock { $0 } }

    func synchronizeDirectory(_ path: String) throws(FileError) {
        try real.synchronizeDirectory(path)
        paths.withLock { _ = $0.insert(path) }
    }

    func open(_ path: String, _ opening: FileOpening) throws(FileError) -> FileDescriptor {
        try real.open(path, opening)
    }

    func close(_ file: FileDescriptor) { real.close(file) }
    func status(of file: FileDescriptor) throws(FileError) -> FileStatus { try real.status(of: file) }
    func status(at path: String) throws(FileError) -> FileStatus { try real.status(at: path) }

    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        try real.lock(file, exclusively: exclusively)
    }

    func unlock(_ file: FileDescriptor) { real.unlock(file) }

    func read(
        _ file: FileDescriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(FileError) -> Int {
        try real.read(file, into: buffer, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int {
        try real.write(bytes, to: file, at: offset)
    }

    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError) { try real.truncate(file, to: size) }
    func synchronize(_ file: FileDescriptor) throws(FileError) { try real.synchronize(file) }
    func rename(_ path: String, to newPath: String) throws(FileError) { try real.rename(path, to: newPath) }
    func remove(_ path: String) throws(FileError) { try real.remove(path) }
    func createDirectory(_ path: String) throws(FileError) { try real.createDirectory(path) }
}
#endif
