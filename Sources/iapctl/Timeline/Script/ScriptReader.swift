import Foundation
import IAPCatalog
import IAPCore

/// Reads the words of one line, from the left to the right.
struct ScriptReader {
    let names: ProductNames
    private var rest: ArraySlice<ScriptWord>
    private var last: ScriptWord

    init(_ words: ArraySlice<ScriptWord>, after last: ScriptWord, names: ProductNames) {
        (self.rest, self.last, self.names) = (words, last, names)
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: ScriptWord? { rest.first }

    /// Takes a word if it comes next.
    mutating func take(_ word: String) -> Bool {
        guard rest.first?.isWord(word) == true, let first = rest.popFirst() else { return false }
        last = first
        return true
    }

    /// - Parameter what: What should stand there, for the message.
    mutating func word(_ what: String) throws -> ScriptWord {
        guard let word = rest.popFirst() else {
            throw last.error("“\(last.text)” needs \(what) behind it.")
        }
        last = word
        return word
    }

    /// One of several words.
    mutating func choice<Value>(_ choices: KeyValuePairs<String, Value>) throws -> Value {
        let words = choices.map(\.key)
        let word = try word(words.quotedChoice)
        if let choice = choices.first(where: { word.isWord($0.key) }) { return choice.value }
        let nearest = word.text.nearest(in: words).map { " Did you mean “\($0)”?" } ?? " Write \(words.quotedChoice)."
        throw word.error("“\(word.text)” makes no sense here.\(nearest)")
    }

    mutating func product() throws -> ProductDefinition {
        try names.product(word("a product"))
    }

    /// The rest of the line: a product, a transaction's number, or nothing.
    mutating func target() throws -> ScriptTarget {
        guard let next else { return .latest }
        if !next.isQuoted, !next.text.isEmpty, next.text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return .transaction(TransactionIdentifier(try word("a transaction").text))
        }
        return .latestOf(try product())
    }

    mutating func date() throws -> Date {
        let word = try word("a date such as 2026-03-01")
        guard let date = ScriptTime.date(word.text) else {
            throw word.error("“\(word.text)” is no date. Write it as 2026-03-01 or 2026-03-01T12:30, in UTC.")
        }
        return date
    }

    mutating func span() throws -> ScriptSpan {
        let word = try word("a period such as P1M")
        if let span = ScriptTime.span(word.text) { return span }
        if let count = Int(word.text), let unit = next, let span = ScriptTime.span(count, unit.text) {
            _ = try self.word("a unit")
            return span
        }
        throw word.error("“\(word.text)” is no period. Write P1M, P2W, PT5M, or “3 months”.")
    }

    mutating func amount() throws -> Decimal {
        let word = try word("a price such as 12.99")
        let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            parts.count <= 2 && word.text.utf8.count <= 20
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard isNumber, let amount = Decimal(string: word.text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw word.error("“\(word.text)” is no price. Write digits and a point, such as 12.99, without a currency.")
        }
        return amount
    }

    /// - Throws: When words are left.
    func end() throws {
        if let word = rest.first {
            throw word.error("“\(word.text)” is one word too many. Leave it out, or begin a new line with it.")
        }
    }
}
