/// Writes JSON without spaces, in UTF-8.
@usableFromInline
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether a comma has to come before the next member or element.
    private var needsComma = false

    package init() {}

    package mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    // MARK: Values

    @inlinable
    package mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
        open("{")
        writeMembers(&self)
        close("}")
    }

    @inlinable
    package mutating func array<Element>(
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

    @usableFromInline
    package mutating func string(_ text: String) {
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

    package mutating func number(_ number: Int) {
        bytes += String(number).utf8
        needsComma = true
    }

    /// A value that is JSON already.
    package mutating func encoded(_ json: some Collection<UInt8>) {
        bytes += json
        needsComma = true
    }

    package mutating func boolean(_ isTrue: Bool) {
        encoded((isTrue ? "true" : "false").utf8)
    }

    // MARK: Members

    /// Writes a member's key; its value comes next.
    @usableFromInline
    package mutating func key(_ key: String) {
        separate()
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Between

    @usableFromInline
    mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    @usableFromInline
    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    @usableFromInline
    mutating func separate() {
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
