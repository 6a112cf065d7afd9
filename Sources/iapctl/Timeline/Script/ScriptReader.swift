import Foundation
import IAPStoreKitFile
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
            throw last.error("\(last.quoted) needs \(what) behind it.")
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
        throw word.error("\(word.quoted) makes no sense here.\(nearest)")
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
        do throws(ScriptTime.Problem) {
            return try ScriptTime.date(word.text)
        } catch {
            throw word.error("\(word.quoted) \(error.words)")
        }
    }

    mutating func span() throws -> ScriptSpan {
        let word = try word("a period such as P1M")
        var text = word.quoted
        do throws(ScriptTime.Problem) {
            guard let unit = next?.text, word.text.isSignedNumber else { return try ScriptTime.span(word.text) }
            text = "\(word.text) \(unit)".quoted
            let span = try ScriptTime.span(word.text, unit)
            rest.removeFirst()
            return span
        } catch {
            throw word.error("\(text) \(error.words)")
        }
    }

    /// A quantity, if one comes next.
    mutating func quantity() throws -> Int? {
        guard let word = next, !word.isQuoted, word.text.isSignedNumber else { return nil }
        rest.removeFirst()
        last = word
        guard let number = Int(word.text), (1...10).contains(number) else {
            throw word.error("A quantity of \(word.text.shortened) cannot be. Write 1 to 10.")
        }
        return number
    }

    mutating func amount() throws -> Decimal {
        let word = try word("a price such as 12.99")
        let digits = word.text.drop { $0 == "-" || $0 == "+" }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard isNumber else {
            throw word.error("\(word.quoted) is no price. Write digits and a point, such as 12.99, without a currency.")
        }
        guard word.text.utf8.count <= 20,
            let amount = Decimal(string: word.text, locale: Locale(identifier: "en_US_POSIX")),
            (0...1_000_000_000).contains(amount)
        else { throw word.error("A price of \(word.text.shortened) cannot be. Write 0 to 1000000000.") }
        return amount
    }

    /// A name of something that a picture shows.
    mutating func name(_ what: String) throws -> String {
        let word = try word(what)
        guard !word.text.allSatisfy(\.isWhitespace) else { throw word.error("This name is empty. Write \(what).") }
        return word.text
    }

    /// - Throws: When words are left.
    func end() throws {
        if let word = rest.first {
            throw word.error("\(word.quoted) is one word too many. Leave it out, or begin a new line with it.")
        }
    }
}
