import IAPCore

/// The seals of a ledger's file, each at the end of its line: `…],"seal":"0f1e…"}`.
///
/// A line's seal is over the seal of the line before it, as text, and the line's own bytes from `"line":` to the `]`
/// that ends its entries. Where the line before has none, as the header has none, all of the file before the line takes
/// its place.
struct SealedLines: Sendable {
    private static let key = Array(#"],"seal":""#.utf8)
    private static let end = Array(#""}"#.utf8)
    /// More than a line's end has: 128 digits, and what stands around them.
    private static let longestEnd = 256

    let seal: LedgerSeal
    let file: String
    /// Reads from the file: from where, how many bytes; fewer at its end.
    let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// What the seal of a line that begins at `offset` covers besides the line.
    func previous(of offset: Int) throws -> [UInt8] {
        try Self.seal(before: offset, read) ?? read(0, offset)
    }

    /// The seal that ends the line before `offset`; `nil` if there is none.
    static func seal(before offset: Int, _ read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws -> [UInt8]? {
        let start = max(0, offset - longestEnd)
        let bytes = try read(start, offset - start)
        guard bytes.last == LineFormat.newline else { return nil }
        return parts(of: bytes.dropLast())?.seal
    }

    /// The seal of a line with its newline; `nil` if it has none.
    static func seal(of line: [UInt8]) -> [UInt8]? {
        parts(of: line.dropLast())?.seal
    }

    /// A line up to the `]` of its entries, and its seal; `nil` when it has none. In the last one's own text there is
    /// no such end: a quotation mark within a string is escaped.
    static func parts(of line: ArraySlice<UInt8>) -> (sealed: ArraySlice<UInt8>, seal: [UInt8])? {
        guard line.suffix(end.count) == end[...] else { return nil }
        let open = line.dropLast(end.count)
        let digits = open.suffix(while: { (48...57).contains($0) || (97...102).contains($0) })
        let rest = open.dropLast(digits.count)
        guard !digits.isEmpty, rest.suffix(key.count) == key[...] else { return nil }
        return (rest.dropLast(key.count - 1), Array(digits))
    }
}

extension ArraySlice<UInt8> {
    /// The longest end whose bytes all satisfy `condition`.
    fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[((lastIndex { !condition($0) }).map { $0 + 1 } ?? startIndex)...]
    }
}
