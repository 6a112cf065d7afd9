import Foundation

/// The standard output, which remembers why it could not be written.
final class StandardOutput {
    private let handle: FileHandle
    private(set) var failure: String?

    /// - Parameter handle: Another one than the standard output in tests.
    init(_ handle: FileHandle = .standardOutput) {
        self.handle = handle
        // A reader that leaves early is an error to report, and not the silent end of the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a line. After a failure, nothing more is tried.
    func print(_ line: String) {
        guard failure == nil else { return }
        do {
            try handle.write(contentsOf: Data("\(line)\n".utf8))
        } catch {
            failure = Self.description(of: error)
        }
    }

    private static func description(of error: any Error) -> String {
        guard let code = error.systemErrorCode else { return "it cannot be written. Write it to another place" }
        switch code {
        case EPIPE: return "its reader has stopped. Read it to its end, or write it to a file"
        case ENOSPC, EDQUOT: return "there is no space left. Make room, or write it to another place"
        case EBADF: return "it is closed. Leave it open, or write it to a file"
        default: return "\(String(cString: strerror(code)).lowercased()). Write it to another place"
        }
    }
}

extension Error {
    /// The operating system's `errno` behind an error of Foundation.
    var systemErrorCode: Int32? {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.systemErrorCode
    }
}
