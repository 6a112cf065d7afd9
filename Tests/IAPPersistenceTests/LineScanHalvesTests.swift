import IAPCore
import Testing

@testable import IAPPersistence

@Suite("Reading the halves of a ledger side by side")
struct LineScanHalvesTests {
    private static let lines = (2...41).map { number in
        let entries = (0..<(number % 3)).map { LedgerEntry.imported([], from: "\(number).\($0)", date: newYear) }
        return Result { try LineFormat.line(entries, number: number) }
    }

    private func lines() throws -> [[UInt8]] { try Self.lines.map { try $0.get() } }

    private func read(_ bytes: [UInt8]) -> LineScan.Read {
        { offset, buffer in
            let piece = bytes.dropFirst(offset).prefix(buffer.count)
            buffer.copyBytes(from: piece)
            return piece.count
        }
    }

    private func halves(_ bytes: [UInt8]) throws -> LineScan? {
        try LineScan.ofHalves(0..<bytes.count, after: 1, file: "ledger", atLeast: 0, read: read(bytes))
    }

    /// Where the halves tell anything, it is what one scan tells. Returns whether they do.
    private func agree(_ bytes: [UInt8]) throws -> Bool {
        guard let halves = try halves(bytes) else { return false }
        let whole = try LineScan(0..<bytes.count, after: 1, file: "ledger", read: read(bytes))
        #expect(halves.entries == whole.entries)
        #expect(halves.errors.map(\.description) == whole.errors.map(\.description))
        #expect(halves.lastLine == whole.lastLine)
        #expect(halves.end == whole.end)
        #expect(String(describing: halves.tail) == String(describing: whole.tail))
        #expect(halves.unendedEntryCount == whole.unendedEntryCount)
        #expect(halves.lastLineStart == whole.lastLineStart)
        #expect(halves.fileEnd == whole.fileEnd)
        return true
    }

    @Test("What is whole is read by halves")
    func whole() throws {
        #expect(try agree(lines().flatMap { $0 }))
    }

    @Test("Small ranges, and those without a line in the second half, are left to one scan")
    func small() throws {
        let bytes = try lines().flatMap { $0 }
        let scan = try LineScan.ofHalves(0..<bytes.count, after: 1, file: "ledger", read: read(bytes))
        #expect(scan == nil)
        #expect(try halves(lines()[0]) == nil)
        #expect(try halves([]) == nil)
    }

    @Test("Damage, wherever it is, is what one scan finds")
    func damage() throws {
        let bytes = try lines().flatMap { $0 }
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 1
            _ = try agree(damaged)
        }
    }

    @Test("A line that is missing or comes twice is what one scan finds", arguments: 0..<40)
    func order(place: Int) throws {
        var fewer = try lines()
        fewer.remove(at: place)
        _ = try agree(fewer.flatMap { $0 })
        var more = try lines()
        more.insert(more[place], at: place)
        _ = try agree(more.flatMap { $0 })
    }

    @Test("Lines that a crash left unfinished are what one scan finds")
    func tails() throws {
        let bytes = try lines().flatMap { $0 }
        for count in (bytes.count - 200)..<bytes.count {
            #expect(try agree(Array(bytes.prefix(count))))
            _ = try agree(bytes.prefix(count) + [UInt8](repeating: 0, count: 600))
        }
    }
}
