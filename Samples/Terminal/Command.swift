/// A command of a person or a script.
@MainActor
public struct Command {
    let name: String
    /// As usage lines write them: `ID [QUANTITY]`, `on|off`.
    let arguments: String
    let help: String
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

    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    func check(_ given: [String]) throws {
        let words = arguments.split(separator: " ")
        let required = words.filter { !$0.hasPrefix("[") }
        guard (required.count...words.count).contains(given.count) else {
            let problem = given.count < required.count ? "An argument is missing" : "There are too many arguments"
            throw CommandFailure("\(problem). Write: \(usage)")
        }
    }
}

/// Why a command failed, in words for a person.
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
