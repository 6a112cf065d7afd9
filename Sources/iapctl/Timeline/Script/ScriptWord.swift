import Foundation
import IAPCore

/// A word of a script and its place.
struct ScriptWord: Sendable {
    let text: String
    /// Where it begins.
    let place: IAPError.Place
    let isQuoted: Bool

    /// Whether it is one of the language's words, in any case.
    func isWord(_ word: String) -> Bool {
        // No word of the language is longer, and to lowercase an endless text takes long.
        !isQuoted && text.utf8.count <= 64 && text.lowercased() == word
    }

    /// For messages.
    var quoted: String { text.quoted }

    func error(_ message: String) -> IAPError { IAPError(.scriptInvalid, message, place: place) }
}

extension IAPError.Code {
    /// A timeline's script cannot be read.
    static let scriptInvalid = Self(rawValue: "scriptInvalid")
}

extension ScriptWord {
    /// The words of each line that has any. `#` at the beginning of a word makes the rest of its line a comment.
    ///
    /// - Throws: ``IAPError`` with code `scriptInvalid` for a quotation without an end.
    static func lines(of text: String, file: String) throws -> [[ScriptWord]] {
        // A byte order mark is no word.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
        return try text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { try words(of: $0.element, file: file, line: $0.offset + 1) }
            .filter { !$0.isEmpty }
    }

    private static let quotes: Set<Character> = ["\"", "“", "”", "„"]

    private static func words(of line: Substring, file: String, line number: Int) throws -> [ScriptWord] {
        var (words, rest) = ([ScriptWord](), line)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first, first != "#" else { return words }
            let column = line.utf8.distance(from: line.startIndex, to: rest.startIndex) + 1
            let place = IAPError.Place(file: file, line: number, column: column)
            guard quotes.contains(first) else {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest[word.endIndex...]
                words.append(ScriptWord(text: String(word), place: place, isQuoted: false))
                continue
            }
            let quoted = rest.dropFirst().prefix { !quotes.contains($0) }
            rest = rest[quoted.endIndex...]
            guard rest.popFirst() != nil else {
                throw IAPError(.scriptInvalid, "The quotation has no end. Put a \" behind it.", place: place)
            }
            words.append(ScriptWord(text: String(quoted), place: place, isQuoted: true))
        }
    }

    /// How a script writes a text as one word, in quotation marks where it needs them; `nil` for a text that it cannot
    /// write, or that is too long to suggest.
    static func spelling(of text: String) -> String? {
        guard let first = text.first, text.utf8.count <= 200, !text.contains(where: \.isNewline),
            text.printable == text
        else { return nil }
        guard text.isNumber || first == "#" || quotes.contains(first) || text.contains(where: \.isWhitespace) else {
            return text
        }
        return text.contains(where: quotes.contains) ? nil : "\"\(text)\""
    }
}
