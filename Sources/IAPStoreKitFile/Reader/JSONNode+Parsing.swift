import Foundation
import IAPCore

extension JSONNode {
    /// Small enough for the stack of any thread; a `.storekit` file nests 8 deep.
    static let depthLimit = 100

    /// Reads JSON text, with or without a byte order mark.
    ///
    /// - Throws: ``Failure`` at the first byte that cannot be read.
    init(_ data: Data) throws {
        let bytes = [UInt8](data)
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var reader = JSONReader(bytes, in: start..<bytes.count)
        var lines = LineCounter(bytes, from: start)
        do {
            if let offset = Self.firstByteOutsideUTF8(of: bytes) {
                throw reader.fault("A byte here is not UTF-8.", at: offset)
            }
            reader.skipSpace()
            self = try Self.read(from: &reader, lines: &lines, path: "$", depth: 0)
            try reader.finish()
        } catch let fault as JSONFault {
            lines = LineCounter(bytes, from: start)
            throw Failure(
                problem: ([fault.message] + Self.hint(for: fault, in: bytes)).joined(separator: " "),
                position: lines.position(of: fault.position)
            )
        }
    }

    private static func read(
        from reader: inout JSONReader,
        lines: inout LineCounter,
        path: String,
        depth: Int
    ) throws -> JSONNode {
        guard depth < depthLimit else { throw reader.fault("The nesting is deeper than \(depthLimit) levels.") }
        let start = reader.position
        let position = lines.position(of: start)
        let value: Value
        switch try reader.peek() {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            var end = start
            try reader.members { reader, key in
                let position = lines.position(ofNext: UInt8(ascii: "\""), after: end)
                let key = String(decoding: key, as: UTF8.self)
                let path = path + step(to: key)
                let node = try read(from: &reader, lines: &lines, path: path, depth: depth + 1)
                members.append(Member(key: key, position: position, node: node))
                end = reader.position
            }
            value = .object(members)
        case UInt8(ascii: "["):
            var index = -1
            let elements = try reader.array { reader in
                index += 1
                return try read(from: &reader, lines: &lines, path: "\(path)[\(index)]", depth: depth + 1)
            }
            value = .array(elements)
        case UInt8(ascii: "\""):
            value = .string(try reader.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            value = .bool(try reader.boolean())
        case UInt8(ascii: "n") where reader.skipNull():
            value = .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digits = try reader.number()
            // Apple's readers keep numbers in 64 bits.
            guard Double(digits)?.isFinite == true else {
                throw reader.fault("The number is too large for any reader of JSON.", at: start)
            }
            value = .number(digits)
        default:
            throw reader.fault("There should be a value.")
        }
        return JSONNode(value: value, position: position, path: path)
    }

    private static func step(to key: String) -> String {
        let isPlain = !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain ? ".\(key)" : "['\(key)']"
    }

    private static func firstByteOutsideUTF8(of bytes: [UInt8]) -> Int? {
        guard String(bytes: bytes, encoding: .utf8) == nil else { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return offset
    }

    /// Names the usual mistake behind a fault.
    private static func hint(for fault: JSONFault, in bytes: [UInt8]) -> [String] {
        guard bytes.indices.contains(fault.position) else { return ["The text ends here."] }
        switch bytes[fault.position] {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): return ["JSON has no comments."]
        case UInt8(ascii: "'"): return ["JSON has double quotes only."]
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return ["Is there a comma too many before it?"]
        case UInt8(ascii: "\""): return ["Is a comma missing before it?"]
        default: return []
        }
    }
}

/// Finds the line and the column of bytes that are asked for in their order.
private struct LineCounter {
    private let bytes: [UInt8]
    private var offset: Int
    private var line = 1
    private var lineStart: Int

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        offset = start
        lineStart = start
    }

    mutating func position(of target: Int) -> JSONNode.Position {
        while offset < target {
            let byte = bytes[offset]
            offset += 1
            let isCarriageReturn = byte == UInt8(ascii: "\r") && (offset == bytes.count || bytes[offset] != 10)
            if byte == UInt8(ascii: "\n") || isCarriageReturn {
                line += 1
                lineStart = offset
            }
        }
        return JSONNode.Position(line: line, column: target - lineStart + 1)
    }

    mutating func position(ofNext byte: UInt8, after start: Int) -> JSONNode.Position {
        position(of: bytes[start...].firstIndex(of: byte) ?? start)
    }
}
