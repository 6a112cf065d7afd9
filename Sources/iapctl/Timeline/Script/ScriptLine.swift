import Foundation
import IAPCore
import IAPStoreKitFile

/// The words of a line behind a command, read from left to right.
struct ScriptLine {
    private let names: ProductNames
    private var rest: ArraySlice<ScriptWord>
    private(set) var last: ScriptWord

    init(_ words: ArraySlice<ScriptWord>, after last: ScriptWord, names: ProductNames) {
        (self.rest, self.last, self.names) = (words, last, names)
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: ScriptWord? { rest.first }

    /// Reads a word if it comes next.
    mutating func take(_ word: String) -> Bool {
        guard let next, next.isWord(word) else { return false }
        last = next
        rest.removeFirst()
        return true
    }

    /// - Parameter what: What is expected there, for the message.
    mutating func word(_ what: String) throws -> ScriptWord {
        guard let word = rest.popFirst() else { throw last.error("\(last.quoted) needs \(what) behind it.") }
        last = word
        return word
    }

    /// All words that are left, at least one.
    mutating func remainder(_ what: String) throws -> String {
        var words = [try word(what).text]
        while let word = rest.popFirst() { words.append(word.text) }
        return words.joined(separator: " ")
    }

    /// One of several words.
    mutating func choice<Value>(_ choices: KeyValuePairs<String, Value>) throws -> Value {
        let words = choices.map(\.key)
        let word = try word(words.quotedChoice)
        if let choice = choices.first(where: { word.isWord($0.key) }) { return choice.value }
        let hint = word.text.nearest(in: words).map { "Did you mean “\($0)”?" } ?? "Write \(words.quotedChoice)."
        throw word.error("\(word.quoted) makes no sense here. \(hint)")
    }

    mutating func product() throws -> ProductDefinition {
        try names.product(word("a product"))
    }

    /// The rest of the line: a product, a transaction's number, or nothing.
    mutating func target() throws -> ScriptTarget {
        guard let next else { return .latest }
        if !next.isQuoted, next.text.isNumber { return .transaction(TransactionIdentifier(try word("").text)) }
        return .latestOf(try product())
    }

    /// A quantity, if one comes next.
    mutating func quantity() throws -> Int? {
        guard let next, !next.isQuoted, next.text.isSignedNumber else { return nil }
        let word = try word("a quantity")
        guard let number = Int(word.text), (1...10).contains(number) else {
            throw word.error("A quantity of \(word.text.shortened) is impossible. Write 1 to 10.")
        }
        return number
    }

    mutating func storefront() throws -> AppStorefront {
        let word = try word("a country such as JPN")
        guard let storefront = try? AppStorefront(countryCode: word.text), storefront.currencyCode != nil else {
            throw word.error("\(word.quoted) is no storefront. Write three letters, such as USA, DEU or JPN.")
        }
        return storefront
    }

    mutating func accountName() throws -> String {
        let what = "an account, such as anna"
        let word = try word(what)
        guard !word.text.allSatisfy(\.isWhitespace) else { throw word.error("This name is empty. Write \(what).") }
        return word.text
    }

    /// - Throws: When words are left.
    func end() throws {
        if let next {
            throw next.error("\(next.quoted) is one word too many. Leave it out, or begin a new line with it.")
        }
    }
}

extension String {
    /// Whether it is digits and nothing else.
    var isNumber: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    /// Whether it is digits, with or without a sign before them.
    var isSignedNumber: Bool { isNumber || (hasPrefix("-") || hasPrefix("+")) && String(dropFirst()).isNumber }
}
