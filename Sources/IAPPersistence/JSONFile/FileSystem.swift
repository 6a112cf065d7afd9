/// The calls by which a ledger's file is kept: a place to put faults in tests.
///
/// Each may fail with `EINTR`, and is then called again; reads and writes may do a part only.
package protocol FileSystem: Sendable {
    /// Opens a file for reading and writing; with `create`, makes one that only its owner may read.
    func open(_ path: String, create: Bool) throws(FileError) -> FileDescriptor
    func close(_ file: FileDescriptor)
    func status(of file: FileDescriptor) throws(FileError) -> FileStatus
    func status(at path: String) throws(FileError) -> FileStatus
    /// Waits until nobody else holds a lock that excludes this one.
    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError)
    func unlock(_ file: FileDescriptor)
    /// Returns how many bytes it read; 0 at the end.
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError)
        -> Int
    /// Returns how many bytes it wrote.
    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int
    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError)
    /// Returns once the file's content and size survive a power cut.
    func synchronize(_ file: FileDescriptor) throws(FileError)
    /// Makes a directory that only its owner may use. One that exists already is no failure.
    func createDirectory(_ path: String) throws(FileError)
    /// Returns once the names in a directory survive a power cut.
    func synchronizeDirectory(_ path: String) throws(FileError)
}

package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

package struct FileStatus: Hashable, Sendable {
    /// Tells files apart, as long as one of them is open.
    package let device: UInt64
    package let inode: UInt64
    package let size: Int

    package init(device: UInt64, inode: UInt64, size: Int) {
        self.device = device
        self.inode = inode
        self.size = size
    }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
