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

    @Test("The first line that its MAC does not prove is the one that one scan finds", arguments: 0..<40)
    func authenticated(forged: Int) throws {
        let authentication = LedgerAuthentication(SumAuthenticator())
        let header = LineFormat.header(id: "0123456789abcdef")
        var content = header
        var previous = header
        for place in 0..<40 {
            let entries = [LedgerEntry.imported([], from: "\(place)", date: newYear)]
            let line = try LineFormat.line(entries, number: place + 2) {
                place == forged
                    ? [UInt8](repeating: UInt8(ascii: "0"), count: 32)
                    : try authentication.mac(of: $0, after: previous)
            }
            content += line
            previous = AuthenticatedLines.mac(of: line) ?? previous
        }
        let bytes = content
        let range = header.count..<bytes.count
        let lines = AuthenticatedLines(authentication: authentication, file: "ledger") {
            Array(bytes.dropFirst($0).prefix($1))
        }
        let whole = try LineScan(range, after: 1, file: "ledger", authenticatedLines: lines, read: read(bytes))
        #expect(whole.gap?.error.place?.line == forged + 2)
        #expect(whole.gap?.entryCount == forged)
        let halves = try #require(
            try LineScan.ofHalves(
                range,
                after: 1,
                file: "ledger",
                atLeast: 0,
                authenticatedLines: lines,
                read: read(bytes)
            )
        )
        #expect(halves.gap?.error.place == whole.gap?.error.place)
        #expect(halves.gap?.entryCount == whole.gap?.entryCount)
    }
}

/// No cryptography.
private struct SumAuthenticator: LedgerAuthenticator {
    func authenticationCode(of bytes: [UInt8]) -> [UInt8] {
        (0..<16).map { seed in bytes.reduce(seed) { ($0 &* 31) ^ $1 } }
    }
}
