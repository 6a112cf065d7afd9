package import Foundation

/// Reads JSON from bytes, value by value, whatever its spacing, its escapes and the order of its keys.
///
/// It takes what [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259) allows, and throws ``JSONFault`` for anything else.
package struct JSONReader {
    private let bytes: [UInt8]
    /// Where the next byte to be read is, in the bytes that it was made with.
    package private(set) var position: Int
    private let end: Int

    /// - Parameter range: Where in `bytes` the JSON stands.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = range ?? bytes.indices
        precondition(bytes.indices.contains(range))
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    // MARK: Objects and arrays

    /// Calls `body` for each member of an object, with the key's place; `body` reads the value.
    package mutating func members(_ body: (inout JSONReader, JSONKey) throws -> Void) throws {
        try expect("{")
        if skip("}") { return }
        repeat {
            skipSpace()
            let key = try key()
            try expect(":")
            skipSpace()
            try body(&self, key)
        } while skip(",")
        try expect("}")
    }

    /// Reads an array, each element by `element`.
    package mutating func array<Element>(_ element: (inout JSONReader) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        try expect("[")
        if skip("]") { return elements }
        repeat {
            skipSpace()
            do {
                elements.append(try element(&self))
            } catch let fault as JSONFault {
                throw fault.below("[\(elements.count)]")
            }
        } while skip(",")
        try expect("]")
        return elements
    }

    /// Whether a key is the one whose bytes these are.
    package func isKey(_ key: JSONKey, _ name: [UInt8]) -> Bool {
        if let text = key.unescaped { return text.utf8.elementsEqual(name) }
        guard key.range.count == name.count else { return false }
        var place = key.range.lowerBound
        for byte in name {
            if bytes[place] != byte { return false }
            place += 1
        }
        return true
    }

    package func text(of key: JSONKey) -> String { key.unescaped ?? text(in: key.range) }

    private mutating func key() throws -> JSONKey {
        let (range, isPlain) = try stringRange()
        return JSONKey(range: range, unescaped: isPlain ? nil : try unescaped(range))
    }

    // MARK: Values

    package mutating func string() throws -> String {
        let (range, isPlain) = try stringRange()
        return isPlain ? text(in: range) : try unescaped(range)
    }

    /// Reads a string's bytes by `read`, unless they are escaped or `read` returns `nil`; then its text by `readText`.
    package mutating func string<Value>(
        _ read: (ArraySlice<UInt8>) -> Value?,
        orText readText: (String) throws -> Value
    ) throws -> Value {
        let (range, isPlain) = try stringRange()
        if isPlain, let value = read(bytes[range]) { return value }
        return try readText(isPlain ? text(in: range) : unescaped(range))
    }

    package mutating func integer() throws -> Int {
        let start = position
        var number = 0
        while position < end, position - start < 18, case let digit = bytes[position] &- 48, digit < 10 {
            number = number * 10 + Int(digit)
            position += 1
        }
        let count = position - start
        if count > 0, count == 1 || bytes[start] != 48, !isInNumber { return number }
        position = start
        let text = try self.number()
        if let number = Int(text) { return number }
        guard let double = Double(text), let number = Int(exactly: double) else {
            throw fault("“\(text)” is not a whole number, or is too large.", at: start)
        }
        return number
    }

    /// Reads a number as its text.
    package mutating func number() throws -> String {
        let start = position
        while isInNumber { position += 1 }
        let text = text(in: start..<position)
        let digits = text.drop { $0 == "-" }
        // What `Double` takes and JSON does not.
        let isJSON = digits.first?.isNumber == true && text.last?.isNumber == true && !text.hasPrefix("--")
        guard isJSON, !(digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true), Double(text) != nil
        else { throw fault("There should be a number.", at: start) }
        return text
    }

    package mutating func boolean() throws -> Bool {
        if skipWord("true") { return true }
        guard skipWord("false") else { throw fault("There should be true or false.") }
        return false
    }

    package mutating func skipNull() -> Bool { skipWord("null") }

    package mutating func skipValue() throws {
        try skipValue(depth: 0)
    }

    /// Reads whatever value comes next as its JSON.
    package mutating func valueData() throws -> Data {
        let start = position
        try skipValue()
        return Data(bytes[start..<position])
    }

    private mutating func skipValue(depth: Int) throws {
        guard depth < 512 else { throw fault("It is nested too deeply.") }
        switch try peek() {
        case UInt8(ascii: "{"): try members { reader, _ in try reader.skipValue(depth: depth + 1) }
        case UInt8(ascii: "["): _ = try array { try $0.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "n") where skipNull(): break
        default: _ = try number()
        }
    }

    /// The next byte of a value.
    package func peek() throws -> UInt8 {
        guard position < end else { throw fault("It ends too early.") }
        return bytes[position]
    }

    /// - Throws: ``JSONFault`` unless nothing but space follows.
    package mutating func finish() throws {
        skipSpace()
        guard position == end else { throw fault("Something follows the end.") }
    }

    package mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    package func fault(_ message: String, at place: Int? = nil) -> JSONFault {
        JSONFault(position: place ?? position, message: message)
    }

    // MARK: Parts

    private var isInNumber: Bool {
        guard position < end else { return false }
        switch bytes[position] {
        case 48...57, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            return true
        default: return false
        }
    }

    /// Reads a byte, and space before it.
    private mutating func expect(_ character: Unicode.Scalar) throws {
        guard skip(character) else { throw fault("There should be “\(character)”.") }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for place in 0..<count where bytes[position + place] != word.utf8Start[place] { return false }
        position += count
        return true
    }

    /// Reads a string; returns where its content stands, and whether that has no escapes.
    private mutating func stringRange() throws -> (Range<Int>, isPlain: Bool) {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw fault("There should be a string.") }
        let start = position + 1
        var place = start
        var (isPlain, isASCII) = (true, true)
        while place < end {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                position = place + 1
                guard isASCII || isUTF8(start..<place) else { throw fault("A string is not UTF-8.", at: start) }
                return (start..<place, isPlain)
            }
            guard byte >= 0x20 else { throw fault("A string has a control character.", at: place) }
            if byte >= 0x80 { isASCII = false }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                place += 1
            }
            place += 1
        }
        throw fault("A string has no end.", at: start)
    }

    private func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// What is not UTF-8 is repaired while it is decoded, and so comes out as other bytes.
    private func isUTF8(_ range: Range<Int>) -> Bool { text(in: range).utf8.elementsEqual(bytes[range]) }

    private func unescaped(_ range: Range<Int>) throws -> String {
        var units: [UInt16] = []
        var scalars = Substring(text(in: range)).unicodeScalars
        while let scalar = scalars.popFirst() {
            guard scalar == "\\" else {
                units += UTF16.encode(scalar).map(Array.init) ?? []
                continue
            }
            switch scalars.popFirst() {
            case "b": units.append(0x08)
            case "t": units.append(0x09)
            case "n": units.append(0x0A)
            case "f": units.append(0x0C)
            case "r": units.append(0x0D)
            case let other? where ["\"", "\\", "/"].contains(other): units.append(UInt16(other.value))
            case "u":
                let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
                guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
                    throw fault("A string has an escape that is none.", at: range.lowerBound)
                }
                units.append(unit)
                scalars = scalars.dropFirst(4)
            default: throw fault("A string has an escape that is none.", at: range.lowerBound)
            }
        }
        let text = String(decoding: units, as: UTF16.self)
        // A half of a surrogate pair is repaired, and so comes out as another unit.
        guard text.utf16.elementsEqual(units) else { throw fault("A string is not Unicode.", at: range.lowerBound) }
        return text
    }
}

/// Where the key of a member stands, and its text if it has escapes.
package struct JSONKey {
    fileprivate let range: Range<Int>
    fileprivate let unescaped: String?
}

/// What is wrong with JSON, and where.
package struct JSONFault: Error, Hashable {
    /// The byte, counted from 0.
    package let position: Int
    /// Such as `.entries[0].date`.
    package private(set) var path = ""
    package let message: String

    init(position: Int, message: String) {
        self.position = position
        self.message = message
    }

    package func below(_ place: String) -> JSONFault {
        var fault = self
        fault.path = place + path
        return fault
    }
}
