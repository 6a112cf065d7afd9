import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Locks that others hold")
struct LockTests {
    private let folder: TemporaryFolder
    private let system = POSIXFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Locks the file as another process would.
    private func lock(exclusively: Bool = true) throws -> FileDescriptor {
        let file = try system.open(folder.ledger.path, .readingAndWriting)
        #expect(try system.lock(file, exclusively: exclusively))
        return file
    }

    @Test("A call ends in an error that names the file when the lock is held too long, and nothing counts")
    func heldByAnother() async throws {
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, lockTimeout: .zero))
        try await ledger.buyCoins("1")
        let other = try lock()
        let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("2") }
        #expect(error?.code == .storageFailed)
        #expect(error?.place?.file == folder.ledger.path)
        #expect(error?.message.contains("locked") == true)
        system.close(other)
        try await ledger.buyCoins("3")
        #expect(ledger.balance(of: "coins") == 20)
    }

    @Test("Readers do not wait for readers")
    func shared() async throws {
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, lockTimeout: .zero))
        try await ledger.buyCoins("1")
        let other = try lock(exclusively: false)
        try await ledger.refresh()
        system.close(other)
    }

    @Test("A call that failed for want of the lock does nothing when the lock is free at last")
    func abandoned() async throws {
        let files = FaultyFileSystem()
        let storage = JSONFileStorage(url: folder.ledger, lockTimeout: .milliseconds(1), fileSystem: files)
        let entry = LedgerEntry(.delivered("1"), date: newYear)
        let end = try #require(try await storage.append([entry], after: .start))
        files.isLocked = true
        #expect(try await code { _ = try await storage.append([entry], after: end) } == .storageFailed)
        #expect(try await code { _ = try await storage.load(after: .start) } == .storageFailed)
        files.isLocked = false
        let patient = JSONFileStorage(url: folder.ledger)
        #expect(try await patient.load(after: .start).end == end)
        #expect(try await patient.append([entry], after: end) != nil)
    }

    @Test("A call that gets the lock in time is as good as any")
    func inTime() async throws {
        let files = FaultyFileSystem()
        let storage = JSONFileStorage(url: folder.ledger, lockTimeout: .seconds(3_000), fileSystem: files)
        let entry = LedgerEntry(.delivered("1"), date: newYear)
        files.isLocked = true
        async let end = storage.append([entry], after: .start)
        while files.callCount(.lock) < 3 { await Task.yield() }
        files.isLocked = false
        #expect(try await end != nil)
        #expect(try await storage.load(after: .start).entries == [entry])
    }

    @Test("The lock is waited for on the storage's own queue, and Swift's threads go on meanwhile")
    func cooperativeThreads() async throws {
        let files = FaultyFileSystem()
        files.isLocked = true
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let storages = (0..<count).map { number in
            JSONFileStorage(
                url: folder.url.appendingPathComponent("\(number).jsonl"),
                lockTimeout: .seconds(3_000),
                fileSystem: files
            )
        }
        try await withThrowingTaskGroup { group in
            for storage in storages {
                group.addTask {
                    _ = try await storage.append([LedgerEntry(.delivered("1"), date: newYear)], after: .start)
                }
            }
            // More calls wait for the lock than Swift has threads.
            while files.callCount(.lock) < 3 * count { await Task.yield() }
            files.isLocked = false
            try await group.waitForAll()
        }
    }
}
