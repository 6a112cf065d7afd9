import Foundation
import IAPCore
import Testing

@testable import IAPPersistence

@Suite("The lines of a ledger's file")
struct LineFormatTests {
    private func read(_ content: [UInt8]) throws -> [LedgerEntry] {
        try LineFormat.readContent(JSONReader(Array(#"{"sum":"00000000","#.utf8) + content), number: 2)
    }

    /// What `JSONDecoder` makes of the same line.
    private func decode(_ content: [UInt8]) throws -> [LedgerEntry] {
        struct Line: Decodable {
            let line: Int
            let entries: [LedgerEntry]
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(#"{"sum":"00000000","#.utf8) + Data(content))
        guard line.line == 2 else { throw LineFormat.Fault(message: "Another line.") }
        return line.entries
    }

    /// A line as it is written, without its checksum and newline.
    private func content(_ entries: [LedgerEntry]) throws -> [UInt8] {
        var chain: AuthenticationChain?
        return try Array(LineFormat.line(entries, number: 2, chain: &chain).dropFirst(18).dropLast())
    }

    private static func date(_ text: String) -> Date? { Date(iso8601: Array(text.utf8)[...]) }

    @Test("Entries are read as they were written, as JSONDecoder reads them too", arguments: 0..<8 as Range<UInt64>)
    func written(seed: UInt64) throws {
        var chance = Chance(seed)
        for _ in 0..<100 {
            let entries = (0..<chance.number(below: 4)).map { _ in chance.entry(plain: chance.number(below: 2) == 0) }
            let content = try content(entries)
            #expect(try read(content) == entries)
            #expect(try decode(content) == entries)
        }
    }

    @Test("A line is written as JSONEncoder would write it", arguments: 0..<4 as Range<UInt64>)
    func sameAsEncoder(seed: UInt64) throws {
        var chance = Chance(seed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for _ in 0..<100 {
            let entry = chance.entry(plain: false)
            #expect(
                String(decoding: entry.json, as: UTF8.self)
                    == String(decoding: try encoder.encode(entry), as: UTF8.self)
            )
        }
    }

    @Test("Of lines that were altered, what is read can be written and read again", arguments: 0..<8 as Range<UInt64>)
    func altered(seed: UInt64) throws {
        var chance = Chance(seed + 100)
        var readCount = 0
        for _ in 0..<1_000 {
            var bytes = try content([chance.entry(plain: true), chance.entry(plain: true)])
            for _ in 0...chance.number(below: 2) { chance.alter(&bytes) }
            guard let entries = try? read(bytes) else { continue }
            readCount += 1
            #expect(try read(content(entries)) == entries, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(readCount > 0)
    }

    @Test(
        "What is written otherwise counts the same",
        arguments: [
            #"{"kind":"spent","date":"2025-01-01T00:00:00.000Z"}"#,
            #"{ "date":"2025-01-01T00:00:00.000Z","kind":"spent"}"#,
            #"{"date":"2025-01-01T00:00:00.000Z","kind":"sp\u0065nt"}"#,
            #"{"date":"2025-01-01T00:00:00.000Z","kind":"spent","note":null}"#,
            #"{"date":"2025-01-01T00:00:00.000Z","kind":"spent","later":[1,{"a":null}]}"#,
            #"{"credits":[{"unit":"coins","amount":1e1}],"date":"2025-01-01T00:00:00.000Z","kind":"spent"}"#,
            #"{"credits":[{"amount":1,"unit":"co]ins"}],"date":"2025-01-01T00:00:00.000Z","kind":"spent"}"#,
        ]
    )
    func otherForms(entry: String) async throws {
        let content = Array(#""line":2,"entries":[\#(entry)]}"#.utf8)
        let folder = try TemporaryFolder()
        let sum = String(CRC32.checksum(of: content), radix: 16)
        let digits = String(repeating: "0", count: 8 - sum.count) + sum
        let line = Array(#"{"sum":"\#(digits)","#.utf8) + content + [LineFormat.newline]
        try Data(LineFormat.header(id: "0123456789abcdef") + line).write(to: folder.ledger)
        #expect(
            try await JSONFileStorage(url: folder.ledger).load(after: .start).entries.map(\.content.kind) == [.spent]
        )
    }

    @Test("A fact that is there twice, and text behind the end, are damage")
    func ambiguous() {
        let entry = #"{"date":"2025-01-01T00:00:00.000Z","kind":"spent""#
        #expect(throws: LineFormat.Fault.self) {
            try read(Array(#""line":2,"entries":[\#(entry),"kind":"spent"}]}"#.utf8))
        }
        #expect(throws: LineFormat.Fault.self) { try read(Array(#""line":2,"entries":[\#(entry)}]}}"#.utf8)) }
        #expect(throws: LineFormat.Fault.self) { try read(Array(#""line":2,"entries":[\#(entry)},]}"#.utf8)) }
    }

    @Test("A checksum is that of zlib, whatever the length")
    func checksum() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        let bytes: [UInt8] = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        for count in 0...bytes.count {
            var slow = ~UInt32(0)
            for byte in bytes.prefix(count) {
                slow ^= UInt32(byte)
                for _ in 0..<8 { slow = slow & 1 == 0 ? slow >> 1 : 0xEDB8_8320 ^ (slow >> 1) }
            }
            #expect(CRC32.checksum(of: Array(bytes.prefix(count))) == ~slow)
        }
    }

    @Test("A date is read if it is one, and written the same", arguments: 0..<4 as Range<UInt64>)
    func dates(seed: UInt64) {
        var chance = Chance(seed)
        for _ in 0..<2_000 {
            let date = chance.date()
            #expect(Self.date(date.iso8601) == date)
            var text = Array(date.iso8601.utf8)
            text[chance.number(below: text.count)] = UInt8(ascii: "0") + UInt8(chance.number(below: 10))
            let altered = String(decoding: text, as: UTF8.self)
            if let date = Self.date(altered) { #expect(date.iso8601 == altered) }
        }
        #expect(Self.date("2024-02-29T23:59:59.999Z") != nil)
        #expect(Self.date("2000-02-29T00:00:00.000Z") != nil)
        #expect(Self.date("0000-01-01T00:00:00.000Z") != nil)
        for text in [
            "2025-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2025-00-01T00:00:00.000Z",
            "2025-13-01T00:00:00.000Z", "2025-04-31T00:00:00.000Z", "2025-01-00T00:00:00.000Z",
            "2025-01-01T24:00:00.000Z", "2025-01-01T00:60:00.000Z", "2025-01-01T00:00:60.000Z",
            "2025-01-01T00:00:00.000", "2025-01-01 00:00:00.000Z", "",
        ] {
            #expect(Self.date(text) == nil)
        }
    }
}
