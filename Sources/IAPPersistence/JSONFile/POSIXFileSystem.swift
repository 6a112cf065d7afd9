// The one place where Darwin and Linux differ in keeping a file.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import CStatx
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A failed system call's `errno`.
package struct FileError: Error, Hashable, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    package static let interrupted = FileError(code: EINTR)
    package static let notFound = FileError(code: ENOENT)
    package static let exists = FileError(code: EEXIST)
    package static let noSpace = FileError(code: ENOSPC)
    package static let inputOutput = FileError(code: EIO)
    package static let notPermitted = FileError(code: EACCES)
    package static let notAllowed = FileError(code: EPERM)
    package static let readOnlyVolume = FileError(code: EROFS)
    package static let busy = FileError(code: EWOULDBLOCK)

    package var description: String { String(cString: strerror(code)) }
}

/// The operating system's files.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package func open(_ path: String, _ opening: FileOpening) throws(FileError) -> FileDescriptor {
        let flags =
            switch opening {
            case .reading: O_RDONLY
            case .readingAndWriting: O_RDWR
            case .creating: O_RDWR | O_CREAT
            case .creatingNew: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            }
        return FileDescriptor(rawValue: try checked(systemOpen(path, flags | O_CLOEXEC, 0o600)))
    }

    package func close(_ file: FileDescriptor) {
        _ = systemClose(file.rawValue)
    }

    package func status(of file: FileDescriptor) throws(FileError) -> FileStatus {
        #if canImport(Glibc)
        return try status(at: "", from: file.rawValue, AT_EMPTY_PATH)
        #else
        var status = stat()
        try checked(fstat(file.rawValue, &status))
        return FileStatus(status)
        #endif
    }

    package func status(at path: String) throws(FileError) -> FileStatus {
        #if canImport(Glibc)
        return try status(at: path, from: AT_FDCWD, 0)
        #else
        var status = stat()
        try checked(stat(path, &status))
        return FileStatus(status)
        #endif
    }

    #if canImport(Glibc)
    /// Without the file's times: a kernel that was asked for them gives the next write a time of its own, and to bring that
    /// to the disk takes half as long as to bring a line there.
    /// https://docs.kernel.org/filesystems/multigrain-ts.html
    private func status(at path: String, from file: Int32, _ flags: Int32) throws(FileError) -> FileStatus {
        var status = statx()
        try checked(statx(file, path, flags, UInt32(STATX_INO | STATX_SIZE), &status))
        return FileStatus(
            device: UInt64(status.stx_dev_major) << 32 | UInt64(status.stx_dev_minor),
            inode: status.stx_ino,
            size: Int(status.stx_size)
        )
    }
    #endif

    package func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        do throws(FileError) {
            try checked(flock(file.rawValue, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB))
            return true
        } catch {
            if error == .busy { return false }
            throw error
        }
    }

    package func unlock(_ file: FileDescriptor) {
        _ = flock(file.rawValue, LOCK_UN)
    }

    package func read(
        _ file: FileDescriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(FileError) -> Int {
        try checked(pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset)))
    }

    package func write(
        _ bytes: UnsafeRawBufferPointer,
        to file: FileDescriptor,
        at offset: Int
    ) throws(FileError) -> Int {
        try checked(pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset)))
    }

    package func truncate(_ file: FileDescriptor, to size: Int) throws(FileError) {
        try checked(ftruncate(file.rawValue, off_t(size)))
    }

    package func synchronize(_ file: FileDescriptor) throws(FileError) {
        #if canImport(Darwin)
        // fsync leaves data in the drive's cache; file systems without F_FULLFSYNC have nothing better. Where there is one,
        // its failure says that the data is not on the disk.
        // https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
        do throws(FileError) {
            try checked(fcntl(file.rawValue, F_FULLFSYNC))
        } catch {
            guard [ENOTSUP, EINVAL, ENOTTY].contains(error.code) else { throw error }
            try checked(fsync(file.rawValue))
        }
        #else
        try checked(fdatasync(file.rawValue))
        #endif
    }

    package func rename(_ path: String, to newPath: String) throws(FileError) {
        try checked(systemRename(path, newPath))
    }

    package func remove(_ path: String) throws(FileError) {
        try checked(unlink(path))
    }

    package func destination(of path: String) throws(FileError) -> String {
        guard let destination = realpath(path, nil) else { throw FileError(code: errno) }
        defer { free(destination) }
        return String(cString: destination)
    }

    package func createDirectory(_ path: String) throws(FileError) {
        do throws(FileError) {
            try checked(mkdir(path, 0o700))
        } catch {
            if error != .exists { throw error }
        }
    }

    package func synchronizeDirectory(_ path: String) throws(FileError) {
        let directory = FileDescriptor(rawValue: try checked(systemOpen(path, O_RDONLY | O_CLOEXEC, 0)))
        defer { close(directory) }
        #if canImport(Darwin)
        try synchronize(directory)
        #else
        // fdatasync promises a file's data, and says nothing of a directory's names.
        try checked(fsync(directory.rawValue))
        #endif
    }
}

@discardableResult
private func checked<Number: FixedWidthInteger>(_ result: Number) throws(FileError) -> Number {
    guard result == -1 else { return result }
    throw FileError(code: errno)
}

// Under other names, since the type's own functions hide them.

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
private func systemClose(_ file: Int32) -> Int32 { close(file) }

#if !canImport(Glibc)
extension FileStatus {
    fileprivate init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int(status.st_size)
        )
    }
}
#endif
