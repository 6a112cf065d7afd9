/// One command of the tool.
struct Command: Sendable {
    let name: String
    /// What follows the name, such as `FILE…`.
    let parameters: String
    /// What it does, in a line.
    let summary: String
    /// How many parameters it takes.
    let arity: ClosedRange<Int>
    var options: [Option] = []
    /// Throws a ``Misuse`` for arguments that make no sense.
    let run: @Sendable (Arguments, Console) throws(Misuse) -> ExitStatus

    var synopsis: String { ([name, parameters] + options.map(\.synopsis)).joined(separator: " ") }

    var usage: String { "usage: iapctl \(synopsis)\n\(summary)" }

    /// The usage, the options and the exit statuses.
    var help: String {
        let explained = options.filter { !$0.meaning.isEmpty }
        let width = explained.map(\.name.count).max() ?? 0
        let lines = explained.map { "  \($0.name.fitted(to: width))  \($0.meaning)" }
        return ([usage] + (lines.isEmpty ? [] : [""] + lines) + ["", ExitStatus.help]).joined(separator: "\n")
    }

    /// Runs the command, unless the arguments ask for help or make no sense.
    func start(_ arguments: [String], _ console: Console) -> ExitStatus {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        if arguments[..<end].contains(where: { $0 == "--help" || $0 == "-h" }) {
            console.print(help)
            return .success
        }
        do throws(Misuse) {
            let read = try Arguments(arguments, options: options)
            guard arity.contains(read.parameters.count) else {
                throw Misuse(
                    text: read.parameters.isEmpty
                        ? "It needs \(parameters)." : "It takes \(parameters). Leave the rest out."
                )
            }
            return try run(read, console)
        } catch {
            console.complain("iapctl \(name): \(error.text)\n\(usage)")
            return .usage
        }
    }
}

/// Arguments that make no sense.
struct Misuse: Error {
    let text: String
}

/// The statuses of `sysexits.h` and of convention.
enum ExitStatus: Int32 {
    case success = 0
    case failure = 1
    case usage = 64

    static let help = """
        Status 0: all is well. 1: a file has errors, or cannot be read or written. 64: the arguments make no sense.
        """
}

/// The output of a command.
struct Console {
    /// To standard output.
    let print: (String) -> Void
    /// To standard error.
    let complain: (String) -> Void
    /// The terminal that shows the lines; `nil` for a file or a pipe.
    var terminal: Terminal?
}
