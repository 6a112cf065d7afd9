import Foundation

/// The terminal that standard output is, if it is one.
struct Terminal: Sendable {
    let columns: Int?
    let hasColour: Bool
    /// Whether more than ASCII can be shown.
    let hasUnicode: Bool

    /// `nil` for a file or a pipe.
    static let current: Terminal? = {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        return Terminal(environment: ProcessInfo.processInfo.environment, columns: windowColumns)
    }()

    /// Reads the environment. `NO_COLOR` counts unless it is empty (https://no-color.org).
    init(environment: [String: String], columns: Int?) {
        let term = environment["TERM"] ?? ""
        hasColour = (environment["NO_COLOR"] ?? "").isEmpty && !term.isEmpty && term != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let encoding = locale.uppercased()
        hasUnicode = encoding.contains("UTF-8") || encoding.contains("UTF8")
        self.columns = columns
    }

    private static var windowColumns: Int? {
        #if os(Windows)
        return nil
        #else
        var size = winsize()
        guard ioctl(STDOUT_FILENO, .init(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
        #endif
    }
}
