import Foundation

/// Writes JSON without spaces, in UTF-8.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether something stands before the next member or element that a comma has to part from it.
    private var needsComma = false

    mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    // MARK: Values

    mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
        open("{")
        writeMembers(&self)
        close("}")
    }

    mutating func array<Element>(
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        open("[")
        for element in elements {
            separate()
            try write(&self, element)
        }
        close("]")
    }

    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            while let index = utf8[start...].firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
                bytes += utf8[start..<index]
                escape(utf8[index])
                start = index + 1
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// A string of what needs no escape.
    private mutating func plainString(_ write: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    mutating func number(_ number: Int) {
        bytes += String(number).utf8
        needsComma = true
    }

    /// A value that is JSON already.
    mutating func encoded(_ json: some Collection<UInt8>) {
        bytes += json
        needsComma = true
    }

    // MARK: Members

    mutating func key(_ key: StaticString) {
        separate()
        plainString { $0 += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount) }
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member; none for `nil`.
    mutating func add(_ text: String?, _ key: StaticString) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    /// A member; none for `nil`.
    mutating func add(_ number: Int?, _ key: StaticString) {
        guard let number else { return }
        self.key(key)
        self.number(number)
    }

    /// A member, as ``Foundation/Date/iso8601`` has it; none for `nil`.
    mutating func add(_ date: Date?, _ key: StaticString) {
        guard let date else { return }
        self.key(key)
        plainString { date.writeISO8601(to: &$0) }
    }

    /// A member, as `uuidString` has it; none for `nil`.
    mutating func add(_ uuid: UUID?, _ key: StaticString) {
        guard let uuid else { return }
        self.key(key)
        plainString { text in
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for (place, byte) in bytes.enumerated() {
                    if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
                    for digit in [byte >> 4, byte & 0xF] { text.append(digit < 10 ? 48 + digit : 55 + digit) }
                }
            }
        }
    }

    /// A member; none where it is not so.
    mutating func addIfTrue(_ isSo: Bool, _ key: StaticString) {
        guard isSo else { return }
        self.key(key)
        bytes += "true".utf8
        needsComma = true
    }

    // MARK: Between

    private mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x22, 0x5C: bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "u00".utf8
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
    }
}
