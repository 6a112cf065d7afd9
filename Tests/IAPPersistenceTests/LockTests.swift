import Dispatch
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
        try system.lock(file, exclusively: exclusively)
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

    @Test("A call whose caller was refused does nothing when it gets the lock at last")
    func abandoned() async throws {
        let files = FaultyFileSystem()
        let storage = JSONFileStorage(url: folder.ledger, lockTimeout: .milliseconds(1), fileSystem: files)
        let entry = LedgerEntry.delivered("1", date: newYear)
        let end = try #require(try await storage.append([entry], after: .start))
        let gate = DispatchSemaphore(value: 0)
        files.holdLock(until: gate)
        #expect(try await code { _ = try await storage.append([entry], after: end) } == .storageFailed)
        // Behind the one that waits for the lock, and refused as well.
        #expect(try await code { _ = try await storage.load(after: .start) } == .storageFailed)
        gate.signal()
        let patient = JSONFileStorage(url: folder.ledger)
        #expect(try await patient.load(after: .start).end == end)
        #expect(try await patient.append([entry], after: end) != nil)
    }

    @Test("A call that gets the lock in time is as good as any")
    func inTime() async throws {
        let files = FaultyFileSystem()
        let storage = JSONFileStorage(url: folder.ledger, lockTimeout: .seconds(3_000), fileSystem: files)
        let entry = LedgerEntry.delivered("1", date: newYear)
        let gate = DispatchSemaphore(value: 0)
        files.holdLock(until: gate)
        async let end = storage.append([entry], after: .start)
        gate.signal()
        #expect(try await end != nil)
        #expect(try await storage.load(after: .start).entries == [entry])
    }
}
