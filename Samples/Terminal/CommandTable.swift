/// All commands of a program.
@MainActor
public struct CommandTable {
    private struct Quit: Error {}

    private let topics: [CommandTopic]
    private var commands: [Command] { topics.flatMap(\.commands) }

    public init(_ topics: [CommandTopic]) {
        let program = [
            Command("help", "[WORD]", help: "these commands, or those of a topic, or one") { _ in },
            Command("quit", help: "leave") { _ in throw Quit() },
        ]
        self.topics = topics + [CommandTopic("program", program)]
    }

    /// - Returns: `false` to leave the program.
    func run(_ words: [String], on console: Console) async throws -> Bool {
        let (name, arguments) = (words[0].lowercased(), Array(words.dropFirst()))
        guard let command = commands.first(where: { $0.name == name }) else {
            let failure = "There is no command “\(words[0].printable)”."
            // A person sees the commands on the screen.
            guard !console.isInteractive else { throw CommandFailure("\(failure) “help” lists the commands.") }
            throw CommandFailure(([failure + " There are:"] + help(commands, console)).joined(separator: "\n"))
        }
        try command.check(arguments)
        if name == "help" { try help(on: arguments.first, console).forEach { console.say($0) } }
        do {
            try await command.run(arguments)
            return true
        } catch is Quit {
            return false
        }
    }

    private func help(on word: String?, _ console: Console) throws -> [String] {
        if let word = word?.lowercased() {
            let found = topics.first { $0.name == word }?.commands ?? commands.filter { $0.name == word }
            guard !found.isEmpty else {
                throw CommandFailure("There is no command “\(word.printable)”. “help” lists the commands.")
            }
            return help(found, console)
        }
        let all = help(commands, console)
        // The title and the prompt stay on the screen.
        guard console.isInteractive, all.count > console.size.rows - 4 else { return all }
        let topics = topics.map { ($0.name, $0.commands.map(\.name).joined(separator: ", ")) }
        return table(topics, console) + ["“help” and one of these words tells more."]
    }

    private func help(_ commands: [Command], _ console: Console) -> [String] {
        table(commands.map { ($0.usage, $0.help) }, console)
    }

    private func table(_ rows: [(String, String)], _ console: Console) -> [String] {
        let width = (rows.map(\.0.columns).max() ?? 0) + 4
        return rows.flatMap { name, text in
            ("  " + name.padded(to: width - 2) + text).wrapped(to: console.size.columns - 3, indent: width)
        }
    }

    /// The usages, as many on a line as fit.
    func menu(columns: Int, style: Style) -> [String] {
        let separator = style.hasUnicode ? " · " : " | "
        var lines: [String] = []
        for usage in commands.map(\.usage) {
            if let line = lines.last, line.columns + separator.columns + usage.columns + 2 <= columns {
                lines[lines.count - 1] = line + separator + usage
            } else {
                lines.append(usage)
            }
        }
        return lines.map { style("  " + $0, .quiet) }
    }
}
