/// Something that a person or a script can ask for.
@MainActor
public struct Command {
    public let name: String
    /// As usage lines write them: `ID [QUANTITY]`, `on|off`.
    public let arguments: String
    public let help: String
    let run: @MainActor ([String]) async throws -> Void

    public init(
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

    public var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

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

/// Why a command failed, in words for the person who typed it.
public struct CommandFailure: Error {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}

/// Commands that belong together.
@MainActor
public struct CommandTopic {
    let name: String
    let commands: [Command]

    public init(_ name: String, _ commands: [Command]) {
        self.name = name
        self.commands = commands
    }
}

/// All commands, declared once: for `help`, for the menu, for people and for scripts.
@MainActor
public struct CommandTable {
    private struct Quit: Error {}

    private let topics: [CommandTopic]

    public init(_ topics: [CommandTopic]) {
        let program = [
            Command("help", "[WORD]", help: "these commands, or those of a topic, or one") { _ in },
            Command("quit", help: "leave") { _ in throw Quit() },
        ]
        self.topics = topics + [CommandTopic("program", program)]
    }

    private var commands: [Command] { topics.flatMap(\.commands) }

    /// What each command is for; by topic alone where that is more than there is room for.
    ///
    /// - Parameter rows: How many lines there is room for; any number with `nil`.
    public func help(columns: Int, rows: Int? = nil) -> [String] {
        let all = Self.help(commands, columns: columns)
        guard let rows, all.count > rows else { return all }
        let width = (topics.map(\.name.columns).max() ?? 0) + 4
        let lines = topics.flatMap { topic in
            ("  " + topic.name.padded(to: width - 2) + topic.commands.map(\.name).joined(separator: ", "))
                .wrapped(to: columns, indent: width)
        }
        return lines + ["“help” and one of these words tells more."]
    }

    private static func help(_ commands: [Command], columns: Int) -> [String] {
        let width = (commands.map(\.usage.columns).max() ?? 0) + 4
        return commands.flatMap { command in
            ("  " + command.usage.padded(to: width - 2) + command.help).wrapped(to: columns, indent: width)
        }
    }

    private func help(on word: String, columns: Int) throws -> [String] {
        let topic = topics.first { $0.name == word.lowercased() }
        let found = topic?.commands ?? commands.filter { $0.name == word.lowercased() }
        guard !found.isEmpty else {
            throw CommandFailure("There is no command “\(word.printable)”. “help” tells what there is.")
        }
        return Self.help(found, columns: columns)
    }

    /// The usages, as many on a line as fit.
    public func menu(columns: Int, style: Style) -> [String] {
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
        if command.name == "help" {
            let columns = console.size.columns - 3
            // The title and the prompt stay on the screen.
            let rows = console.isInteractive ? console.size.rows - 4 : nil
            let lines =
                try arguments.first.map { try help(on: $0, columns: columns) } ?? help(columns: columns, rows: rows)
            lines.forEach { console.say($0) }
        }
        do {
            try await command.run(arguments)
            return true
        } catch is Quit {
            return false
        }
    }
}
