import Foundation

/// The abilities of the terminal that shows the standard output.
struct Terminal: Sendable {
    var columns = 100
    var hasColour = false
    /// Whether more than ASCII can be shown.
    var hasUnicode = true

    /// `nil` for a file or a pipe.
    static let current: Terminal? = {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var terminal = Terminal(environment: ProcessInfo.processInfo.environment)
        #if !os(Windows)
        var size = winsize()
        if ioctl(STDOUT_FILENO, .init(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { terminal.columns = Int(size.ws_col) }
        #endif
        return terminal
    }()
}

extension Terminal {
    /// Reads the environment. `NO_COLOR` counts unless it is empty (https://no-color.org).
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        hasColour = (environment["NO_COLOR"] ?? "").isEmpty && !term.isEmpty && term != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        hasUnicode = locale.uppercased().replacing("-", with: "").contains("UTF8")
    }
}
