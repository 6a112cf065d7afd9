import Foundation

/// The process's input and output as the operating system has them.
public enum StandardStreams {
    /// Whether both the input and the output are a terminal.
    static var areTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Columns and rows of the terminal; `nil` where there is no window.
    static var windowSize: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, .init(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The next line of the input; `nil` at its end. It is read away from the main thread, which stays free for
    /// callbacks.
    static func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: readLine()) }
        }
    }

    /// - Throws: `POSIXError`.
    static func writeOutput(_ text: String) throws {
        try writeAll(text, to: STDOUT_FILENO)
    }

    public static func writeError(_ text: String) {
        try? writeAll(text, to: STDERR_FILENO)
    }

    /// Writes without a buffer, so that nothing is lost when the program is killed.
    private static func writeAll(_ text: String, to descriptor: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }
}
