/// Something that a person or a script can ask for.
@MainActor
package struct Command {
    package let name: String
    /// As usage lines write them: `ID [QUANTITY]`, `on|off`.
    package let arguments: String
    package let help: String
    let run: @MainActor ([String]) async throws -> Void

    package init(
        _ name: String,
        _ arguments: String = "",
        help: String,
        run: @escaping @MainActor ([String]) async throws -> Void
    ) {
        self.name = name
        self.arguments = arguments
        self.help = help
        self.run = run
    }

    package var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    /// How many arguments there may be.
    private var counts: ClosedRange<Int> {
        let words = arguments.split(separator: " ")
        return words.filter { !$0.hasPrefix("[") }.count...words.count
    }

    func check(_ given: [String]) throws {
        guard counts.contains(given.count) else {
            throw CommandFailure(
                "\(given.count < counts.lowerBound ? "Something is missing" : "That is too much"). Write: \(usage)"
            )
        }
    }
}

/// Why a command did not do what it was asked for, in words for whoever asked.
package struct CommandFailure: Error {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// All commands, declared once: for `help`, for the menu, for people and for scripts.
@MainActor
package struct CommandTable {
    private struct Quit: Error {}

    private let commands: [Command]

    package init(_ commands: [Command]) {
        self.commands =
            commands + [
                Command("help", help: "these commands") { _ in },
                Command("quit", help: "leave") { _ in throw Quit() },
            ]
    }

    /// What each is for, in two columns.
    package func help(columns: Int) -> [String] {
        let width = (commands.map(\.usage.columns).max() ?? 0) + 4
        return commands.flatMap { command in
            ("  " + command.usage.padded(to: width - 2) + command.help).wrapped(to: columns, indent: width)
        }
    }

    /// The usages, as many on a line as fit.
    package func menu(columns: Int, style: Style) -> [String] {
        let separator = style.hasUnicode ? " · " : " | "
        var lines: [String] = []
        var line = ""
        for usage in commands.map(\.usage) {
            if line.isEmpty {
                line = usage
            } else if line.columns + separator.columns + usage.columns + 2 > columns {
                lines.append(line)
                line = usage
            } else {
                line += separator + usage
            }
        }
        return (lines + [line]).map { style("  " + $0, .quiet) }
    }

    /// - Returns: Whether the conversation goes on.
    func run(_ words: [String], on console: Console) async throws -> Bool {
        let name = words[0]
        guard let command = commands.first(where: { $0.name == name.lowercased() }) else {
            let failure = "There is no command “\(name.printable)”."
            // A person has them on the screen.
            if console.isInteractive { throw CommandFailure(failure + " “help” tells what there is.") }
            throw CommandFailure(
                ([failure + " There are:"] + help(columns: console.size.columns - 3)).joined(separator: "\n")
            )
        }
        let arguments = Array(words.dropFirst())
        try command.check(arguments)
        if command.name == "help" { help(columns: console.size.columns - 3).forEach { console.say($0) } }
        do {
            try await command.run(arguments)
            return true
        } catch is Quit {
            return false
        }
    }
}
