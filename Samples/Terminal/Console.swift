public import Foundation

/// The output of the program: a screen for a person at a terminal, otherwise plain lines.
@MainActor
public final class Console {
    public let isInteractive: Bool
    public let style: Style
    /// Whether the terminal has a screen that can be drawn anew.
    let canDraw: Bool
    /// The lines for the next drawing, and those of the last one.
    private var newLines: [String] = []
    private var shownLines: [String] = []
    /// The number of lines above the prompt.
    private var height = 0
    private var isCursorHidden = false
    /// Why the output could not be written. Nothing is written after that.
    public private(set) var failure: POSIXError?

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInteractive = StandardStreams.areTerminal
        style = Style(environment: environment, isTerminal: isInteractive)
        canDraw = isInteractive && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    public var size: (columns: Int, rows: Int) { StandardStreams.windowSize ?? (80, 24) }

    /// Shows a text of one line or several.
    public func say(_ text: String, _ role: Style.Role = .plain) {
        guard isInteractive else {
            let text = role == .bad ? "error: " + text.replacingOccurrences(of: "\n", with: "\n  ") : text
            return write(text + "\n")
        }
        var mark = style.mark(role)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let lines = "\(mark) \(style(String(line), role))".wrapped(to: size.columns - 1, indent: 2)
            if canDraw { newLines += lines } else { write(lines.joined(separator: "\n") + "\n") }
            mark = " "
        }
    }

    /// Draws the screen: as many blocks as fit, the first ones first, then the new lines.
    func draw(_ blocks: [[String]], prompt: String) {
        guard canDraw else { return write(prompt) }
        (shownLines, newLines) = (newLines, [])
        let lines = lines(of: blocks)
        height = lines.count
        write("\u{1B}[H\u{1B}[2J\u{1B}[3J" + lines.joined(separator: "\n") + "\n" + prompt)
    }

    /// Draws the screen around a prompt at which a person may be typing: the shown lines stay, and the new ones are
    /// added.
    ///
    /// - Parameter isResized: Whether the window has another size, so that nothing is where it was.
    func redraw(_ blocks: [[String]], prompt: String, isResized: Bool) {
        guard canDraw else { return write(prompt) }
        newLines = shownLines + newLines
        guard !isResized, height < size.rows else { return draw(blocks, prompt: prompt) }
        // At most half a screen of lines stays.
        (shownLines, newLines) = (newLines.suffix(max(3, size.rows / 2)), [])
        let lines = lines(of: blocks)
        let growth = lines.count - height
        height = lines.count
        // The cursor is saved, lines are inserted or deleted above it, and it moves along with its line.
        var text = "\u{1B}7\u{1B}[H"
        if growth != 0 { text += "\u{1B}[\(abs(growth))\(growth > 0 ? "L" : "M")" }
        text += lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}8"
        if growth != 0 { text += "\u{1B}[\(abs(growth))\(growth > 0 ? "B" : "A")" }
        write(text)
    }

    private func lines(of blocks: [[String]]) -> [String] {
        let tail = shownLines.isEmpty ? [] : shownLines + [""]
        let rows = size.rows - tail.count - 1
        var lines: [String] = []
        for block in blocks where lines.count + block.count + 1 <= rows { lines += block + [""] }
        // The new lines are most important; of the rest, the title stays.
        if lines.isEmpty { lines = blocks.joined().prefix(1) + [""] }
        return lines + tail
    }

    /// Writes to the output, until that fails for the first time.
    public func write(_ text: String) {
        guard failure == nil else { return }
        do {
            try StandardStreams.writeOutput(text)
        } catch {
            failure = error as? POSIXError
        }
    }

    /// Shows a spinner during some work.
    ///
    /// The spinner stays long enough to be seen: the simulated store answers faster than an eye.
    public func waiting<Value>(for activity: String, _ work: () async throws -> Value) async throws -> Value {
        guard canDraw else { return try await work() }
        let spinner = Task { await spin(activity) }
        do {
            let value = try await work()
            await spinner.value
            return value
        } catch {
            await spinner.value
            throw error
        }
    }

    private func spin(_ activity: String) async {
        write("\u{1B}[?25l")
        isCursorHidden = true
        for frame in style.spinnerFrames {
            write("\r\(style(frame, .waiting)) \(style(activity, .quiet))\u{1B}[K")
            // For the eye alone; nothing depends on it.
            try? await Task.sleep(for: .milliseconds(70))
        }
        write("\r\u{1B}[K")
        restore()
    }

    /// Leaves the terminal as it was.
    func restore() {
        guard isCursorHidden else { return }
        write("\u{1B}[0m\u{1B}[?25h")
        isCursorHidden = false
    }
}
