#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

@Suite("An authenticated ledger in SQLite")
struct SQLiteAuthenticationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(key: UInt8? = 1, acceptsUnauthenticated: Bool = false) -> SQLiteStorage {
        SQLiteStorage(
            url: folder.ledger,
            authenticator: key.map { ToyAuthenticator(key: $0) },
            acceptsUnauthenticated: acceptsUnauthenticated
        )
    }

    @Test("What was written with the key is read with it, by parts too")
    func authenticated() async throws {
        let storage = open()
        let middle = try #require(try await storage.append([delivered(1), delivered(2)], after: .start))
        #expect(try await open().append([delivered(3)], after: middle) != nil)
        #expect(try await open().entries == [delivered(1), delivered(2), delivered(3)])
        #expect(try await open().load(after: middle).entries == [delivered(3)])
    }

    @Test(
        "An edit without the key is found out, though checksums fit",
        arguments: [
            "UPDATE entries SET entry = (SELECT entry FROM entries WHERE sequence = 2), sum = (SELECT sum FROM entries WHERE sequence = 2) WHERE sequence = 1",
            "UPDATE entries SET seal = NULL WHERE sequence = 3",
            "UPDATE entries SET seal = NULL",
            "UPDATE entries SET seal = '00' WHERE sequence = 3",
            "DELETE FROM entries WHERE sequence = 1; UPDATE entries SET sequence = sequence - 1",
            "INSERT INTO entries (sequence, sum, entry) SELECT 4, sum, entry FROM entries WHERE sequence = 1",
            "INSERT INTO entries (sequence, sum, entry, seal) SELECT 4, sum, entry, seal FROM entries WHERE sequence = 1",
            "UPDATE ledger SET id = '0123456789abcdef'",
        ]
    )
    func forged(sql: String) async throws {
        _ = try await open().append([delivered(1), delivered(2), delivered(3)], after: .start)
        try tamper(folder.ledger, sql)
        let failure = try await error { _ = try await open().entries }
        #expect(failure?.code == .ledgerForged)
        #expect(failure?.place?.file == folder.ledger.path)
    }

    @Test("Another key does not open it")
    func otherKey() async throws {
        _ = try await open().add(delivered(1))
        #expect(try await error { _ = try await open(key: 2).entries }?.code == .ledgerForged)
    }

    @Test("Without an authenticator it can be read, and not written")
    func withoutAuthenticator() async throws {
        let end = try #require(try await open().add(delivered(1)))
        #expect(try await open(key: nil).entries == [delivered(1)])
        let failure = try await error { _ = try await open(key: nil).append([delivered(2)], after: end) }
        #expect(failure?.code == .storageFailed)
        #expect(failure?.message.contains("authenticator") == true)
        #expect(try await open().entries == [delivered(1)])
    }

    @Test("A ledger from before there was an authenticator is rejected, or accepted and then safe")
    func accepting() async throws {
        _ = try await open(key: nil).append([delivered(1), delivered(2)], after: .start)
        #expect(try await error { _ = try await open().entries }?.code == .ledgerForged)
        #expect(try await open(acceptsUnauthenticated: true).add(delivered(3)) != nil)
        #expect(try await open().entries == [delivered(1), delivered(2), delivered(3)])
        try tamper(
            folder.ledger,
            "UPDATE entries SET entry = (SELECT entry FROM entries WHERE sequence = 2), sum = (SELECT sum FROM entries WHERE sequence = 2) WHERE sequence = 1"
        )
        #expect(try await error { _ = try await open().entries }?.code == .ledgerForged)
    }
}

/// No cryptography: two sums of bytes that a key begins, FNV-1a and another one.
private struct ToyAuthenticator: LedgerAuthenticator {
    let key: UInt8

    func authenticationCode(of bytes: [UInt8]) -> [UInt8] {
        var sums: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15]
        for byte in [key] + bytes {
            for index in sums.indices { sums[index] = (sums[index] ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return sums.flatMap { sum in (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) } }
    }
}
#endif
