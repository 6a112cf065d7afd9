// The one file that knows the operating system.
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// One of the process's open files.
package struct Descriptor: Sendable {
    private let number: Int32

    package static let input = Descriptor(number: STDIN_FILENO)
    package static let output = Descriptor(number: STDOUT_FILENO)
    package static let error = Descriptor(number: STDERR_FILENO)

    package var isTerminal: Bool { isatty(number) == 1 }

    /// Columns and rows; `nil` where there is no window.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(number, .init(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whatever is there, once something is; empty at the end, and when nothing can be read.
    package func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            #if canImport(Darwin)
            let count = Darwin.read(number, &buffer, buffer.count)
            #else
            let count = Foundation.read(number, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// Writes at once, so that whoever reads knows as much as the program does, also when it is killed.
    package func write(_ text: String) {
        try? FileHandle(fileDescriptor: number, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
    }

    /// Opens a file to hold its advisory lock, which goes with the process.
    ///
    /// - Throws: `POSIXError`.
    package static func lockFile(at path: String) throws -> Descriptor {
        let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return Descriptor(number: number)
    }

    /// Takes the lock.
    ///
    /// - Parameter isPatient: Whether to block while another process holds it.
    /// - Returns: Whether this process holds it now. A file system without locks says yes.
    package func lock(isPatient: Bool) -> Bool {
        while flock(number, isPatient ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { return true }
        }
        return true
    }
}
