/// One command of the tool.
struct Command: Sendable {
    let name: String
    /// What follows the name, such as `FILE…`.
    let parameters: String
    /// What it does, in a line.
    let summary: String
    /// How many parameters it takes.
    let arity: ClosedRange<Int>
    let run: @Sendable (_ parameters: [String], Console) -> ExitStatus

    var synopsis: String { "\(name) \(parameters)" }

    var usage: String { "usage: iapctl \(synopsis)\n\(summary)" }

    /// Runs the command, unless the arguments ask for help or make no sense.
    func start(_ arguments: [String], _ console: Console) -> ExitStatus {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].filter { $0.hasPrefix("-") && $0 != "-" }
        if options.contains("--help") || options.contains("-h") {
            console.print(usage)
            return .success
        }
        if let option = options.first {
            console.complain("iapctl \(name): There is no option “\(option)”.\n\(usage)")
            return .usage
        }
        let parameters = Array(arguments[..<end] + arguments[end...].dropFirst())
        guard arity.contains(parameters.count) else {
            console.complain(usage)
            return .usage
        }
        return run(parameters, console)
    }
}

/// The statuses of `sysexits.h` and of convention.
enum ExitStatus: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
}

/// Where a command's lines go.
struct Console {
    /// To standard output.
    let print: (String) -> Void
    /// To standard error.
    let complain: (String) -> Void
}
