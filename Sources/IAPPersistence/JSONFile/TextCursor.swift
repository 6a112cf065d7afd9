import Foundation

/// A place in JSON text that moves on over what it is told to expect.
///
/// It knows the one form in which ``LineFormat`` writes. Each function returns `nil` or `false` at anything else, be it
/// wrong or only written otherwise.
///
/// Bounds: `0 <= position <= end <= bytes.count` always holds. Every byte is loaded behind a check against `end`, and
/// `position` moves by no more than was checked.
struct TextCursor {
    typealias Slice = LedgerText.Slice

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    let end: Int

    /// - Parameter bytes: They outlive the cursor.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = 0
        end = bytes.count
    }

    /// - Parameter slice: Lies within `bytes`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, in slice: Slice) {
        precondition(slice.start >= 0 && slice.count >= 0 && slice.end <= bytes.count)
        self.bytes = bytes
        position = slice.start
        end = slice.end
    }

    var isAtEnd: Bool { position == end }

    /// Moves over `text`, if that comes next.
    @inline(__always)
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count, let base = bytes.baseAddress,
            memcmp(base + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    /// A string's content and its closing quote; there must be no escapes in it.
    mutating func string() -> Slice? {
        let start = position
        var isASCII = true
        while let byte = nextMark() {
            if byte == UInt8(ascii: "\"") {
                let slice = Slice(start: start, count: position - start)
                position += 1
                return isASCII || isUTF8(slice) ? slice : nil
            }
            guard byte >= 0x80 else { return nil }
            isASCII = false
            position += 1
        }
        return nil
    }

    /// Moves to the next byte that is a quote, a backslash, a control character or not ASCII.
    @inline(__always)
    private mutating func nextMark() -> UInt8? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(bytes)
        while end - position >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // The high bit of each byte that is sought. Borrows can set a bit wrongly only above one that is right, and
            // the lowest is taken.
            let quotes = (word ^ ones &* 0x22) &- ones
            let backslashes = (word ^ ones &* 0x5C) &- ones
            let controls = (word &- ones &* 0x20)
            let marks = (quotes | backslashes | controls | word) & (ones &* 0x80)
            guard marks != 0 else {
                position += 8
                continue
            }
            position += marks.trailingZeroBitCount / 8
            return bytes[position]
        }
        while position < end {
            let byte = bytes[position]
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return byte }
            position += 1
        }
        return nil
    }

    /// A whole number of at most 18 digits.
    mutating func number() -> Int? {
        let start = position
        var number = 0
        while position < end, position - start < 18, case let digit = bytes[position] &- 48, digit < 10 {
            number = number * 10 + Int(digit)
            position += 1
        }
        let count = position - start
        guard count == 1 || count > 1 && bytes[start] != 48 else { return nil }
        return number
    }

    /// A lower-case hexadecimal digit.
    mutating func hexadecimalDigit() -> UInt8? {
        guard position < end else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case 48...57: return byte - 48
        case 97...102: return byte - 87
        default: return nil
        }
    }

    /// A date's text and its closing quote.
    mutating func date() -> Date? {
        guard end - position > Date.iso8601Length, bytes[position + Date.iso8601Length] == UInt8(ascii: "\"") else {
            return nil
        }
        let text = UnsafeRawBufferPointer(bytes)[position..<(position + Date.iso8601Length)]
        guard let date = Date(iso8601: UnsafeRawBufferPointer(rebasing: text)) else { return nil }
        position += Date.iso8601Length + 1
        return date
    }

    /// The content of the nearest brackets, the closing one included.
    mutating func upToBracket() -> Slice? {
        guard position < end, let base = bytes.baseAddress, let found = memchr(base + position, 0x5D, end - position)
        else { return nil }
        let start = position
        position = found - UnsafeMutableRawPointer(mutating: base) + 1
        return Slice(start: start, count: position - start)
    }
}

// MARK: What slices hold

extension TextCursor {
    func text(_ slice: Slice) -> String {
        String(decoding: bytes[slice.start..<slice.end], as: UTF8.self)
    }

    @inline(__always)
    func isEqual(_ slice: Slice, to text: StaticString) -> Bool {
        guard slice.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
        return memcmp(base + slice.start, text.utf8Start, slice.count) == 0
    }

    func isEqual(_ slice: Slice, to text: String) -> Bool {
        guard text.utf8.count == slice.count, let base = bytes.baseAddress else { return false }
        let isEqual = text.utf8.withContiguousStorageIfAvailable { text in
            text.baseAddress.map { memcmp(base + slice.start, $0, slice.count) == 0 } ?? true
        }
        return isEqual ?? false
    }

    func bytes(of slice: Slice) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[slice.start..<slice.end])
    }

    func all(_ slice: Slice, satisfy test: (UInt8) -> Bool) -> Bool {
        bytes[slice.start..<slice.end].allSatisfy(test)
    }

    /// What is not UTF-8 is repaired while it is decoded, and so comes out as other bytes.
    private func isUTF8(_ slice: Slice) -> Bool {
        text(slice).utf8.elementsEqual(bytes[slice.start..<slice.end])
    }
}
