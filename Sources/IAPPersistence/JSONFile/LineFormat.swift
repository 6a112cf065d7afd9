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
        // About what a purchase takes.
        json.reserveCapacity(512 * entries.count)
        json.encoded(sumStart + [UInt8](repeating: 0, count: 8) + sumEnd + lineStart)
        json.number(number)
        json.encoded(entriesStart)
        json.array(entries) { $1.write(to: &$0) }
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

    /// Adds the entries of a line, without its newline; none if there is anything wrong with it.
    ///
    /// - Parameters:
    ///   - line: A slice of `bytes`, or of others like them.
    ///   - number: What the line must call itself.
    /// - Throws: ``Fault``.
    static func readLine(
        _ line: ArraySlice<UInt8>,
        of bytes: [UInt8],
        number: Int,
        into entries: inout [LedgerEntry]
    ) throws {
        guard line.starts(with: sumStart), let sum = UInt32(hexadecimal: line.dropFirst(sumStart.count).prefix(8)),
            line.dropFirst(sumStart.count + 8).starts(with: sumEnd)
        else {
            throw Fault(message: #"The line does not begin with {"sum":"…", and eight hexadecimal digits in it."#)
        }
        let actual = line.dropFirst(sumLength).withUnsafeBytes { CRC32.checksum(of: $0) }
        guard actual == sum else {
            throw Fault(
                column: sumStart.count + 1,
                message: "The line's checksum is \(digits(of: sum)), that of its content \(digits(of: actual)). "
                    + "The line was altered."
            )
        }
        try readContent(JSONReader(bytes, in: line.indices), number: number, into: &entries)
    }

    /// Adds the entries of a line, whose checksum is not looked at.
    ///
    /// - Throws: ``Fault``.
    static func readContent(_ line: JSONReader, number: Int, into entries: inout [LedgerEntry]) throws {
        var reader = line
        var content: [LedgerEntry]?
        var name: Int?
        do {
            try reader.members { reader, key in
                switch reader.text(of: key) {
                case "line": name = try reader.integer()
                case "entries":
                    do {
                        content = try reader.array { try LedgerEntry.read(&$0) }
                    } catch let fault as JSONFault {
                        throw fault.below(".entries")
                    }
                default: try reader.skipValue()
                }
            }
            try reader.finish()
            guard name != nil, content != nil else {
                throw reader.fault("There is no number, or there are no entries.")
            }
        } catch let fault as JSONFault {
            let column = fault.position - line.position + 1
            throw Fault(column: column, message: "The line's entries cannot be read: $\(fault.path): \(fault.message)")
        }
        guard name == number else {
            throw Fault(
                column: sumLength + 1,
                message: "The line calls itself line \(name ?? 0). Lines were removed, added or moved."
            )
        }
        entries += content ?? []
    }
}

extension UInt32 {
    /// Reads lower-case hexadecimal digits, eight of them.
    fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
        guard digits.count == 8 else { return nil }
        self = 0
        for digit in digits {
            switch digit {
            case 48...57: self = self << 4 | UInt32(digit - 48)
            case 97...102: self = self << 4 | UInt32(digit - 87)
            default: return nil
            }
        }
    }
}
