import Dispatch
import Foundation

/// Takes commands, one a line, until there are no more: from a person, who sees a screen, or from a script.
@MainActor
package struct Conversation {
    package let name: String
    package let console: Console
    package let commands: CommandTable
    /// What the screen shows above the menu, what matters most first.
    package let state: @MainActor () async -> [[String]]
    /// What a failure is called, in words for a person.
    package let describe: @MainActor (any Error) -> String

    package init(
        name: String,
        console: Console,
        commands: CommandTable,
        state: @escaping @MainActor () async -> [[String]],
        describe: @escaping @MainActor (any Error) -> String
    ) {
        self.name = name
        self.console = console
        self.commands = commands
        self.state = state
        self.describe = describe
    }

    /// - Returns: The exit status: 1 if a command of a script failed. A person has seen what failed.
    package func run(reading reader: LineReader) async -> Int32 {
        let interruption = console.isInteractive ? leaveOnInterruption() : nil
        defer { interruption?.cancel() }
        var line = 0
        var failures = 0
        while true {
            if console.isInteractive { await draw() }
            guard let input = await reader.next() else { break }
            line += 1
            do {
                guard case .text(let text) = input else { throw CommandFailure("This is not UTF-8.") }
                let words = Self.words(in: text)
                if words.isEmpty { continue }
                guard try await commands.run(words, on: console) else { return status(failures) }
            } catch {
                failures += 1
                console.say(describe(error), .bad)
                if !console.isInteractive { Descriptor.error.write("\(name): The command on line \(line) failed.\n") }
            }
        }
        if console.isInteractive { Descriptor.output.write("\n") }
        return status(failures)
    }

    private func draw() async {
        let columns = console.size.columns
        console.draw(
            await state() + [commands.menu(columns: columns, style: console.style)],
            prompt: console.style(console.style.hasUnicode ? "› " : "> ", .strong)
        )
    }

    private func status(_ failures: Int) -> Int32 {
        failures > 0 && !console.isInteractive ? 1 : 0
    }

    /// A word that begins with # begins a comment.
    static func words(in line: String) -> [String] {
        line.split(whereSeparator: \.isWhitespace).map(String.init).prefix { !$0.hasPrefix("#") }.map { $0 }
    }

    /// Ends the program on Ctrl-C with the terminal as it was. What was paid for comes again at the next launch.
    private func leaveOnInterruption() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
        source.setEventHandler { [console] in
            // The main queue runs the main actor's work.
            MainActor.assumeIsolated {
                console.restore()
                Descriptor.output.write("\n")
            }
            exit(130)
        }
        source.activate()
        return source
    }
}
