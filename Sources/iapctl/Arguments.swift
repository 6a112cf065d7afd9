import IAPCore

/// An option of a command: a switch, or with a value, `--html OUT` or `--html=OUT`.
struct Option: Sendable {
    /// With its hyphens.
    let name: String
    /// The usage's name of its value, in capitals; `nil` for a switch.
    var value: String?
    var isRequired = false
    /// The line of the help.
    var meaning = ""

    var synopsis: String {
        let text = [name, value].compactMap { $0 }.joined(separator: " ")
        return isRequired ? text : "[\(text)]"
    }
}

/// The arguments of a command: parameters, and options in any place before `--`.
struct Arguments: Sendable {
    let parameters: [String]
    private let values: [String: String]

    init(_ arguments: [String], options: [Option]) throws(Misuse) {
        var (parameters, values) = ([String](), [String: String]())
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parameters += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                parameters.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                let hint = parts[0].nearest(in: options.map(\.name)).map { " Did you mean “\($0)”?" } ?? ""
                throw Misuse(text: "There is no option \(parts[0].quoted).\(hint)")
            }
            guard values[option.name] == nil else { throw Misuse(text: "\(option.name) is given twice.") }
            if option.value == nil {
                guard parts.count == 1 else { throw Misuse(text: "\(option.name) takes no value.") }
                values[option.name] = ""
                continue
            }
            let value = parts.count == 2 ? parts[1] : rest.first.flatMap { Self.isOption($0) ? nil : $0 }
            guard let value, !value.isEmpty else {
                throw Misuse(text: "\(option.name) needs a value, \(option.synopsis).")
            }
            if parts.count == 1 { rest.removeFirst() }
            values[option.name] = value
        }
        if let missing = options.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw Misuse(text: "\(missing.name) is missing.")
        }
        (self.parameters, self.values) = (parameters, values)
    }

    /// Whether it begins as an option does. A negative number is a value.
    private static func isOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument != "-" && !argument.isSignedNumber
    }

    /// The value of an option; of a switch that is on, an empty text.
    subscript(option: String) -> String? { values[option] }
}
