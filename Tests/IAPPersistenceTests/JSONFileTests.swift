import Foundation
import IAPCore
import IAPPersistence
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

@Suite("A ledger in a JSON file")
struct JSONFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Ledger {
        try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
    }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test("A person reads the file with cat")
    func readable() async throws {
        let ledger = try await open()
        try await ledger.buyCoins("1")
        try await ledger.spend(3, of: "coins", note: "a sword")
        let lines = String(decoding: try folder.content(), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix(#"{"format":"swift-iap ledger","version":1,"id":""#))
        #expect(lines[1].contains(#""kind":"recorded""#))
        #expect(
            lines[2].hasSuffix(
                #","line":3,"entries":[{"credits":[{"amount":3,"unit":"coins"}],"date":"2025-01-01T00:00:00.000Z","#
                    + #""kind":"spent","note":"a sword"}]}"#
            )
        )
    }

    @Test("A file that an earlier version wrote reads the same")
    func earlierFile() async throws {
        let text = #"""
            {"format":"swift-iap ledger","version":1,"id":"0123456789abcdef"}
            {"sum":"a933a84b","line":2,"entries":[{"credits":[{"amount":3,"unit":"coins"}],"date":"2025-01-01T00:00:00.000Z","kind":"imported","note":"test"}]}

            """#
        try Data(text.utf8).write(to: folder.ledger)
        #expect(try await open().balance(of: "coins") == 3)
    }

    @Test("Nothing is made before there is something to write, and then for the owner alone")
    func permissions() async throws {
        let url = folder.url.appendingPathComponent("deep/er/ledger.jsonl")
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: url))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("deep").path))
        try await ledger.buyCoins("1")
        #expect(try permissions(url) == 0o600)
        #expect(try permissions(url.deletingLastPathComponent()) == 0o700)
        #expect(try permissions(folder.url.appendingPathComponent("deep")) == 0o700)
    }

    @Test("Without its directory a ledger reads as empty and fails to write, if it may not make one")
    func missingDirectory() async throws {
        let url = folder.url.appendingPathComponent("missing/ledger.jsonl")
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: url, createsDirectories: false))
        let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("1") }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("createsDirectories") == true)
    }

    @Test("A directory in place of the file is an error")
    func directory() async throws {
        try FileManager.default.createDirectory(at: folder.ledger, withIntermediateDirectories: false)
        #expect(try await code { _ = try await open() } == .storageFailed)
    }

    @Test("A file in a directory that may not be written cannot be made")
    func readOnlyDirectory() async throws {
        guard geteuid() != 0 else { return }  // root may write anywhere
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let ledger = try await open()
        #expect(try await code { try await ledger.buyCoins("1") } == .storageFailed)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    }

    @Test("Two ledgers on one file never spend more than there is")
    func twoLedgers() async throws {
        let first = try await open()
        let second = try await open()
        try await first.buyCoins("1", 20)
        #expect(try await spendOneByOne(50, from: [first, second]) == 20)
        try await first.refresh()
        try await second.refresh()
        #expect(first.balance(of: "coins") == 0)
        #expect(first.history == second.history)
        #expect(try await open().history == first.history)
    }

    @Test("Two ledgers on one file record a transaction once")
    func oneTransaction() async throws {
        let ledgers = [try await open(), try await open()]
        try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { try await ledgers[number % 2].buyCoins("1") } }
            try await group.waitForAll()
        }
        #expect(try await open().balance(of: "coins") == 10)
    }

    @Test("A ledger whose file is deleted under it keeps what it knows and records nothing new")
    func deleted() async throws {
        let ledger = try await open()
        try await ledger.buyCoins("1")
        try FileManager.default.removeItem(at: folder.ledger)
        for _ in 1...2 {
            let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("2", 5) }
            #expect(error?.code == .storageFailed)
        }
        #expect(ledger.balance(of: "coins") == 10)
        #expect(try await open().balance(of: "coins") == 0)
    }

    @Test("A ledger whose file is replaced under it goes on with what is there")
    func replaced() async throws {
        let ledger = try await open()
        try await ledger.buyCoins("1")
        try FileManager.default.removeItem(at: folder.ledger)
        try await open().buyCoins("3", 7)
        try await ledger.refresh()
        #expect(ledger.balance(of: "coins") == 7)

        let other = folder.url.appendingPathComponent("other")
        try await Ledger.inMemory(JSONFileStorage(url: other)).buyCoins("4", 9)
        try FileManager.default.removeItem(at: folder.ledger)
        try FileManager.default.moveItem(at: other, to: folder.ledger)
        try await ledger.buyCoins("5", 1)
        #expect(ledger.balance(of: "coins") == 10)
    }

    @Test("A ledger that is compacted through a symbolic link stays the one of those who know its file by another name")
    func link() async throws {
        let ledger = try await open()
        for number in 1...5 { try await ledger.buyCoins(TransactionIdentifier("\(number)"), 1) }
        let link = folder.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.ledger)
        let linked = try await Ledger.inMemory(JSONFileStorage(url: link))
        try await linked.compact()
        try await ledger.buyCoins("6", 1)
        try await linked.refresh()
        #expect(linked.balance(of: "coins") == 6)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == folder.ledger.path)
    }

    @Test("A file that was overwritten in place is read from its beginning, and one that was emptied is missed")
    func overwritten() async throws {
        let ledger = try await open()
        try await ledger.buyCoins("1")
        let other = folder.url.appendingPathComponent("other")
        let otherLedger = try await Ledger.inMemory(JSONFileStorage(url: other))
        for number in 1...5 { try await otherLedger.buyCoins(TransactionIdentifier("\(number)"), 1) }
        for content in [Data(), try Data(contentsOf: other)] {
            let handle = try FileHandle(forWritingTo: folder.ledger)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: content)
            try handle.close()
            if content.isEmpty {
                await #expect(throws: IAPError.self) { try await ledger.refresh() }
                #expect(ledger.balance(of: "coins") == 10)
            } else {
                try await ledger.refresh()
                #expect(ledger.balance(of: "coins") == 5)
            }
        }
    }

    @Test("Keys that this version does not know are passed over")
    func unknownKeys() async throws {
        let text =
            #""line":2,"entries":[{"colour":"red","date":"2025-01-01T00:00:00.000Z","kind":"imported","products":["premium"]}],"seal":"x"}"#
        let sum = String(crc32(text), radix: 16)
        let line = #"{"sum":""# + String(repeating: "0", count: 8 - sum.count) + sum + #"","# + text + "\n"
        let header = #"{"format":"swift-iap ledger","version":1,"id":"0123456789abcdef","made":"later"}"# + "\n"
        try Data((header + line).utf8).write(to: folder.ledger)
        #expect(try await open().isPurchased("premium"))
        try await open().buyCoins("1")
        #expect(try await open().balance(of: "coins") == 10)
    }

    /// Bit by bit, as RFC 1952 defines it.
    private func crc32(_ text: String) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in text.utf8 {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
