package import IAPCore

/// The calls by which a ledger's file is kept: a place to put faults in tests.
///
/// Each may fail with `EINTR`, and is then called again; reads and writes may do a part only.
package protocol FileSystem: Sendable {
    func open(_ path: String, _ opening: FileOpening) throws(FileError) -> FileDescriptor
    func close(_ file: FileDescriptor)
    func status(of file: FileDescriptor) throws(FileError) -> FileStatus
    func status(at path: String) throws(FileError) -> FileStatus
    /// Takes the lock and returns `true`, unless another descriptor holds one that excludes it.
    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool
    func unlock(_ file: FileDescriptor)
    /// Returns how many bytes it read; 0 at the end.
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError)
        -> Int
    /// Returns how many bytes it wrote.
    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int
    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError)
    /// Returns once the file's content and size survive a power cut.
    func synchronize(_ file: FileDescriptor) throws(FileError)
    /// Gives a file another name, in place of the file that had that name: at every moment the name leads to one of the two.
    func rename(_ path: String, to newPath: String) throws(FileError)
    func remove(_ path: String) throws(FileError)
    /// The path of the file itself that a path leads to, through symbolic links.
    func destination(of path: String) throws(FileError) -> String
    /// Makes a directory that only its owner may use. One that exists already is no failure.
    func createDirectory(_ path: String) throws(FileError)
    /// Returns once the names in a directory survive a power cut.
    func synchronizeDirectory(_ path: String) throws(FileError)
    /// Calls `changed`, on some thread, soon after whatever the path leads to has changed, appeared, been replaced or gone,
    /// until the subscription goes. It may be called for nothing. Returns `nil` if this file system has no such means.
    func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) -> Subscription?
}

extension FileSystem {
    package func destination(of path: String) throws(FileError) -> String { path }

    package func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) -> Subscription? { nil }
}

/// What a file is opened for.
package enum FileOpening: Hashable, Sendable {
    case reading
    case readingAndWriting
    /// For reading and writing; a file that does not exist is made, and only its owner may use it.
    case creating
    /// The same, where nothing exists under the name, a symbolic link neither.
    case creatingNew
}

package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

package struct FileStatus: Hashable, Sendable {
    /// Distinguishes files, as long as one of them is open.
    package let device: UInt64
    package let inode: UInt64
    package let size: Int

    package init(device: UInt64, inode: UInt64, size: Int) {
        self.device = device
        self.inode = inode
        self.size = size
    }

    func resized(to size: Int) -> FileStatus { FileStatus(device: device, inode: inode, size: size) }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
