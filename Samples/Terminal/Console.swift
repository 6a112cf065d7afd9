public import Foundation

/// The output of the program: a screen for a person at a terminal, otherwise plain lines.
@MainActor
public final class Console {
    public let isInteractive: Bool
    public let style: Style
    /// Whether the screen can be drawn anew.
    let canDraw: Bool
    /// The lines for the next drawing, and those of the last one.
    private var said: [String] = []
    private var spoken: [String] = []
    /// How many lines stand above the prompt.
    private var height = 0
    private var isCursorHidden = false
    /// Why the output could not be written. What follows goes nowhere.
    public private(set) var failure: POSIXError?

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
        style = Style(environment: environment, isTerminal: isInteractive)
        canDraw = isInteractive && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    public var size: (columns: Int, rows: Int) { Descriptor.output.size ?? (80, 24) }

    /// Says a line, or several.
    public func say(_ text: String, _ role: Style.Role = .plain) {
        guard isInteractive else {
            let text = role == .bad ? "error: " + text.replacingOccurrences(of: "\n", with: "\n  ") : text
            return write(text + "\n")
        }
        var mark = style.mark(role)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let lines = "\(mark) \(style(String(line), role))".wrapped(to: size.columns - 1, indent: 2)
            if canDraw { said += lines } else { write(lines.joined(separator: "\n") + "\n") }
            mark = " "
        }
    }

    /// Draws the screen: as many blocks as there is room for, the first ones first, and what was said since the last
    /// time.
    public func draw(_ blocks: [[String]], prompt: String) {
        guard canDraw else { return write(prompt) }
        spoken = said
        said = []
        let lines = lines(of: blocks)
        height = lines.count
        write("\u{1B}[H\u{1B}[2J\u{1B}[3J" + lines.joined(separator: "\n") + "\n" + prompt)
    }

    /// Draws the screen anew around a prompt at which somebody may be typing: what was said stays, and what is new is
    /// added.
    ///
    /// - Parameter isResized: Whether the window is another one, so that nothing is where it was.
    public func redraw(_ blocks: [[String]], prompt: String, isResized: Bool = false) {
        guard canDraw else { return write(prompt) }
        said = spoken + said
        guard !isResized, height < size.rows else { return draw(blocks, prompt: prompt) }
        // More than half a screen of it is old.
        spoken = said.suffix(max(3, size.rows / 2))
        said = []
        let lines = lines(of: blocks)
        let growth = lines.count - height
        height = lines.count
        // The cursor is kept, room is made or taken away above it, and it moves along with its line.
        var text = "\u{1B}7\u{1B}[H"
        if growth != 0 { text += "\u{1B}[\(abs(growth))\(growth > 0 ? "L" : "M")" }
        text += lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}8"
        if growth != 0 { text += "\u{1B}[\(abs(growth))\(growth > 0 ? "B" : "A")" }
        write(text)
    }

    private func lines(of blocks: [[String]]) -> [String] {
        let tail = spoken.isEmpty ? [] : spoken + [""]
        let room = size.rows - tail.count - 1
        var lines: [String] = []
        for block in blocks where lines.count + block.count + 1 <= room { lines += block + [""] }
        // What was said matters most; of the rest, the title stays.
        if lines.isEmpty { lines = Array(blocks.joined().prefix(1)) + [""] }
        return lines + tail
    }

    /// Writes to the output, until that fails for the first time.
    public func write(_ text: String) {
        guard failure == nil else { return }
        do {
            try Descriptor.output.write(text)
        } catch {
            failure = error as? POSIXError
        }
    }

    /// Shows that something takes time while it does.
    ///
    /// On a screen it shows long enough to be seen: the simulated store answers faster than an eye.
    public func waiting<Value>(for what: String, _ work: () async throws -> Value) async rethrows -> Value {
        guard canDraw else { return try await work() }
        let spinner = Task { await spin(what) }
        do {
            let value = try await work()
            await spinner.value
            return value
        } catch {
            await spinner.value
            throw error
        }
    }

    private func spin(_ what: String) async {
        write("\u{1B}[?25l")
        isCursorHidden = true
        for frame in 0..<6 {
            let frames = style.spinnerFrames
            write("\r\(style(frames[frame % frames.count], .waiting)) \(style(what, .quiet))\u{1B}[K")
            // For the eye; what is waited for does not depend on it.
            try? await Task.sleep(for: .milliseconds(70))
        }
        write("\r\u{1B}[K")
        restore()
    }

    /// Leaves the terminal as it was.
    public func restore() {
        guard isCursorHidden else { return }
        write("\u{1B}[0m\u{1B}[?25h")
        isCursorHidden = false
    }
}
