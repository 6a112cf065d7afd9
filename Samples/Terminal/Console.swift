import Foundation

/// Where the program speaks: to a person at a terminal, or, a line at a time, to whoever reads its output.
@MainActor
package final class Console {
    package let isInteractive: Bool
    package let style: Style
    /// Whether the screen can be drawn anew.
    private let canDraw: Bool
    private var said: [String] = []
    private var isCursorHidden = false

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
        style = Style(environment: environment, isTerminal: isInteractive)
        canDraw = isInteractive && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    package var size: (columns: Int, rows: Int) { Descriptor.output.size ?? (80, 24) }

    /// Says a line, or several.
    package func say(_ text: String, _ role: Style.Role = .plain) {
        guard isInteractive else {
            let text = role == .bad ? "error: " + text.replacingOccurrences(of: "\n", with: "\n  ") : text
            return Descriptor.output.write(text + "\n")
        }
        var mark = style.mark(role)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let lines = "\(mark) \(style(String(line), role))".wrapped(to: size.columns - 1, indent: 2)
            if canDraw { said += lines } else { Descriptor.output.write(lines.joined(separator: "\n") + "\n") }
            mark = " "
        }
    }

    /// Draws the screen: as many blocks as there is room for, the first ones first, and what was said since the last time.
    package func draw(_ blocks: [[String]], prompt: String) {
        guard canDraw else { return Descriptor.output.write(prompt) }
        let spoken = said.isEmpty ? [] : said + [""]
        said = []
        let room = size.rows - spoken.count - 1
        var lines: [String] = []
        for block in blocks where lines.count + block.count + 1 <= room { lines += block + [""] }
        // What was said matters most; of the rest, the title stays.
        if lines.isEmpty { lines = Array(blocks.joined().prefix(1)) + [""] }
        lines += spoken
        Descriptor.output.write("\u{1B}[H\u{1B}[2J\u{1B}[3J" + lines.joined(separator: "\n") + "\n" + prompt)
    }

    /// Shows that something takes time while it does.
    ///
    /// Where there is somebody to see it, it shows long enough to be seen: the simulated store answers faster than an eye.
    package func waiting<Value>(for what: String, _ work: () async throws -> Value) async rethrows -> Value {
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
        Descriptor.output.write("\u{1B}[?25l")
        isCursorHidden = true
        for frame in 0..<6 {
            let frames = style.spinnerFrames
            Descriptor.output.write("\r\(style(frames[frame % frames.count], .waiting)) \(style(what, .quiet))\u{1B}[K")
            // For the eye; what is waited for does not depend on it.
            try? await Task.sleep(for: .milliseconds(70))
        }
        Descriptor.output.write("\r\u{1B}[K")
        restore()
    }

    /// Leaves the terminal as it was.
    package func restore() {
        guard isCursorHidden else { return }
        Descriptor.output.write("\u{1B}[0m\u{1B}[?25h")
        isCursorHidden = false
    }
}
