import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The least that a durable commit can be: bytes at a file's end, and a sync.
final class RawFile {
    private let descriptor: Int32
    private var end: off_t = 0

    init(_ url: URL) throws {
        descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
    }

    func append(_ bytes: [UInt8]) throws {
        guard pwrite(descriptor, bytes, bytes.count, end) == bytes.count else { throw POSIXError(.EIO) }
        end += off_t(bytes.count)
        #if canImport(Darwin)
        let isDurable = fcntl(descriptor, F_FULLFSYNC) == 0
        #else
        let isDurable = fdatasync(descriptor) == 0
        #endif
        guard isDurable else { throw POSIXError(.EIO) }
    }

    deinit {
        close(descriptor)
    }
}
