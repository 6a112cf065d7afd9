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

    private func copy(_ database: Data, log: Data, as name: String) throws -> URL {
        let copy = folder.url.appendingPathComponent(name)
        try database.write(to: copy)
        try log.write(to: URL(fileURLWithPath: copy.path + "-wal"))
        return copy
    }

    @Test("A log that was cut at any byte gives whole appends, and all of those before the cut")
    func tornLog() async throws {
        let storage = SQLiteStorage(url: folder.ledger)
        let log = URL(fileURLWithPath: folder.ledger.path + "-wal")
        var sizes: [Int] = []
        var end = LedgerPosition.start
        for number in 0..<6 {
            let entries = [delivered(number), note("\(number)")]
            end = try #require(try await storage.append(entries, after: end))
            sizes.append(try Data(contentsOf: log).count)
        }
        let (database, bytes) = (try Data(contentsOf: folder.ledger), try Data(contentsOf: log))
        for size in stride(from: 0, through: bytes.count, by: 997) + [bytes.count] {
            let copy = try copy(database, log: bytes.prefix(size), as: "\(size)")
            let survivors = sizes.filter { $0 <= size }.count
            let reopened = SQLiteStorage(url: copy)
            let page = try await reopened.load(after: .start)
            #expect(page.entries == (0..<survivors).flatMap { [delivered($0), note("\($0)")] })
            #expect(try await reopened.append([note("more")], after: page.end) != nil)
        }
    }

    @Test("A log whose last append was written in part gives what was before it")
    func scribbledLog() async throws {
        let storage = SQLiteStorage(url: folder.ledger)
        let log = URL(fileURLWithPath: folder.ledger.path + "-wal")
        let end = try #require(try await storage.append([note("first")], after: .start))
        let size = try Data(contentsOf: log).count
        _ = try await storage.append([note("second")], after: end)
        let (database, bytes) = (try Data(contentsOf: folder.ledger), try Data(contentsOf: log))
        for place in stride(from: size, to: bytes.count, by: 509) {
            var torn = bytes
            torn[place] ^= 0xFF
            let copy = try copy(database, log: torn, as: "\(place)")
            #expect(try await SQLiteStorage(url: copy).entries == [note("first")])
        }
    }
}
#endif
