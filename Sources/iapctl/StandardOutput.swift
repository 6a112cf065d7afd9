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

/// Where the tool's lines go, and what kept them from getting there.
final class StandardOutput {
    private let handle: FileHandle
    /// What is not yet written.
    private var waiting = Data()
    private(set) var failure: String?

    /// - Parameter handle: Other than the standard output in tests.
    init(_ handle: FileHandle = .standardOutput) {
        self.handle = handle
        // A reader that leaves early is an error to be told, not the end of the process without a word.
        signal(SIGPIPE, SIG_IGN)
    }

    func print(_ line: String) {
        waiting += Data("\(line)\n".utf8)
        if waiting.count > 1 << 16 { flush() }
    }

    /// Writes what waits. Nothing more is tried after a failure.
    func flush() {
        defer { waiting.removeAll(keepingCapacity: true) }
        guard failure == nil, !waiting.isEmpty else { return }
        do {
            try handle.write(contentsOf: waiting)
        } catch {
            failure = Self.words(for: error)
        }
    }

    private static func words(for error: any Error) -> String {
        switch SystemError(error)?.code {
        case EPIPE: "whoever read it has stopped. Read it to its end, or write it to a file"
        case ENOSPC, EDQUOT: "there is no room left. Make room, or write it to another place"
        case EBADF: "it is closed. Leave it open, or write it to a file"
        case let code?: "\(SystemError(code: code).words). Write it to another place"
        case nil: "it cannot be written. Write it to another place"
        }
    }
}

/// What the operating system says went wrong.
struct SystemError {
    let code: Int32

    init(code: Int32) {
        self.code = code
    }

    /// The one behind an error of Foundation's; `nil` where there is none.
    init?(_ error: any Error) {
        var error = error as NSError
        while error.domain != NSPOSIXErrorDomain {
            guard let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError else { return nil }
            error = cause
        }
        code = Int32(error.code)
    }

    /// Such as `permission denied`.
    var words: String { String(cString: strerror(code)).lowercased() }
}
