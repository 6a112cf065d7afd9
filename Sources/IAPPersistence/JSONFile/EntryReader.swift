import Foundation
import IAPCore

/// Reads entries as ``LineFormat`` writes them, some thirty times as fast as `JSONDecoder`.
///
/// It takes a line only if it is byte for byte what a writer of this version could have written without escapes: keys
/// sorted, nothing between them. Any other line is for `JSONDecoder`, which also says what is wrong with it; so what counts
/// as an entry is decided in one place.
struct EntryReader: Sendable {
    typealias Slice = LedgerText.Slice

    private var text = LedgerTextWriter()
    private var strings = Interner<String>()
    private var credits = Interner<[Credit]>()

    /// Adds the entries of a line's end, from `"line":` to the last brace, or adds nothing and returns `false`.
    ///
    /// - Parameter number: What the line must call itself.
    mutating func read(_ cursor: inout TextCursor, number: Int, into entries: inout [LedgerEntry]) -> Bool {
        let count = entries.count
        guard cursor.skip(#""line":"#), cursor.number() == number, cursor.skip(#","entries":["#) else { return false }
        var hasMore = !cursor.skip("]")
        while hasMore {
            guard readEntry(&cursor, into: &entries) else { break }
            if cursor.skip(",") { continue }
            guard cursor.skip("]") else { break }
            hasMore = false
        }
        // MACs are checked elsewhere.
        if !hasMore, cursor.optional(#","seal":""#, read: { $0.string() }) != nil, cursor.skip("}"), cursor.isAtEnd {
            return true
        }
        entries.removeSubrange(count...)
        return false
    }

    private mutating func readEntry(_ cursor: inout TextCursor, into entries: inout [LedgerEntry]) -> Bool {
        guard cursor.skip("{"), let account = cursor.optional(#""account":""#, read: { $0.string() }),
            account == nil || cursor.skip(",")
        else { return false }
        var balances: [String: Int] = [:]
        if cursor.skip(#""balances":{"#) {
            guard let read = self.balances(&cursor), cursor.skip(",") else { return false }
            balances = read
        }
        var credits: [Credit] = []
        if cursor.skip(#""credits":["#) {
            guard let read = self.credits(&cursor), cursor.skip(",") else { return false }
            credits = read
        }
        guard cursor.skip(#""date":""#), let date = cursor.date(),
            let environment = cursor.optional(#","environment":""#, read: { $0.environment() }),
            cursor.skip(#","kind":""#), let kind = cursor.kind(),
            let note = cursor.optional(#","note":""#, read: { $0.string() })
        else { return false }
        var products: [ProductIdentifier] = []
        if cursor.skip(#","products":["#) {
            guard let read = self.products(&cursor) else { return false }
            products = read
        }
        var renewal: SubscriptionRenewal?
        if cursor.skip(#","renewal":{"#) {
            renewal = self.renewal(&cursor)
            if renewal == nil { return false }
        }
        var standing: LedgerEntry.Standing?
        if cursor.skip(#","standing":{"#) {
            standing = self.standing(&cursor)
            if standing == nil { return false }
        }
        var word: StoreWord?
        if cursor.skip(#","transaction":"#) {
            word = self.word(&cursor)
            if word == nil { return false }
        }
        guard let identifier = cursor.optional(#","transactionIdentifier":""#, read: { $0.string() }), cursor.skip("}")
        else { return false }
        entries.append(
            LedgerEntry(
                kind: kind,
                date: date,
                environment: environment,
                word: word,
                key: identifier.map { Self.key($0, cursor) },
                credits: credits,
                renewal: renewal,
                products: products,
                note: note.map(cursor.text),
                standing: standing,
                balances: balances,
                account: account.map { shared($0, cursor) }
            )
        )
        return true
    }

    private mutating func word(_ cursor: inout TextCursor) -> StoreWord? {
        let start = cursor.position
        guard let transaction = TransactionText(&cursor) else { return nil }
        let (text, slice) = text.keep(cursor.bytes[start..<cursor.position])
        return StoreWord(
            transaction,
            key: { Self.key($0, cursor) },
            in: slice,
            of: text,
            string: { shared($0, cursor) },
            isPurchase: transaction.isPurchase(in: cursor)
        )
    }

    /// Behind the opening bracket. Credits without a bracket in a unit's name; others are rare enough.
    mutating func credits(_ cursor: inout TextCursor) -> [Credit]? {
        guard let slice = cursor.upToBracket() else { return nil }
        return credits.value(of: cursor.bytes(of: slice)) {
            var cursor = TextCursor(cursor.bytes, in: slice)
            var credits: [Credit] = []
            repeat {
                guard cursor.skip(#"{"amount":"#), let amount = cursor.number(),
                    cursor.skip(#","unit":""#), let unit = cursor.string(), cursor.skip("}"),
                    let credit = try? Credit(amount, of: cursor.text(unit))
                else { return nil }
                credits.append(credit)
            } while cursor.skip(",")
            return cursor.skip("]") && cursor.isAtEnd ? credits : nil
        }
    }

    /// A string that is likely to come again. One of up to 15 bytes is in itself, and costs less than finding it.
    private mutating func shared(_ slice: Slice, _ cursor: TextCursor) -> String {
        guard slice.count > 15 else { return cursor.text(slice) }
        return strings.value(of: cursor.bytes(of: slice)) { cursor.text(slice) } ?? cursor.text(slice)
    }

    private static func key(_ slice: Slice, _ cursor: TextCursor) -> IdentifierKey {
        IdentifierKey(cursor.bytes(of: slice)) { cursor.text(slice) }
    }
}
