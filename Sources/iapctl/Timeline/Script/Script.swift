import IAPCore
import IAPStoreKitFile

/// A scenario that was read and understood.
struct Script: Sendable {
    /// A command's action and its place.
    struct Statement: Sendable {
        let action: ScriptCommand.Action
        let place: IAPError.Place
    }

    let statements: [Statement]

    /// - Parameter file: The script's name, for messages.
    /// - Throws: ``IAPError`` with code `scriptInvalid`, and the place.
    init(_ text: String, file: String, names: ProductNames) throws {
        statements = try ScriptWord.lines(of: text, file: file).map { words in
            Statement(action: try Self.action(words, names), place: words[0].place)
        }
    }

    private static func action(_ words: [ScriptWord], _ names: ProductNames) throws -> ScriptCommand.Action {
        let fitting = ScriptCommand.all.filter { command in
            words.count >= command.words.count && zip(words, command.words).allSatisfy { $0.isWord($1) }
        }
        guard let command = fitting.max(by: { $0.words.count < $1.words.count }) else { throw unknown(words[0]) }
        let count = command.words.count
        var line = ScriptLine(words[count...], after: words[count - 1], names: names)
        let action = try command.read(&line)
        try line.end()
        return action
    }

    private static func unknown(_ word: ScriptWord) -> IAPError {
        let begun = ScriptCommand.all.filter { word.isWord($0.words[0]) }
        guard begun.isEmpty else {
            return word.error("\(word.quoted) is incomplete. Write \(begun.map(\.usage).quotedChoice).")
        }
        var known: [String] = []
        for command in ScriptCommand.all where !known.contains(command.words[0]) { known.append(command.words[0]) }
        let hint =
            word.text.nearest(in: known).map { "Did you mean “\($0)”?" }
            ?? "There are \(known.joined(separator: ", "))."
        return word.error("There is no command \(word.quoted). \(hint)")
    }
}
