import Foundation

/// The command-line tool: finds the command and runs it.
@main
enum Iapctl {
    /// In the order of the usage. A new command is a file of its own and a line here.
    static let commands: [Command] = [.lint, .catalog, .preview, .timeline]

    static func main() {
        // A full disk is no reason to crash, nor to claim success.
        var isComplete = true
        let console = Console(
            print: { line in
                do {
                    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
                } catch {
                    isComplete = false
                }
            },
            complain: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) },
            terminal: .current
        )
        let status = run(Array(CommandLine.arguments.dropFirst()), console)
        if !isComplete { console.complain("iapctl: Not everything could be written to standard output.") }
        exit(isComplete ? status.rawValue : max(status.rawValue, ExitStatus.failure.rawValue))
    }

    static func run(_ arguments: [String], _ console: Console) -> ExitStatus {
        guard let name = arguments.first else {
            console.complain(usage)
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        if ["--help", "-h", "help"].contains(name) {
            let command = commands.first { $0.name == rest.first }
            console.print(command?.usage ?? usage)
            return .success
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            console.complain("iapctl: There is no command “\(name)”.\n\(usage)")
            return .usage
        }
        return command.start(rest, console)
    }

    static var usage: String {
        let lines = commands.map { "  iapctl \($0.synopsis)\n      \($0.summary)" }
        return "usage:\n" + lines.joined(separator: "\n") + "\n  iapctl help [COMMAND]"
    }
}
