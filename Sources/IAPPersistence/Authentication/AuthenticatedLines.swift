import IAPCore

/// The MACs of a ledger's file, each at the end of its line: `…],"seal":"0f1e…"}`.
///
/// A line's MAC is over the MAC of the line before it, as text, and the line's own bytes from `"line":` to the `]`
/// that ends its entries. Where the line before has none, as the header has none, all of the file before the line takes
/// its place.
struct AuthenticatedLines: Sendable {
    private static let key = Array(#"],"seal":""#.utf8)
    private static let end = Array(#""}"#.utf8)
    /// More than a line's end has: 128 digits, and what stands around them.
    private static let longestEnd = 256

    let authentication: LedgerAuthentication
    let file: String
    /// Reads from the file: from where, how many bytes; fewer at its end.
    let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// What the MAC of a line that begins at `offset` covers besides the line.
    func previous(of offset: Int) throws -> [UInt8] {
        try Self.mac(before: offset, read) ?? read(0, offset)
    }

    /// The MAC that ends the line before `offset`; `nil` if there is none.
    static func mac(before offset: Int, _ read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws -> [UInt8]? {
        let start = max(0, offset - longestEnd)
        let bytes = try read(start, offset - start)
        guard bytes.last == LineFormat.newline else { return nil }
        return parts(of: bytes.dropLast())?.mac
    }

    /// The MAC of a line with its newline; `nil` if it has none.
    static func mac(of line: [UInt8]) -> [UInt8]? {
        parts(of: line.dropLast())?.mac
    }

    /// A line up to the `]` of its entries, and its MAC; `nil` when it has none. In the last one's own text there is
    /// no such end: a quotation mark within a string is escaped.
    static func parts(of line: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, mac: [UInt8])? {
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
