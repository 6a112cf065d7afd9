import Foundation
import IAPCore

/// The text of a ledger's lines, as `Documentation/LedgerFormat.md` describes it.
///
/// A line is one append, so that it counts whole or not at all:
/// `{"sum":"1a2b3c4d","line":2,"entries":[…]}`. The sum is the CRC-32 of all that follows the first comma.
enum LineFormat {
    static let newline = UInt8(ascii: "\n")
    static let version = 1

    private static let formatName = "swift-iap ledger"
    private static let sumStart = Array(#"{"sum":""#.utf8)
    private static let sumEnd = Array(#"","#.utf8)
    private static let lineStart = Array(#""line":"#.utf8)
    private static let entriesStart = Array(#","entries":"#.utf8)
    private static let lineEnd = Array("}\n".utf8)
    /// How many bytes of a line its sum leaves out.
    static let sumLength = sumStart.count + 8 + sumEnd.count

    /// What is wrong with a line, and where.
    struct Fault: Error {
        /// Counted from 1, in bytes.
        var column = 1
        let message: String
    }

    // MARK: Header

    struct Header: Codable {
        let format: String
        let version: Int
        /// Tells this file from another one under the same name.
        let id: String?
    }

    private static let headerStart = Array(#"{"format":"\#(formatName)","version":\#(version),"id":""#.utf8)
    private static let headerEnd = Array("\"}\n".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func header(id: String) -> [UInt8] {
        headerStart + Array(id.utf8) + headerEnd
    }

    /// - Throws: ``Fault``, or ``IAPError`` with code `ledgerVersionUnsupported`.
    static func readHeader(_ line: some Collection<UInt8>, file: String) throws -> Header {
        guard !line.starts(with: byteOrderMark) else {
            throw Fault(
                message: "The file begins with a byte order mark, as an editor may add. Delete its first 3 bytes."
            )
        }
        // A decoder would take other encodings of Unicode, too.
        guard line.first == UInt8(ascii: "{"), !line.contains(0),
            let header = try? JSONDecoder().decode(Header.self, from: Data(line)), header.format == formatName
        else {
            throw Fault(message: "The file does not begin as a ledger of swift-iap does.")
        }
        guard header.version <= version else {
            throw IAPError(
                .ledgerVersionUnsupported,
                "The ledger has format version \(header.version), and this version of the SDK reads up to \(version). "
                    + "Update swift-iap. Nothing was changed.",
                place: IAPError.Place(file: file, line: 1)
            )
        }
        return header
    }

    /// Whether a crash left this in place of a new file's header and first line.
    static func isTornStart(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1)
        let written = bytes.prefix { $0 != 0 }
        guard !bytes.dropLast().contains(newline), written.count < bytes.count || !bytes.contains(newline) else {
            return false
        }
        return written.starts(with: headerStart.prefix(written.count))
    }

    // MARK: Lines of entries

    /// - Parameter mac: Computes the MAC of the line up to the end of its entries, in hexadecimal digits.
    static func line(
        _ entries: [LedgerEntry],
        number: Int,
        mac: (([UInt8]) throws -> [UInt8])? = nil
    ) throws -> [UInt8] {
        var json = JSONWriter()
        json.encoded(sumStart + [UInt8](repeating: 0, count: 8) + sumEnd + lineStart)
        json.number(number)
        json.encoded(entriesStart)
        try json.entries(entries)
        if let mac {
            let digits = try mac(Array(json.bytes[sumLength...]))
            json.encoded(Array(#","seal":""#.utf8) + digits + [UInt8(ascii: "\"")])
        }
        json.encoded(lineEnd)
        var line = json.bytes
        let sum = line.withUnsafeBytes { line in
            CRC32.checksum(of: UnsafeRawBufferPointer(rebasing: line.dropFirst(sumLength).dropLast()))
        }
        line.replaceSubrange(sumStart.count..<sumStart.count + 8, with: digits(of: sum).utf8)
        return line
    }

    /// The digits of a line's checksum, where they should be.
    static func sum(of line: some Collection<UInt8>) -> String {
        String(decoding: line.dropFirst(sumStart.count).prefix(8), as: UTF8.self)
    }

    /// How many bytes of a line ``sum(of:)`` looks at.
    static var sumPlace: Int { sumStart.count + 8 }

    /// Eight of them.
    private static func digits(of sum: UInt32) -> String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// What a line calls itself, by its beginning.
    static func number(of start: UnsafeBufferPointer<UInt8>) -> Int? {
        var cursor = TextCursor(start)
        guard cursor.skip(#"{"sum":""#), cursor.checksum() != nil, cursor.skip(#"","line":"#),
            let number = cursor.number(), cursor.skip(",")
        else { return nil }
        return number
    }

    /// Adds the entries of a line, without its newline; none if there is anything wrong with it.
    ///
    /// - Throws: ``Fault``.
    static func readLine(
        _ line: Slice<UnsafeBufferPointer<UInt8>>,
        number: Int,
        with reader: inout EntryReader,
        into entries: inout [LedgerEntry]
    ) throws {
        let bytes = UnsafeBufferPointer(rebasing: line)
        var cursor = TextCursor(bytes)
        guard cursor.skip(#"{"sum":""#), let sum = cursor.checksum(), cursor.skip(#"","#) else {
            throw Fault(message: #"The line does not begin with {"sum":"…", and eight hexadecimal digits in it."#)
        }
        let actual = CRC32.checksum(of: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[sumLength...]))
        guard actual == sum else {
            throw Fault(
                column: sumStart.count + 1,
                message: "The line's checksum is \(digits(of: sum)), that of its content \(String(actual, radix: 16)). "
                    + "The line was altered."
            )
        }
        if reader.read(&cursor, number: number, into: &entries) { return }
        entries += try decodeLine(Data(line), number: number)
    }

    /// Reads a line, whatever the form of its JSON; its checksum is not looked at.
    ///
    /// - Throws: ``Fault``.
    static func decodeLine(_ line: Data, number: Int) throws -> [LedgerEntry] {
        let content: Line
        do {
            content = try JSONDecoder().decode(Line.self, from: line)
        } catch {
            throw Fault(column: sumLength + 1, message: "The line's entries cannot be read: \(Self.reason(error))")
        }
        guard content.line == number else {
            throw Fault(
                column: sumLength + 1,
                message: "The line calls itself line \(content.line). Lines were removed, added or moved."
            )
        }
        return content.entries
    }

    private struct Line: Decodable {
        let line: Int
        let entries: [LedgerEntry]
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return "$\(path): \(context.debugDescription)"
        @unknown default:
            return "\(error)"
        }
    }
}

extension TextCursor {
    /// Eight lower-case hexadecimal digits.
    fileprivate mutating func checksum() -> UInt32? {
        var sum: UInt32 = 0
        for _ in 0..<8 {
            guard let digit = hexadecimalDigit() else { return nil }
            sum = sum << 4 | UInt32(digit)
        }
        return sum
    }
}
