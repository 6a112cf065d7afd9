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
public struct Descriptor: Sendable {
    private let number: Int32

    public static let input = Descriptor(number: STDIN_FILENO)
    public static let output = Descriptor(number: STDOUT_FILENO)
    public static let error = Descriptor(number: STDERR_FILENO)

    public var isTerminal: Bool { isatty(number) == 1 }

    /// Columns and rows; `nil` where there is no window.
    public var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(number, .init(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whatever is there, once something is; empty at the end, and when nothing can be read.
    public func read() -> [UInt8] {
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

    /// Writes without a buffer, so that nothing is lost when the program is killed.
    ///
    /// - Throws: `POSIXError`.
    public func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                Darwin.write(number, bytes.baseAddress, bytes.count)
                #else
                Foundation.write(number, bytes.baseAddress, bytes.count)
                #endif
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Self.lastError()
            }
        }
    }

    /// Opens a file to hold its advisory lock, which goes with the process.
    ///
    /// - Throws: `POSIXError`.
    public static func lockFile(at path: String) throws -> Descriptor {
        let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw lastError() }
        return Descriptor(number: number)
    }

    /// Takes the lock, unless another process holds it.
    ///
    /// - Returns: Whether this process holds it now. A file system without locks says yes.
    public func lock() -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { return true }
        }
        return true
    }

    /// The beginning of the file.
    public func text() -> String? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(number, &buffer, buffer.count, 0)
        return count > 0 ? String(bytes: buffer.prefix(count), encoding: .utf8) : nil
    }

    /// Makes this the content of the file, if that can be.
    public func replaceText(with text: String) {
        guard ftruncate(number, 0) == 0 else { return }
        try? write(text)
    }

    /// A file that does not exist is no failure.
    ///
    /// - Throws: `POSIXError`.
    public static func removeFile(at path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw lastError() }
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
