import Foundation

/// A JSON value that knows where it stands in its text.
struct JSONNode: Sendable {
    indirect enum Value: Sendable {
        case null
        case bool(Bool)
        /// As written, so that no digit is lost.
        case number(String)
        case string(String)
        case array([JSONNode])
        /// In the order of the text, repeated keys included.
        case object([Member])
    }

    struct Member: Sendable {
        let key: String
        let position: Position
        let node: JSONNode
    }

    /// Counted from 1; columns in UTF-8 bytes.
    struct Position: Hashable, Sendable {
        let line: Int
        let column: Int
    }

    let value: Value
    let position: Position
}

/// Reads JSON text as [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259) defines it, strictly.
///
/// Foundation's readers name no line on Linux and swallow repeated keys; hence this one. It leaves out a byte order
/// mark (section 8.1), refuses unpaired surrogates (section 8.2), and limits the depth of nesting (section 9).
struct JSONReader {
    struct Failure: Error {
        let problem: String
        let position: JSONNode.Position
    }

    /// Small enough for the stack of any thread; a `.storekit` file nests 8 deep.
    static let depthLimit = 100

    private let bytes: [UInt8]
    private var index: Int
    private var line = 1
    private var lineStart: Int

    /// - Throws: ``Failure`` at the first byte that cannot be read.
    static func read(_ data: Data) throws(Failure) -> JSONNode {
        var reader = JSONReader(data)
        try reader.checkEncoding()
        reader.skipSpace()
        let node = try reader.readValue(depth: 0)
        reader.skipSpace()
        guard reader.byte == nil else { throw reader.failure("there is more text after the end of the JSON value") }
        return node
    }

    private init(_ data: Data) {
        bytes = [UInt8](data)
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = index
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private var position: JSONNode.Position { JSONNode.Position(line: line, column: index - lineStart + 1) }

    private func failure(_ problem: String) -> Failure { Failure(problem: problem, position: position) }

    // MARK: Values (sections 2 to 5)

    private mutating func readValue(depth: Int) throws(Failure) -> JSONNode {
        guard depth < Self.depthLimit else {
            throw failure("the nesting is deeper than \(Self.depthLimit) levels")
        }
        let start = position
        let value: JSONNode.Value
        switch byte {
        case UInt8(ascii: "{"): value = .object(try readMembers(depth: depth))
        case UInt8(ascii: "["): value = .array(try readElements(depth: depth))
        case UInt8(ascii: "\""): value = .string(try readString())
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): value = .number(try readNumber())
        case UInt8(ascii: "t"): value = try readWord("true", .bool(true))
        case UInt8(ascii: "f"): value = try readWord("false", .bool(false))
        case UInt8(ascii: "n"): value = try readWord("null", .null)
        default: throw unexpected("a value")
        }
        return JSONNode(value: value, position: start)
    }

    private mutating func readMembers(depth: Int) throws(Failure) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        index += 1
        skipSpace()
        if take("}") { return members }
        while true {
            let start = position
            guard byte == UInt8(ascii: "\"") else {
                throw unexpected(members.isEmpty ? "a key in quotes or }" : "a key in quotes after the comma")
            }
            let key = try readString()
            skipSpace()
            guard take(":") else { throw unexpected("a colon after the key “\(key)”") }
            skipSpace()
            members.append(JSONNode.Member(key: key, position: start, node: try readValue(depth: depth + 1)))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw unexpected("a comma or }") }
            skipSpace()
        }
    }

    private mutating func readElements(depth: Int) throws(Failure) -> [JSONNode] {
        var elements: [JSONNode] = []
        index += 1
        skipSpace()
        if take("]") { return elements }
        while true {
            elements.append(try readValue(depth: depth + 1))
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw unexpected("a comma or ]") }
            skipSpace()
        }
    }

    private mutating func readWord(
        _ word: StaticString,
        _ value: JSONNode.Value
    ) throws(Failure) -> JSONNode.Value {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[index...].starts(with: expected) else { throw unexpected("a value") }
        index += expected.count
        return value
    }

    // MARK: Numbers (section 6)

    private mutating func readNumber() throws(Failure) -> String {
        let (start, place) = (index, position)
        _ = take("-")
        if !take("0") { try readDigits() }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try readDigits()
        }
        let digits = String(decoding: bytes[start..<index], as: UTF8.self)
        // No reader of Apple's takes it: they keep numbers in 64 bits.
        guard let number = Double(digits), number.isFinite else {
            throw Failure(problem: "the number is too large for any reader of JSON", position: place)
        }
        return digits
    }

    private mutating func readDigits() throws(Failure) {
        let start = index
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw unexpected("a digit") }
    }

    // MARK: Strings (section 7)

    private mutating func readString() throws(Failure) -> String {
        let opening = position
        index += 1
        var text = ""
        var start = index
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                text += String(decoding: bytes[start..<index], as: UTF8.self)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += String(decoding: bytes[start..<index], as: UTF8.self)
                text.unicodeScalars.append(try readEscape())
                start = index
            case 0..<0x20:
                throw failure("a control character stands in a string; write it as an escape such as \\n")
            default:
                index += 1
            }
        }
        throw Failure(problem: "the string that begins here has no end", position: opening)
    }

    private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
        let start = position
        index += 1
        guard let byte else { throw unexpected("an escape") }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            index += 1
            return try readUnicodeEscape(start)
        default: throw Failure(problem: "the escape in this string is not one of JSON", position: start)
        }
        index += 1
        return scalar
    }

    private mutating func readUnicodeEscape(_ start: JSONNode.Position) throws(Failure) -> Unicode.Scalar {
        let unit = try readHexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if (0xD800..<0xDC00).contains(unit), take("\\"), take("u") {
            let low = try readHexadecimal()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw Failure(problem: "half a surrogate pair stands alone in a string", position: start)
    }

    private mutating func readHexadecimal() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    // MARK: Between the tokens

    private mutating func skipSpace() {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                index += 1
            case UInt8(ascii: "\n"):
                index += 1
                beginLine()
            case UInt8(ascii: "\r"):
                index += 1
                if self.byte == UInt8(ascii: "\n") { index += 1 }
                beginLine()
            default:
                return
            }
        }
    }

    private mutating func beginLine() {
        line += 1
        lineStart = index
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte, byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func unexpected(_ wanted: String) -> Failure {
        guard let byte else { return failure("the text ends where \(wanted) should be") }
        let rest = bytes[index..<min(index + 4, bytes.count)]
        let found = byte < 0x20 ? "a control character" : "“\(String(decoding: rest, as: UTF8.self).first ?? "?")”"
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            return failure("\(wanted) was expected, not \(found); JSON has no comments")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return failure("\(wanted) was expected, not \(found); is there a comma too many before it?")
        case UInt8(ascii: "'"):
            return failure("\(wanted) was expected, not \(found); JSON has double quotes alone")
        default:
            return failure("\(wanted) was expected, not \(found)")
        }
    }

    /// JSON is UTF-8 (section 8.1).
    private func checkEncoding() throws(Failure) {
        guard String(bytes: bytes, encoding: .utf8) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var walker = self
        walker.index = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
            walker.index += scalar.count
            let isLineEnd =
                scalar.first == UInt8(ascii: "\n")
                || scalar.first == UInt8(ascii: "\r") && walker.byte != UInt8(ascii: "\n")
            if isLineEnd { walker.beginLine() }
        }
        throw walker.failure("a byte here is not UTF-8")
    }
}
