/// Writes JSON without spaces, in UTF-8.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether something stands before the next member or element that a comma has to part from it.
    private var needsComma = false

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
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes += utf8[start..<index]
                escape(byte)
                start = index + 1
            }
            bytes += utf8[start...]
        }
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
        bytes.append(UInt8(ascii: "\""))
        bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
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
