import Foundation

/// The look of text in a terminal.
public struct Style: Sendable {
    public enum Role: String, Sendable {
        case plain = ""
        case strong = "1"
        case quiet = "2"
        case bad = "31"
        case good = "32"
        case waiting = "33"
        case title = "1;7"
    }

    public let hasColour: Bool
    /// Whether more than ASCII can be shown.
    public let hasUnicode: Bool

    /// Reads the environment. `NO_COLOR` counts unless it is empty (https://no-color.org).
    init(environment: [String: String], isTerminal: Bool) {
        let term = environment["TERM"] ?? ""
        let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty
        hasColour = isTerminal && !isPlain && !term.isEmpty && term != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let encoding = locale.uppercased()
        hasUnicode = !isTerminal || encoding.contains("UTF-8") || encoding.contains("UTF8")
    }

    public func callAsFunction(_ text: String, _ role: Role) -> String {
        hasColour && role != .plain && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A mark in front of a line.
    func mark(_ role: Role) -> String {
        switch role {
        case .good: self(hasUnicode ? "✓" : "+", role)
        case .bad: self(hasUnicode ? "✗" : "x", role)
        case .waiting: self(hasUnicode ? "…" : "~", role)
        case .plain, .strong, .quiet, .title: " "
        }
    }

    var spinnerFrames: [String] {
        hasUnicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴"] : ["|", "/", "-", "\\", "|", "/"]
    }
}
