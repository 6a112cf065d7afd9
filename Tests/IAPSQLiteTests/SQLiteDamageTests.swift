#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

@Suite("Databases that are damaged, or another version's")
struct SQLiteDamageTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
    }

    private func write() async throws {
        _ = try await SQLiteStorage(url: folder.ledger).add(recorded("1"), delivered(1), note("third"))
    }

    private func failure() async throws -> IAPError? {
        try await error { _ = try await SQLiteStorage(url: folder.ledger).entries }
    }

    @Test(
        "A file that is no database is an error that names it, and is left alone",
        arguments: ["hello", String(repeating: "hello\n", count: 2_000)]
    )
    func noDatabase(text: String) async throws {
        try Data(text.utf8).write(to: folder.ledger)
        let failure = try await failure()
        #expect(failure?.code == .ledgerDamaged)
        #expect(failure?.place?.file == folder.ledger.path)
        let writing = try await error {
            _ = try await SQLiteStorage(url: folder.ledger).append([note("x")], after: .start)
        }
        #expect(writing?.code == .ledgerDamaged)
        #expect(try Data(contentsOf: folder.ledger) == Data(text.utf8))
    }

    @Test("Another app's database is an error, and is left alone")
    func foreign() async throws {
        try tamper(folder.ledger, "CREATE TABLE photos (id INTEGER)")
        #expect(try await failure()?.code == .ledgerDamaged)
        let writing = try await error {
            _ = try await SQLiteStorage(url: folder.ledger).append([note("x")], after: .start)
        }
        #expect(writing?.code == .ledgerDamaged)
        #expect(try SQLiteHand(folder.ledger).number("SELECT count(*) FROM sqlite_master") == 1)
    }

    @Test("Pages that are garbage are damage")
    func garbledPages() async throws {
        let storage = SQLiteStorage(url: folder.ledger)
        _ = try await storage.append((0..<2_000).map(delivered), after: .start)
        try tamper(folder.ledger, "PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try Data(contentsOf: folder.ledger)
        for place in stride(from: 4_096 * 2, to: bytes.count, by: 1) { bytes[place] = 0xA5 }
        let copy = folder.url.appendingPathComponent("copy")
        try bytes.write(to: copy)
        let failure = try await error { _ = try await SQLiteStorage(url: copy).entries }
        #expect(failure?.code == .ledgerDamaged)
        #expect(failure?.place?.file == copy.path)
        #expect(failure?.message.contains("backup") == true)
        #expect(try Data(contentsOf: copy) == bytes)
    }

    @Test(
        "An entry that was altered, removed or moved is damage",
        arguments: [
            "UPDATE entries SET entry = replace(entry, '10', '99') WHERE sequence = 1",
            "DELETE FROM entries WHERE sequence = 2",
            "DELETE FROM entries WHERE sequence = 1",
            "UPDATE entries SET sequence = 9 WHERE sequence = 3",
            "UPDATE entries SET sum = 0 WHERE sequence = 2",
            "UPDATE entries SET entry = '{}', sum = 2745614147 WHERE sequence = 3",
            "DELETE FROM ledger", "DROP TABLE entries",
        ]
    )
    func tampered(sql: String) async throws {
        try await write()
        try tamper(folder.ledger, sql)
        let failure = try await failure()
        #expect(failure?.code == .ledgerDamaged)
        #expect(failure?.place?.file == folder.ledger.path)
    }

    @Test("A database of a later version is an error that says to update, and is left alone")
    func laterVersion() async throws {
        try await write()
        try tamper(folder.ledger, "PRAGMA user_version = 3; ALTER TABLE entries RENAME TO things")
        let failure = try await failure()
        #expect(failure?.code == .ledgerVersionUnsupported)
        #expect(failure?.message.contains("Update") == true)
        let writing = try await error {
            _ = try await SQLiteStorage(url: folder.ledger).append([note("x")], after: .start)
        }
        #expect(writing?.code == .ledgerVersionUnsupported)
        #expect(try SQLiteHand(folder.ledger).number("SELECT count(*) FROM things") == 3)
    }

    @Test("A database of version 1 is brought up to date, keeps its entries and positions, and is unique from then on")
    func migration() async throws {
        let entries = [try recorded("1"), delivered(1), try recorded("1"), note("twice"), note("twice")]
        try makeVersion1(entries)
        let position = try position(behind: 2)
        let page = try await SQLiteStorage(url: folder.ledger).load(after: position)
        #expect(page.entries == Array(entries.dropFirst(2)))
        #expect(try page.end == self.position(behind: 5))
        #expect(!page.startsOver)
        let hand = try SQLiteHand(folder.ledger)
        #expect(try hand.number("PRAGMA user_version") == 2)
        #expect(try hand.number("SELECT count(*) FROM entries WHERE once IS NOT NULL") == 2)

        let storage = SQLiteStorage(url: folder.ledger)
        #expect(try await storage.append([recorded("1")], after: page.end) == nil)
        #expect(try await storage.append([recorded("2")], after: page.end) != nil)
        #expect(try await storage.entries == entries + [recorded("2")])
    }

    @Test("A first append, too, brings a database of version 1 up to date")
    func migrationByAppend() async throws {
        try makeVersion1([delivered(1)])
        let end = try position(behind: 1)
        #expect(try await SQLiteStorage(url: folder.ledger).append([delivered(2)], after: end) != nil)
        #expect(try await SQLiteStorage(url: folder.ledger).entries == [delivered(1), delivered(2)])
        // It had a write-ahead log, and has none any more.
        let hand = try SQLiteHand(folder.ledger)
        #expect(try hand.number("SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'delete'") == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.ledger.path + "-wal"))
    }

    private func position(behind sequence: Int) throws -> LedgerPosition {
        let sum = try SQLiteHand(folder.ledger).number("SELECT sum FROM entries WHERE sequence = \(sequence)")
        return LedgerPosition(rawValue: "0123456789abcdef:\(sequence):\(sum)")
    }

    /// As it was made before there was an index.
    private func makeVersion1(_ entries: [LedgerEntry]) throws {
        let hand = try SQLiteHand(folder.ledger)
        try hand.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE ledger (id TEXT NOT NULL);
            CREATE TABLE entries (sequence INTEGER PRIMARY KEY, sum INTEGER NOT NULL, entry TEXT NOT NULL);
            INSERT INTO ledger VALUES ('0123456789abcdef');
            PRAGMA application_id = \(0x4941_506C);
            PRAGMA user_version = 1;
            """
        )
        for entry in entries {
            let text = String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
            let sum = CRC32.checksum(of: Array(text.utf8))
            try hand.execute("INSERT INTO entries (sum, entry) VALUES (\(sum), '\(text)')")
        }
    }
}
#endif
