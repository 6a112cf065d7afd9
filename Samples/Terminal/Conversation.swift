import Foundation

/// The program that a conversation controls.
@MainActor
public protocol ConversationProgram: AnyObject {
    var name: String { get }
    var console: Console { get }
    var commands: CommandTable { get }
    /// The blocks of the screen above the menu, the most important one first.
    func blocks() async -> [[String]]
    /// A failure in words for a person.
    func sentence(for error: any Error) -> String
    /// Shows the alerts that came without a command.
    ///
    /// - Returns: Whether there were any.
    func sayAlerts() -> Bool
}

/// Reads commands, one a line, until there are no more: of a person, who sees a screen, or of a script.
@MainActor
public final class Conversation {
    private let program: any ConversationProgram
    private var console: Console { program.console }
    private var isReading = false
    private var isRedrawing = false
    private var isResized = false

    public init(with program: any ConversationProgram) {
        self.program = program
    }

    /// - Returns: The exit status: 1 if a command of a script failed; a person has seen the failure.
    public func run() async -> Int32 {
        let signals = console.isInteractive ? [leaveOnInterruption(), redrawOnResizing()] : []
        defer { signals.forEach { $0.cancel() } }
        var (line, failures) = (0, 0)
        while console.failure == nil {
            _ = program.sayAlerts()
            if console.isInteractive { console.draw(await screen(), prompt: prompt) }
            isReading = true
            let input = await StandardStreams.nextLine()
            isReading = false
            guard let input else {
                if console.isInteractive { console.write("\n") }
                break
            }
            line += 1
            do {
                // Bytes that are not UTF-8 are read as U+FFFD.
                if input.contains("\u{FFFD}") { throw CommandFailure("This is not UTF-8.") }
                // A word that begins with # begins a comment.
                let words = input.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }.map(String.init)
                if words.isEmpty { continue }
                guard try await program.commands.run(words, on: console) else { break }
            } catch {
                console.say(program.sentence(for: error), .bad)
                guard !console.isInteractive else { continue }
                failures += 1
                StandardStreams.writeError("\(program.name): The command on line \(line) failed.\n")
            }
        }
        return failures > 0 ? 1 : 0
    }

    /// Shows what has happened, unless a command runs, which will show it.
    public func update() {
        guard isReading else { return }
        let hasAlerts = program.sayAlerts()
        // A terminal without a screen shows the alerts, and the prompt again.
        if console.canDraw || (hasAlerts && console.isInteractive) { redraw() }
    }

    /// Draws the screen once for several calls in a row.
    private func redraw(isResized: Bool = false) {
        self.isResized = self.isResized || isResized
        guard !isRedrawing else { return }
        isRedrawing = true
        Task {
            isRedrawing = false
            let screen = await screen()
            if isReading { console.redraw(screen, prompt: prompt, isResized: self.isResized) }
            self.isResized = false
        }
    }

    private func screen() async -> [[String]] {
        await program.blocks() + [program.commands.menu(columns: console.size.columns, style: console.style)]
    }

    private var prompt: String { console.style(console.style.hasUnicode ? "› " : "> ", .strong) }

    /// Ends the program on Ctrl-C with the terminal as it was. Unfinished transactions come again at the next launch.
    private func leaveOnInterruption() -> any DispatchSourceSignal {
        on(SIGINT) { [console] in
            console.restore()
            console.write("\n")
            exit(130)
        }
    }

    private func redrawOnResizing() -> any DispatchSourceSignal {
        on(SIGWINCH) { [weak self] in self?.redraw(isResized: true) }
    }

    private func on(_ number: Int32, _ body: @escaping @MainActor () -> Void) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        // The main queue runs the main actor's work.
        source.setEventHandler { MainActor.assumeIsolated { body() } }
        source.activate()
        return source
    }
}
