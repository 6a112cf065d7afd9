/// Text from a ledger's file that is kept for those who may ask for it: much in one block of memory.
final class LedgerText: @unchecked Sendable {  // bytes are written before anybody has their slice, and never again
    /// A run of bytes, by the offset of the first one.
    struct Slice: Sendable {
        let start: Int
        let count: Int

        var end: Int { start + count }
    }

    private let content: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int) {
        content = .allocate(capacity: capacity)
    }

    deinit {
        content.deallocate()
    }

    /// The bytes of a slice that a ``LedgerTextWriter`` gave out. They are valid during the call only.
    func withBytes<Result>(of slice: Slice, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(rebasing: content[slice.start..<slice.end]))
    }

    /// Its bytes must lie behind every slice that was given out.
    fileprivate func write(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        let room = content[start..<(start + bytes.count)]
        _ = UnsafeMutableBufferPointer(rebasing: room).initialize(fromContentsOf: bytes)
    }
}

/// Fills one ``LedgerText`` after the other.
struct LedgerTextWriter: Sendable {
    private static let capacity = 1 << 16

    private var text = LedgerText(capacity: 0)
    private var end = 0
    private var rest = 0

    mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (LedgerText, LedgerText.Slice) {
        if bytes.count > rest {
            rest = max(Self.capacity, bytes.count)
            text = LedgerText(capacity: rest)
            end = 0
        }
        text.write(UnsafeBufferPointer(rebasing: bytes), at: end)
        defer {
            end += bytes.count
            rest -= bytes.count
        }
        return (text, LedgerText.Slice(start: end, count: bytes.count))
    }
}
