import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("An authenticated ledger in a JSON file")
struct AuthenticationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(key: UInt8? = 1, acceptsUnauthenticated: Bool = false) -> JSONFileStorage {
        JSONFileStorage(
            url: folder.ledger,
            authenticator: key.map { ToyAuthenticator(key: $0) },
            acceptsUnauthenticated: acceptsUnauthenticated
        )
    }

    private func entry(_ number: Int) -> LedgerEntry {
        LedgerEntry(.delivered(TransactionIdentifier("\(number)")), date: newYear)
    }

    private func write(_ numbers: ClosedRange<Int>, to storage: JSONFileStorage) async throws {
        for number in numbers {
            let end = try await storage.load(after: .start).end
            #expect(try await storage.append([entry(number)], after: end) != nil)
        }
    }

    private func load(_ storage: JSONFileStorage) async throws -> [LedgerEntry] {
        try await storage.load(after: .start).entries
    }

    private var lines: [String] {
        get throws { String(decoding: try folder.content(), as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    private func put(_ lines: [String]) throws {
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.ledger)
    }

    /// A line with the checksum that its content has, and the number that it should have.
    private func mended(_ line: String, number: Int) -> String {
        let content = "\"line\":\(number)" + (line.range(of: ",\"entries\"").map { line[$0.lowerBound...] } ?? "")
        let sum = String(CRC32.checksum(of: Array(content.utf8)), radix: 16)
        return #"{"sum":""# + String(repeating: "0", count: 8 - sum.count) + sum + #"","# + content
    }

    private func forgery() async throws -> IAPError? {
        do {
            _ = try await load(open())
            return nil
        } catch let error as IAPError {
            return error
        }
    }

    @Test("What was written with the key is read with it, by parts too, and each line has a MAC")
    func authenticated() async throws {
        try await write(1...3, to: open())
        #expect(try await load(open()) == (1...3).map(entry))
        let storage = open()
        let end = try await storage.load(after: .start).end
        try await write(4...4, to: open())
        let batch = try await storage.load(after: end)
        #expect(batch.entries == [entry(4)])
        #expect(try lines.dropFirst().allSatisfy { $0.contains(#"],"seal":""#) && $0.hasSuffix(#""}"#) })
    }

    @Test("A line's MAC is the code of the MAC before, or the header, and its own bytes up to its entries' end")
    func format() async throws {
        try await write(1...2, to: open())
        let lines = try lines
        var previous = lines[0] + "\n"
        for line in lines.dropFirst() {
            let parts = line.components(separatedBy: #","seal":""#)
            let own = parts[0].dropFirst(18)
            let code = ToyAuthenticator(key: 1).authenticationCode(of: Array((previous + own).utf8))
            let mac = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(parts[1] == mac + "\"}")
            previous = mac
        }
    }

    @Test("A line that was edited without the key is found out, though its checksum fits", arguments: 1...3)
    func edited(number: Int) async throws {
        try await write(1...3, to: open())
        var lines = try lines
        lines[number] = mended(
            lines[number].replacingOccurrences(of: #"Identifier":""#, with: #"Identifier":"9"#),
            number: number + 1
        )
        try put(lines)
        let error = try await forgery()
        #expect(error?.code == .ledgerForged)
        #expect(error?.place == IAPError.Place(file: folder.ledger.path, line: number + 1))
        #expect(try self.lines == lines)
    }

    @Test("A line that was taken out, doubled, moved or stripped of its MAC is found out, though its checksum fits")
    func rearranged() async throws {
        try await write(1...3, to: open())
        let lines = try lines
        for order in [[0, 2, 3], [0, 1, 3], [0, 2, 1, 3], [0, 1, 2, 2, 3], [0, 1, 2, 3, 1]] {
            try put(order.enumerated().map { $0 == 0 ? lines[0] : mended(lines[$1], number: $0 + 1) })
            #expect(try await forgery()?.code == .ledgerForged)
        }
        let bare = lines.map { $0.components(separatedBy: #","seal":""#)[0] + "}" }
        let stripped = lines.indices.map { $0 == 0 ? lines[0] : mended(bare[$0], number: $0 + 1) }
        for range in [1..<4, 1..<2, 2..<3, 3..<4] {
            try put(lines.indices.map { range.contains($0) ? stripped[$0] : lines[$0] })
            #expect(try await forgery()?.code == .ledgerForged)
        }
    }

    @Test("Recovering hands out what the MACs prove, says from where on they do not, and changes nothing")
    func recovering() async throws {
        try await write(1...4, to: open())
        let whole = try lines
        var lines = whole
        lines[3] = mended(lines[3].replacingOccurrences(of: #"Identifier":""#, with: #"Identifier":"9"#), number: 4)
        try put(lines)
        let forged = try await open().recover()
        #expect(forged.entries == (1...2).map(entry))
        #expect(forged.errors.map(\.code) == [.ledgerForged])
        #expect(forged.errors.first?.place?.line == 4)
        #expect(forged.errors.first?.message.contains("left out") == true)
        #expect(try self.lines == lines)
        #expect(try await open(key: 2).recover().entries.isEmpty)
        // Without an authenticator nothing is checked.
        #expect(try await open(key: nil).recover().entries.count == 4)

        lines = whole
        lines[2] = lines[2].replacingOccurrences(of: #"Identifier":""#, with: #"Identifier":"9"#)
        try put(lines)
        let damaged = try await open().recover()
        #expect(damaged.entries == [entry(1), entry(3), entry(4)])
        #expect(damaged.errors.map(\.code) == [.ledgerDamaged])
    }

    @Test("Recovering a ledger without MACs hands out nothing, unless it is accepted")
    func recoveringUnauthenticated() async throws {
        try await write(1...2, to: open(key: nil))
        let refused = try await open().recover()
        #expect(refused.entries.isEmpty)
        #expect(refused.errors.map(\.code) == [.ledgerForged])
        let adopted = try await open(acceptsUnauthenticated: true).recover()
        #expect(adopted.entries == (1...2).map(entry))
        #expect(adopted.errors.isEmpty)
    }

    @Test("Another file's header, or another key, is found out")
    func otherFile() async throws {
        try await write(1...2, to: open())
        var lines = try lines
        await #expect(throws: IAPError.self) { try await load(open(key: 2)) }
        lines[0] = #"{"format":"swift-iap ledger","version":1,"id":"0123456789abcdef"}"#
        try put(lines)
        #expect(try await forgery()?.place?.line == 2)
    }

    @Test("A line that a crash left torn is cut off, and one without its end is ended, as in any ledger")
    func torn() async throws {
        try await write(1...3, to: open())
        let whole = try folder.content()
        try whole.dropLast().write(to: folder.ledger)
        #expect(try await load(open()) == (1...3).map(entry))
        #expect(try folder.content() == whole)
        try whole.dropLast(5).write(to: folder.ledger)
        #expect(try await load(open()) == (1...2).map(entry))
        try await write(4...4, to: open())
        #expect(try await load(open()) == [entry(1), entry(2), entry(4)])
    }

    @Test("Without an authenticator it can be read, and not written")
    func withoutAuthenticator() async throws {
        try await write(1...2, to: open())
        let before = try lines
        let batch = try await open(key: nil).load(after: .start)
        #expect(batch.entries == (1...2).map(entry))
        let error = await #expect(throws: IAPError.self) {
            try await open(key: nil).append([entry(3)], after: batch.end)
        }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("authenticator") == true)
        #expect(try lines == before)
    }

    @Test("A ledger from before there was an authenticator is rejected, or accepted and then safe")
    func accepting() async throws {
        try await write(1...2, to: open(key: nil))
        #expect(try await forgery()?.code == .ledgerForged)
        #expect(try await load(open(acceptsUnauthenticated: true)) == (1...2).map(entry))
        try await write(3...4, to: open(acceptsUnauthenticated: true))
        #expect(try await load(open()) == (1...4).map(entry))
        var lines = try lines
        lines[1] = mended(lines[1].replacingOccurrences(of: #"Identifier":""#, with: #"Identifier":"9"#), number: 2)
        try put(lines)
        #expect(try await forgery()?.place?.line == 4)
    }

    @Test("A ledger that is replaced gets new MACs, and is replaced only with an authenticator")
    func replaced() async throws {
        try await write(1...3, to: open())
        let end = try await open().load(after: .start).end
        await #expect(throws: IAPError.self) { try await open(key: nil).replace(with: [entry(9)], after: end) }
        let entries = (1...250).map(entry)
        #expect(try await open().replace(with: entries, after: end) != nil)
        #expect(try await load(open()) == entries)
        try await write(251...251, to: open())
        #expect(try await load(open()).count == 251)
        #expect(try lines.count == 5)
    }

    @Test("A text that looks like a MAC is none")
    func lookalike() async throws {
        let note = #"x"}],"seal":"00112233445566778899aabbccddeeff"}"#
        let entry = LedgerEntry(.imported([], credits: [], source: note), date: newYear)
        #expect(try await open().append([entry], after: .start) != nil)
        #expect(try await load(open()) == [entry])
    }

    @Test("An authenticator whose codes can be guessed is refused, and nothing is written")
    func shortCodes() async throws {
        struct ShortAuthenticator: LedgerAuthenticator {
            func authenticationCode(of bytes: [UInt8]) -> [UInt8] { [1, 2, 3] }
        }
        let storage = JSONFileStorage(url: folder.ledger, authenticator: ShortAuthenticator())
        let error = await #expect(throws: IAPError.self) { try await storage.append([entry(1)], after: .start) }
        #expect(error?.code == .storageFailed)
        #expect(try lines.isEmpty)
    }
}

/// No cryptography: two sums of bytes that a key begins, FNV-1a and another one.
struct ToyAuthenticator: LedgerAuthenticator {
    let key: UInt8

    func authenticationCode(of bytes: [UInt8]) -> [UInt8] {
        var sums: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15]
        for byte in [key] + bytes {
            for index in sums.indices { sums[index] = (sums[index] ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return sums.flatMap { sum in (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) } }
    }
}
