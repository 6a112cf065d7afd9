import Foundation

/// Reads JSON from bytes, value by value, whatever its spacing, its escapes and the order of its keys.
///
/// It takes what [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259) allows, and throws ``JSONFault`` for anything else.
@usableFromInline
package struct JSONReader {
    private let bytes: [UInt8]
    /// The index of the next byte to be read, in the bytes that it was made with.
    @usableFromInline package private(set) var position: Int
    private let end: Int

    /// - Parameter range: Where in `bytes` the JSON is.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = range ?? bytes.indices
        precondition(bytes.indices.contains(range))
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    // MARK: Objects and arrays

    /// Calls `body` for each member of an object, with the key's UTF-8; `body` reads the value.
    @usableFromInline
    package mutating func members(_ body: (inout JSONReader, ArraySlice<UInt8>) throws -> Void) throws {
        try expect("{")
        if skip("}") { return }
        repeat {
            skipSpace()
            let key = try stringBytes()
            try expect(":")
            skipSpace()
            try body(&self, key)
        } while skip(",")
        try expect("}")
    }

    /// Reads an array, each element by `element`.
    @inlinable
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

    // MARK: Values

    @usableFromInline
    package mutating func string() throws -> String { String(decoding: try stringBytes(), as: UTF8.self) }

    /// Reads a string as its UTF-8.
    package mutating func stringBytes() throws -> ArraySlice<UInt8> {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw fault("There should be a string.") }
        let start = position + 1
        var place = start
        var (isPlain, isASCII) = (true, true)
        bytes.withUnsafeBufferPointer { bytes in
            while place < end, bytes[place] != UInt8(ascii: "\""), bytes[place] >= 0x20 {
                if bytes[place] >= 0x80 { isASCII = false }
                if bytes[place] == UInt8(ascii: "\\") {
                    isPlain = false
                    place += 1
                }
                place += 1
            }
        }
        guard place < end else { throw fault("A string has no end.", at: start) }
        guard bytes[place] == UInt8(ascii: "\"") else { throw fault("A string has a control character.", at: place) }
        position = place + 1
        let text = bytes[start..<place]
        // What is not UTF-8 is repaired while it is decoded, and so comes out as other bytes.
        guard isASCII || String(decoding: text, as: UTF8.self).utf8.elementsEqual(text) else {
            throw fault("A string is not UTF-8.", at: start)
        }
        return isPlain ? text : try unescaped(text)
    }

    package mutating func integer() throws -> Int {
        let start = position
        var number = 0
        while position < end, position - start < 18, Self.isDigit(bytes[position]) {
            number = number * 10 + Int(bytes[position] - 48)
            position += 1
        }
        let isPlain = position > start && (bytes[start] != 48 || position == start + 1) && !isInNumber
        if isPlain { return number }
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
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        // What `Double` takes and JSON does not.
        let isJSON = Self.isDigit(digits.first) && Self.isDigit(text.utf8.last) && digits.count + 1 >= text.utf8.count
        guard isJSON, digits.first != 48 || !Self.isDigit(digits.dropFirst().first), Double(text) != nil
        else { throw fault("There should be a number.", at: start) }
        return text
    }

    package mutating func boolean() throws -> Bool {
        if skip(literal: "true") { return true }
        guard skip(literal: "false") else { throw fault("There should be true or false.") }
        return false
    }

    @usableFromInline
    package mutating func skipNull() -> Bool { skip(literal: "null") }

    package mutating func value() throws -> AnyJSON { try value(depth: 0) }

    @usableFromInline
    package mutating func skipValue() throws { _ = try value() }

    /// Reads whatever value comes next as its JSON.
    package mutating func valueBytes() throws -> ArraySlice<UInt8> {
        let start = position
        try skipValue()
        return bytes[start..<position]
    }

    private mutating func value(depth: Int) throws -> AnyJSON {
        guard depth < 512 else { throw fault("It is nested too deeply.") }
        switch try peek() {
        case UInt8(ascii: "{"):
            var object: [String: AnyJSON] = [:]
            try members { reader, key in
                object[String(decoding: key, as: UTF8.self)] = try reader.value(depth: depth + 1)
            }
            return .object(object)
        case UInt8(ascii: "["): return .list(try array { try $0.value(depth: depth + 1) })
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag(try boolean())
        case UInt8(ascii: "n") where skipNull(): return .null
        default:
            let start = position
            let text = try number()
            if let integer = Int(text) { return .integer(integer) }
            guard let number = Decimal(exactly: text) else { throw fault("The number is too large.", at: start) }
            return .number(number)
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

    @usableFromInline
    package mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    @usableFromInline
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

    private static func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (48...57).contains(byte)
    }

    /// Reads a byte, and space before it.
    @usableFromInline
    mutating func expect(_ character: Unicode.Scalar) throws {
        guard skip(character) else { throw fault("There should be “\(character)”.") }
    }

    @usableFromInline
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skip(literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for place in 0..<count where bytes[position + place] != literal.utf8Start[place] { return false }
        position += count
        return true
    }

    private func unescaped(_ text: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        let start = text.startIndex
        var units: [UInt16] = []
        var scalars = Substring(decoding: text, as: UTF8.self).unicodeScalars
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
                    throw fault("A string has an escape that is none.", at: start)
                }
                units.append(unit)
                scalars = scalars.dropFirst(4)
            default: throw fault("A string has an escape that is none.", at: start)
            }
        }
        let text = String(decoding: units, as: UTF16.self)
        // A half of a surrogate pair is repaired, and so comes out as another unit.
        guard text.utf16.elementsEqual(units) else { throw fault("A string is not Unicode.", at: start) }
        return Array(text.utf8)[...]
    }
}

/// What is wrong with JSON, and where.
@usableFromInline
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

    @usableFromInline
    package func below(_ place: String) -> JSONFault {
        var fault = self
        fault.path = place + path
        return fault
    }
}
