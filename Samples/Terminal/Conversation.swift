import Dispatch
import Foundation

/// Takes commands, one a line, until there are no more: from a person, who sees a screen, or from a script.
@MainActor
public final class Conversation {
    private let name: String
    private let console: Console
    private let commands: @MainActor () -> CommandTable
    private let state: @MainActor () async -> [[String]]
    private let describe: @MainActor (any Error) -> String
    private let news: @MainActor () -> Bool
    /// Whether a line is waited for.
    private var isListening = false
    private var isRedrawing = false
    private var isResized = false

    /// - Parameters:
    ///   - state: What the screen shows above the menu, what matters most first.
    ///   - describe: What a failure is called, in words for a person.
    ///   - news: Prints what has happened without a command, and returns whether there was anything.
    public init(
        name: String,
        console: Console,
        commands: @escaping @MainActor () -> CommandTable,
        state: @escaping @MainActor () async -> [[String]],
        describe: @escaping @MainActor (any Error) -> String,
        news: @escaping @MainActor () -> Bool
    ) {
        self.name = name
        self.console = console
        self.commands = commands
        self.state = state
        self.describe = describe
        self.news = news
    }

    /// - Returns: The exit status: 1 if a command of a script failed; a person has seen what failed. `nil` when the
    ///   console has failed, so that the results of commands are lost.
    public func run(reading reader: LineReader) async -> Int32? {
        let signals = console.isInteractive ? [leaveOnInterruption(), redrawOnResizing()] : []
        defer { signals.forEach { $0.cancel() } }
        var line = 0
        var failures = 0
        while console.failure == nil {
            _ = news()
            if console.isInteractive { console.draw(await screen(), prompt: prompt) }
            isListening = true
            let next = await reader.next()
            isListening = false
            guard let input = next else {
                if console.isInteractive { console.write("\n") }
                break
            }
            line += 1
            do {
                guard case .text(let text) = input else { throw CommandFailure("This is not UTF-8.") }
                let words = Self.words(in: text)
                if words.isEmpty { continue }
                guard try await commands().run(words, on: console) else { break }
            } catch {
                failures += 1
                console.say(describe(error), .bad)
                if !console.isInteractive {
                    try? Descriptor.error.write("\(name): The command on line \(line) failed.\n")
                }
            }
        }
        if console.failure != nil { return nil }
        return failures > 0 && !console.isInteractive ? 1 : 0
    }

    /// Prints what has happened and draws the screen, unless a command runs that will.
    public func interrupt() {
        guard isListening else { return }
        let hasNews = news()
        // A terminal without a screen shows what is printed, and the prompt again.
        if console.canDraw || (hasNews && console.isInteractive) { redraw() }
    }

    /// Draws the screen once for several calls in a row.
    private func redraw(isResized: Bool = false) {
        self.isResized = self.isResized || isResized
        guard !isRedrawing else { return }
        isRedrawing = true
        Task {
            isRedrawing = false
            let screen = await screen()
            if isListening { console.redraw(screen, prompt: prompt, isResized: self.isResized) }
            self.isResized = false
        }
    }

    private func screen() async -> [[String]] {
        await state() + [commands().menu(columns: console.size.columns, style: console.style)]
    }

    private var prompt: String { console.style(console.style.hasUnicode ? "› " : "> ", .strong) }

    /// A word that begins with # begins a comment.
    static func words(in line: String) -> [String] {
        line.split(whereSeparator: \.isWhitespace).map(String.init).prefix { !$0.hasPrefix("#") }.map { $0 }
    }

    /// Ends the program on Ctrl-C with the terminal as it was. What was paid for comes again at the next launch.
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
