import IAPStoreKitFile
import IAPCore

/// A scenario, read and understood.
struct Script: Sendable {
    let statements: [ScriptStatement]

    /// - Parameter file: The script's name, for messages.
    /// - Throws: ``IAPError`` with code `scriptInvalid`, and the place.
    init(_ text: String, file: String, names: ProductNames) throws {
        statements = try ScriptWord.lines(of: text, file: file).map { words in
            ScriptStatement(command: try Self.command(words, names), place: words[0].place)
        }
    }

    private static func command(_ words: [ScriptWord], _ names: ProductNames) throws -> ScriptCommand {
        let fitting = ScriptForm.all.filter { form in
            words.count >= form.words.count && zip(words, form.words).allSatisfy { $0.isWord($1) }
        }
        guard let form = fitting.max(by: { $0.words.count < $1.words.count }) else { throw unknown(words) }
        let count = form.words.count
        var reader = ScriptReader(words[count...], after: words[count - 1], names: names)
        let command = try form.read(&reader)
        try reader.end()
        return command
    }

    private static func unknown(_ words: [ScriptWord]) -> IAPError {
        let begun = ScriptForm.all.filter { words[0].isWord($0.words[0]) }
        guard begun.isEmpty else {
            return words[0].error("\(words[0].quoted) goes on. Write \(begun.map(\.usage).quotedChoice).")
        }
        var known: [String] = []
        for form in ScriptForm.all where !known.contains(form.words[0]) { known.append(form.words[0]) }
        if let nearest = words[0].text.nearest(in: known) {
            return words[0].error("There is no command \(words[0].quoted). Did you mean “\(nearest)”?")
        }
        return words[0].error("There is no command \(words[0].quoted). There are \(known.joined(separator: ", ")).")
    }
}
