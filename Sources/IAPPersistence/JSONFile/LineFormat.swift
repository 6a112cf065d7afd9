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
    private static let macStart = Array(#"],"seal":""#.utf8)
    private static let macEnd = Array(#""}"#.utf8)
    private static let lineEnd = Array("}\n".utf8)
    /// More than the MAC at a line's end takes: 128 digits, and what is around them.
    static let longestMAC = 256
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
        /// Distinguishes this file from another one under the same name.
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

    /// - Parameter chain: The MACs up to the line, which gets one then: over all from its number to the `]` of its
    ///   entries.
    static func line(
        _ entries: [LedgerEntry],
        number: Int,
        chain: inout AuthenticationChain?
    ) throws -> [UInt8] {
        var json = JSONWriter()
        // About what a purchase takes.
        json.reserveCapacity(512 * entries.count)
        json.encoded(sumStart + [UInt8](repeating: 0, count: 8) + sumEnd + lineStart)
        json.number(number)
        json.encoded(entriesStart)
        json.array(entries) { $1.write(to: &$0) }
        if let digits = try chain?.add(json.bytes[sumLength...]) {
            json.encoded(macStart.dropFirst() + digits + [UInt8(ascii: "\"")])
        }
        json.encoded(lineEnd)
        var line = json.bytes
        let sum = digits(of: CRC32.checksum(of: line.dropFirst(sumLength).dropLast()))
        line.replaceSubrange(sumStart.count..<sumPlace, with: sum.utf8)
        return line
    }

    /// A line, without its newline, up to the `]` of its entries, and its MAC; `nil` when it has none. No entry's text
    /// can look like it: a quotation mark within a string is escaped.
    static func mac(of line: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, mac: [UInt8])? {
        guard line.suffix(macEnd.count) == macEnd[...] else { return nil }
        let open = line.dropLast(macEnd.count)
        let digits = open.reversed().prefix { (48...57).contains($0) || (97...102).contains($0) }
        let rest = open.dropLast(digits.count)
        guard !digits.isEmpty, rest.suffix(macStart.count) == macStart[...] else { return nil }
        return (rest.dropLast(macStart.count - 1), digits.reversed())
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

    /// Reads the entries of a line, without its newline.
    ///
    /// - Parameters:
    ///   - range: Of the line in `bytes`.
    ///   - number: What the line must call itself.
    /// - Throws: ``Fault``.
    static func readLine(_ range: Range<Int>, of bytes: [UInt8], number: Int) throws -> [LedgerEntry] {
        let line = bytes[range]
        guard line.starts(with: sumStart), line.dropFirst(sumStart.count + 8).starts(with: sumEnd) else {
            throw Fault(message: #"The line does not begin with {"sum":"…", and eight hexadecimal digits in it."#)
        }
        let (given, actual) = (sum(of: line), digits(of: CRC32.checksum(of: line.dropFirst(sumLength))))
        guard given == actual else {
            throw Fault(
                column: sumStart.count + 1,
                message: "The line's checksum is \(given), that of its content \(actual). The line was altered."
            )
        }
        return try readContent(JSONReader(bytes, in: range), number: number)
    }

    /// Reads the entries of a line, whose checksum is not looked at.
    ///
    /// - Throws: ``Fault``.
    static func readContent(_ line: JSONReader, number: Int) throws -> [LedgerEntry] {
        var reader = line
        let content: Content
        do {
            content = try Content.facts.read(&reader)
            try reader.finish()
        } catch let fault as JSONFault {
            let column = fault.position - line.position + 1
            throw Fault(column: column, message: "The line's entries cannot be read: $\(fault.path): \(fault.message)")
        }
        guard content.line == number else {
            throw Fault(
                column: sumLength + 1,
                message: "The line calls itself line \(content.line). Lines were removed, added or moved."
            )
        }
        return content.entries
    }

    /// What a line has besides its sum and its MAC.
    private struct Content {
        var line = 0
        var entries: [LedgerEntry] = []

        static let facts = FactTable(
            Content(),
            [.required("line", \.line, .integer), .required("entries", \.entries, .list(.entry))]
        )
    }
}
