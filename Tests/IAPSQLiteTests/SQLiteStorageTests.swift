#if SQLite
import Foundation
import IAPCore
import IAPPersistence
import IAPSQLite
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

@Suite("A ledger in SQLite")
struct SQLiteStorageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(busyTimeout: Duration = .seconds(5)) -> SQLiteStorage {
        SQLiteStorage(url: folder.ledger, busyTimeout: busyTimeout)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Nothing is made before there is something to write, and then for the owner alone, all files")
    func permissions() async throws {
        let url = folder.url.appendingPathComponent("deep/er/ledger.sqlite")
        let storage = SQLiteStorage(url: url)
        #expect(try await storage.load(after: .start).end == .start)
        #expect(try await storage.append([], after: .start) == .start)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("deep").path))
        #expect(try await storage.add(note("first")) != nil)
        #expect(try permissions(url.path) == 0o600)
        #expect(try permissions(url.deletingLastPathComponent().path) == 0o700)
        #expect(try permissions(folder.url.appendingPathComponent("deep").path) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        #expect(names == ["ledger.sqlite"])
    }

    @Test("The database has a rollback journal and says whose it is")
    func pragmas() async throws {
        _ = try await open().add(note("first"))
        let hand = try SQLiteHand(folder.ledger)
        #expect(try hand.number("SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'delete'") == 1)
        #expect(try hand.number("PRAGMA application_id") == 0x4941_506C)
        #expect(try hand.number("PRAGMA user_version") == 2)
        #expect(try hand.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
    }

    @Test("Without its directory a ledger reads as empty and fails to write, if it may not make one")
    func missingDirectory() async throws {
        let url = folder.url.appendingPathComponent("missing/ledger.sqlite")
        let storage = SQLiteStorage(url: url, createsDirectories: false)
        #expect(try await storage.entries.isEmpty)
        let failure = try await error { _ = try await storage.add(note("first")) }
        #expect(failure?.code == .storageFailed)
        #expect(failure?.message.contains("createsDirectories") == true)
    }

    @Test("An empty file becomes a database")
    func emptyFile() async throws {
        try Data().write(to: folder.ledger)
        #expect(try await open().entries.isEmpty)
        #expect(try await open().add(note("first")) != nil)
        #expect(try await open().entries == [note("first")])
    }

    @Test("Directories and a database that a killed process made are brought to the disk with the first entry")
    func durableNames() async throws {
        let url = folder.url.appendingPathComponent("deep/er/ledger.sqlite")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: url)
        let above = [folder.url.appendingPathComponent("deep").path, folder.url.path]
        let files = ListeningFileSystem()
        #expect(try await SQLiteStorage(url: url, fileSystem: files).add(note("first")) != nil)
        #expect(files.synchronized.isSuperset(of: above))
        let others = ListeningFileSystem()
        #expect(try await SQLiteStorage(url: url, fileSystem: others).add(note("second")) != nil)
        #expect(others.synchronized == [url.deletingLastPathComponent().path])
    }

    // MARK: Sharing

    @Test("Two ledgers on one database never spend more than there is, and agree")
    func twoLedgers() async throws {
        let ledgers = [try await Ledger.inSQLite(folder.ledger), try await Ledger.inSQLite(folder.ledger)]
        for number in 1...3 { try await ledgers[0].buyCoins(TransactionIdentifier("\(number)")) }
        let spent = Locked(0)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    do {
                        try await ledgers[number % 2].spend(1, of: "coins")
                        spent.withLock { $0 += 1 }
                    } catch {
                        #expect((error as? IAPError)?.code == .insufficientBalance)
                    }
                }
            }
        }
        #expect(spent.withLock { $0 } == 30)
        for ledger in ledgers { try await ledger.refresh() }
        #expect(ledgers.map { $0.balance(of: "coins") } == [0, 0])
        #expect(ledgers[0].history == ledgers[1].history)
    }

    @Test("Many ledgers that begin one database at once record a transaction once")
    func oneTransaction() async throws {
        let url = folder.ledger
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { _ = try await Ledger.inSQLite(url).buyCoins("1") }
            }
            try await group.waitForAll()
        }
        #expect(try await Ledger.inSQLite(url).balance(of: "coins") == 10)
        #expect(try SQLiteHand(url).number("SELECT count(*) FROM entries") == 2)
    }

    @Test("A second record of a transaction, or import of a source, comes too late even at the end")
    func unique() async throws {
        let storage = open()
        #expect(try await storage.add(recorded("1"), note("a source")) != nil)
        #expect(try await storage.add(delivered(1), recorded("1")) == nil)
        #expect(try await storage.add(note("a source")) == nil)
        #expect(try await storage.entries == [recorded("1"), note("a source")])
        #expect(try await storage.add(recorded("2")) != nil)
    }

    @Test("What may come again is never held back: other environments, deliveries, revocations, renewals")
    func notUnique() async throws {
        let storage = open()
        let elsewhere = LedgerEntry(try recorded("1").content, date: newYear, environment: .sandbox)
        let transaction = try coins("1")
        let entries = [
            try recorded("1"), elsewhere, delivered(1), delivered(1), LedgerEntry(.updated(transaction), date: newYear),
            LedgerEntry(.updated(transaction), date: newYear),
            LedgerEntry(.revoked(transaction, credits: []), date: newYear),
            LedgerEntry(.reinstated(transaction, credits: []), date: newYear),
            LedgerEntry(.revoked(transaction, credits: []), date: newYear),
            LedgerEntry(.spent([try Credit(1, of: "coins")], note: nil, account: nil), date: newYear),
            LedgerEntry(.spent([try Credit(1, of: "coins")], note: nil, account: nil), date: newYear),
        ]
        #expect(try await storage.append(entries, after: .start) != nil)
        #expect(try await storage.entries == entries)
    }

    @Test("Who keeps the database locked makes others fail after a while, with a remedy, and nothing is written")
    func busy() async throws {
        let storage = open(busyTimeout: .milliseconds(1))
        let end = try #require(try await storage.add(note("first")))
        let hand = try SQLiteHand(folder.ledger)
        try hand.execute("BEGIN IMMEDIATE")
        let failure = try await error { _ = try await storage.append([note("second")], after: end) }
        #expect(failure?.code == .storageFailed)
        #expect(failure?.message.contains("busyTimeout") == true)
        #expect(try await storage.entries == [note("first")])
        try hand.execute("ROLLBACK")
        #expect(try await storage.append([note("second")], after: end) != nil)
    }

    @Test("A ledger is replaced at its end alone, and earlier positions are unknown afterwards")
    func replacing() async throws {
        let (storage, other) = (open(), open())
        let middle = try #require(try await storage.append([delivered(1), recorded("1")], after: .start))
        let end = try #require(try await other.append([note("last")], after: middle))
        #expect(try await storage.replace(with: [note("all")], after: middle) == nil)
        let new = try #require(try await storage.replace(with: [note("last"), recorded("1")], after: end))
        let page = try await other.load(after: end)
        #expect(page.startsOver)
        #expect(page.entries == [note("last"), try recorded("1")])
        #expect(page.end == new)
        #expect(try await other.append([delivered(1)], after: middle) == nil)
        #expect(try await other.append([delivered(1)], after: new) != nil)
        #expect(try await open().replace(with: [], after: open().load(after: .start).end) == .start)
        #expect(try await storage.entries.isEmpty)
    }

    // MARK: Files that change under it

    @Test("A ledger whose database is deleted under it keeps what it knows and records nothing new")
    func deleted() async throws {
        let ledger = try await Ledger.inSQLite(folder.ledger)
        try await ledger.buyCoins("1")
        try FileManager.default.removeItem(at: folder.ledger)
        for _ in 1...2 {
            let failure = try await error { try await ledger.buyCoins("2") }
            #expect(failure?.code == .storageFailed)
        }
        #expect(ledger.balance(of: "coins") == 10)
    }

    @Test("A ledger whose database is replaced under it goes on with what is there")
    func replaced() async throws {
        let storage = open()
        let end = try #require(try await storage.add(note("first")))
        let other = SQLiteStorage(url: folder.url.appendingPathComponent("other"))
        _ = try await other.add(note("second"))
        try FileManager.default.removeItem(at: folder.ledger)
        try FileManager.default.moveItem(at: other.url, to: folder.ledger)
        #expect(try await storage.append([note("third")], after: end) == nil)
        let page = try await storage.load(after: end)
        #expect(page.startsOver)
        #expect(page.entries == [note("second")])
    }

    @Test("A database that was put back to an earlier state is noticed, although it has grown as far since")
    func putBack() async throws {
        let former = open()
        let first = try #require(try await former.add(note("first")))
        let backup = folder.url.appendingPathComponent("backup")
        try FileManager.default.copyItem(at: folder.ledger, to: backup)
        let second = try #require(try await former.append([note("second")], after: first))
        try FileManager.default.removeItem(at: folder.ledger)
        try FileManager.default.copyItem(at: backup, to: folder.ledger)
        let storage = open()
        _ = try #require(try await storage.append([note("other")], after: first))
        #expect(try await storage.append([note("third")], after: second) == nil)
        #expect(try await storage.replace(with: [note("third")], after: second) == nil)
        let page = try await storage.load(after: second)
        #expect(page.startsOver)
        #expect(page.entries == [note("first"), note("other")])
        #expect(try await storage.load(after: first).entries == [note("other")])
    }

    // MARK: Faults

    @Test("A disk that is full when the database is made leaves one that can be written once there is space")
    func fullAtFirst() async throws {
        for pages in 1...3 {
            let url = folder.url.appendingPathComponent("\(pages)")
            let storage = SQLiteStorage(url: url, pageLimit: pages, fileSystem: POSIXFileSystem())
            let failure = try await error { _ = try await storage.add(note("first")) }
            #expect(failure?.code == .storageFailed && failure?.message.contains("space") == true)
            #expect(try await SQLiteStorage(url: url).entries.isEmpty)
            #expect(try await SQLiteStorage(url: url).add(note("first")) != nil)
            #expect(try await SQLiteStorage(url: url).entries == [note("first")])
        }
    }

    @Test("What a process that was killed had committed survives a power cut before it counts")
    func committedByAKilledProcess() async throws {
        _ = try await open().add(note("first"))
        let files = ListeningFileSystem()
        #expect(try await SQLiteStorage(url: folder.ledger, fileSystem: files).entries == [note("first")])
        #expect(files.synchronized == [folder.url.path])
    }

    @Test("On a full disk an append fails, keeps nothing, and succeeds when there is space again")
    func full() async throws {
        let storage = SQLiteStorage(url: folder.ledger, pageLimit: 8, fileSystem: POSIXFileSystem())
        let end = try #require(try await storage.add(note("first")))
        let failure = try await error {
            _ = try await storage.append([delivered(1), note(String(repeating: "x", count: 100_000))], after: end)
        }
        #expect(failure?.code == .storageFailed)
        #expect(failure?.message.contains("space") == true)
        #expect(try await storage.entries == [note("first")])
        #expect(try await storage.append([delivered(1)], after: end) != nil)
    }

    @Test("A database that may only be read is read, and not written")
    func readOnly() async throws {
        guard geteuid() != 0 else { return }  // root may write anywhere
        _ = try await open().add(note("first"))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.ledger.path)
        #expect(try await open().entries == [note("first")])
        let failure = try await error { _ = try await open().add(note("second")) }
        #expect(failure?.code == .storageFailed)
        #expect(failure?.message.contains("right to read and write") == true)
    }

    @Test("A directory in place of the database is an error")
    func directory() async throws {
        try FileManager.default.createDirectory(at: folder.ledger, withIntermediateDirectories: false)
        #expect(try await error { _ = try await open().entries }?.code == .storageFailed)
    }

    @Test("A URL of the network is an error")
    func noFile() async throws {
        let url = try #require(URL(string: "https://example.com/ledger.sqlite"))
        #expect(try await error { _ = try await SQLiteStorage(url: url).entries }?.code == .storageFailed)
    }
}
#endif
