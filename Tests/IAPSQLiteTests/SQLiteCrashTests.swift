#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

@Suite("A database that a crash left")
struct SQLiteCrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The database and its journal as another process has them in the middle of a commit, and the database before.
    private func interrupted() async throws -> (before: Data, database: Data, journal: Data) {
        _ = try await SQLiteStorage(url: folder.ledger).append([note("first")], after: .start)
        let before = try Data(contentsOf: folder.ledger)
        let process = try SQLiteHand(folder.ledger)
        // With a cache of one page, SQLite writes to the database before it commits.
        try process.execute(
            "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; UPDATE ledger SET id = 'other'"
        )
        for sequence in 2...200 {
            try process.execute(
                "INSERT INTO entries (sequence, sum, entry) VALUES (\(sequence), 0, hex(zeroblob(200)))"
            )
        }
        let journal = try Data(contentsOf: URL(fileURLWithPath: folder.ledger.path + "-journal"))
        let database = try Data(contentsOf: folder.ledger)
        try process.execute("ROLLBACK")
        #expect(database != before && !journal.isEmpty)
        return (before, database, journal)
    }

    private func copy(_ database: Data, _ journal: Data, as name: String) throws -> URL {
        let copy = folder.url.appendingPathComponent(name)
        try database.write(to: copy)
        try journal.write(to: URL(fileURLWithPath: copy.path + "-journal"))
        return copy
    }

    @Test("A process that was killed while it committed leaves what was there before")
    func killed() async throws {
        let (_, database, journal) = try await interrupted()
        let storage = SQLiteStorage(url: try copy(database, journal, as: "copy"))
        let page = try await storage.load(after: .start)
        #expect(page.entries == [note("first")])
        #expect(try await storage.append([note("second")], after: page.end) != nil)
        #expect(try await storage.entries == [note("first"), note("second")])
    }

    @Test("A journal that was written in part changes nothing, since nothing is written before it is whole")
    func tornJournal() async throws {
        let (before, _, journal) = try await interrupted()
        for size in stride(from: 0, through: journal.count, by: 997) {
            let storage = SQLiteStorage(url: try copy(before, journal.prefix(size), as: "\(size)"))
            #expect(try await storage.entries == [note("first")])
        }
    }
}
#endif
