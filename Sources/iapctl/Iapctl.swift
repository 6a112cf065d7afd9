import Foundation
import IAPCore

/// The command-line tool: finds the command and runs it.
@main
enum Iapctl {
    /// In the order of the usage. A new command is a file of its own and a line here.
    static let commands: [Command] = [.lint, .catalog, .preview, .timeline]

    static func main() {
        let status = run(Array(CommandLine.arguments.dropFirst()), StandardOutput()) { text in
            try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
        }
        exit(status.rawValue)
    }

    /// Runs a command. Output that could not be written is an error.
    static func run(
        _ arguments: [String],
        _ output: StandardOutput,
        complain: @escaping (String) -> Void
    ) -> ExitStatus {
        let status = run(arguments, Console(print: output.print, complain: complain, terminal: .current))
        guard let failure = output.failure else { return status }
        complain("iapctl: error: Not everything could be written to the standard output: \(failure).")
        return status == .success ? .failure : status
    }

    static func run(_ arguments: [String], _ console: Console) -> ExitStatus {
        guard let name = arguments.first else {
            console.complain(usage)
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        if ["--help", "-h", "help"].contains(name) {
            guard let topic = rest.first else {
                console.print(usage)
                return .success
            }
            guard let command = commands.first(where: { $0.name == topic }) else { return unknown(topic, console) }
            console.print(command.help)
            return .success
        }
        guard let command = commands.first(where: { $0.name == name }) else { return unknown(name, console) }
        return command.start(rest, console)
    }

    private static func unknown(_ name: String, _ console: Console) -> ExitStatus {
        let hint = name.nearest(in: commands.map(\.name)).map { " Did you mean “\($0)”?" } ?? ""
        console.complain("iapctl: There is no command \(name.quoted).\(hint)\n\(usage)")
        return .usage
    }

    static var usage: String {
        let lines = commands.map { command in
            ["  iapctl \(command.synopsis)", command.summary].joined(separator: "\n")
                .replacingOccurrences(of: "\n", with: "\n      ")
        }
        return "usage:\n" + lines.joined(separator: "\n") + "\n  iapctl help [COMMAND]\n\n"
            + ExitStatus.help
    }
}
