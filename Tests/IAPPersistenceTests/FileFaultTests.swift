import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("A file system that fails")
struct FileFaultTests {
    private let folder: TemporaryFolder
    private let files = FaultyFileSystem()
    private let storage: JSONFileStorage

    init() throws {
        folder = try TemporaryFolder()
        storage = JSONFileStorage(url: folder.ledger, fileSystem: files)
    }

    /// A ledger of two purchases, and its file as it is on the disk.
    private func ledgerAndFile() async throws -> (Ledger, Data) {
        let ledger = try await Ledger.inMemory(storage)
        try await ledger.buyCoins("1")
        try await ledger.buyCoins("2")
        return (ledger, try folder.content())
    }

    @Test("A full disk fails the write, names the file and the reason, and leaves file and ledger as they were")
    func fullDisk() async throws {
        let (ledger, before) = try await ledgerAndFile()
        files.inject(.short(20), .error(.noSpace), into: .write)
        let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("3") }
        #expect(error?.code == .storageFailed)
        #expect(error?.place?.file == folder.ledger.path)
        #expect(error?.message.contains("space") == true)
        #expect(try folder.content() == before)
        #expect(ledger.balance(of: "coins") == 20)
        try await ledger.buyCoins("3")
        #expect(try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)).balance(of: "coins") == 30)
    }

    @Test(
        "A failure says what to do about it",
        arguments: [
            (EACCES, "right to read and write"), (EPERM, "right to read and write"), (EROFS, "another place"),
            (EISDIR, "directory under its name"), (ENOTDIR, "no directory"), (EIO, "Try again"),
        ]
    )
    func remedy(code: Int32, part: String) async throws {
        let (ledger, _) = try await ledgerAndFile()
        files.inject(.error(FileError(code: code)), into: .write)
        let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("3") }
        #expect(error?.code == .storageFailed && error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("space") == false)
    }

    @Test("Short writes are gone on with, short reads too, and interrupted calls are made again")
    func shortAndInterrupted() async throws {
        for operation: FaultyFileSystem.Operation in [.open, .lock, .synchronize, .synchronizeDirectory] {
            files.inject(.error(.interrupted), .error(.interrupted), into: operation)
        }
        files.inject(.short(1), .error(.interrupted), .short(7), into: .write)
        files.inject(.short(1), .error(.interrupted), .short(7), into: .read)
        let (ledger, _) = try await ledgerAndFile()
        files.inject(.short(1), .short(2), .error(.interrupted), into: .read)
        let reopened = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, fileSystem: files))
        #expect(reopened.history == ledger.history)
        #expect(reopened.recoveryReport.isEmpty)
    }

    @Test("After a failed sync nothing counts, and the storage takes no more until it is read anew")
    func failedSync() async throws {
        let (_, before) = try await ledgerAndFile()
        let end = try await storage.load(after: .start).end
        files.inject(.error(.inputOutput), into: .synchronize)
        let entry = LedgerEntry(.delivered("1"), date: newYear)
        #expect(try await code { _ = try await storage.append([entry], after: end) } == .storageFailed)
        #expect(try folder.content() == before)
        #expect(try await code { _ = try await storage.append([entry], after: end) } == .storageFailed)
        #expect(try await storage.load(after: end).entries.isEmpty)
        #expect(try await storage.append([entry], after: end) != nil)
    }

    @Test("A ledger whose write failed to sync reads the file anew and goes on")
    func ledgerAfterFailedSync() async throws {
        let (ledger, _) = try await ledgerAndFile()
        files.inject(.error(.inputOutput), into: .synchronize)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        #expect(ledger.transaction("3") == nil)
        try await ledger.buyCoins("3")
        #expect(ledger.balance(of: "coins") == 30)
    }

    @Test("When a failed write cannot be cut off, the next load does it")
    func failedCut() async throws {
        let (ledger, before) = try await ledgerAndFile()
        files.inject(.short(20), .error(.inputOutput), into: .write)
        files.inject(.error(.inputOutput), into: .truncate)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        #expect(try folder.content().starts(with: before))
        #expect(try folder.content().count > before.count)
        try await ledger.buyCoins("4")
        #expect(ledger.recoveryReport.count == 1)
        #expect(ledger.balance(of: "coins") == 30)
        #expect(try await storage.recover().errors.isEmpty)
    }

    @Test("A first write that fails leaves an empty file, which is a new ledger")
    func failedCreation() async throws {
        let ledger = try await Ledger.inMemory(storage)
        files.inject(.short(60), .error(.noSpace), into: .write)
        #expect(try await code { try await ledger.buyCoins("1") } == .storageFailed)
        #expect(try folder.content().isEmpty)
        try await ledger.buyCoins("1")
        #expect(ledger.balance(of: "coins") == 10)
        #expect(ledger.recoveryReport.isEmpty)
    }

    @Test("A commit is one write and one sync")
    func costs() async throws {
        let (ledger, _) = try await ledgerAndFile()
        let (writes, syncs) = (files.callCount(.write), files.callCount(.synchronize))
        try await ledger.buyCoins("3")
        #expect(files.callCount(.write) == writes + 1)
        #expect(files.callCount(.synchronize) == syncs + 1)
    }

    @Test("A failed lock is an error that says the reason")
    func failedLock() async throws {
        let (ledger, _) = try await ledgerAndFile()
        files.inject(.error(.inputOutput), into: .lock)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        #expect(ledger.balance(of: "coins") == 20)
    }

    @Test(
        "A failed write that cannot be cut off never counts, whole as it is",
        arguments: [FaultyFileSystem.Operation.write, .synchronize]
    )
    func failedCutOfAWholeLine(operation: FaultyFileSystem.Operation) async throws {
        let (ledger, _) = try await ledgerAndFile()
        if operation == .write {
            let other = try TemporaryFolder()
            try FileManager.default.copyItem(at: folder.ledger, to: other.ledger)
            try await Ledger.inMemory(JSONFileStorage(url: other.ledger)).buyCoins("3")
            let (long, short) = (try other.content().count, try folder.content().count)
            // All but the newline.
            files.inject(.short(long - short - 1), .error(.noSpace), into: .write)
        } else {
            files.inject(.error(.inputOutput), into: .synchronize)
        }
        files.inject(.error(.inputOutput), into: .truncate)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        let other = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger))
        #expect(other.balance(of: "coins") == 20)
        #expect(other.recoveryReport.count == 1)
        try await ledger.refresh()
        #expect(ledger.balance(of: "coins") == 20)
    }

    @Test("A failed write that can be neither cut off nor spoiled keeps the file locked until it can")
    func unsettled() async throws {
        let (ledger, before) = try await ledgerAndFile()
        let other = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, lockTimeout: .zero))
        files.inject(.error(.inputOutput), into: .synchronize)
        files.inject(.error(.inputOutput), .error(.inputOutput), into: .truncate)
        files.inject(nil, .error(.inputOutput), .error(.inputOutput), into: .write)
        #expect(try await code { try await ledger.buyCoins("3") } == .storageFailed)
        #expect(try folder.content().count > before.count)
        #expect(try await code { try await other.refresh() } == .storageFailed)
        #expect(try await code { try await ledger.refresh() } == .storageFailed)
        try await ledger.refresh()
        #expect(try folder.content() == before)
        try await other.refresh()
        #expect(other.balance(of: "coins") == 20)
        try await ledger.buyCoins("3")
        #expect(ledger.balance(of: "coins") == 30)
    }

    @Test(
        "A compaction that fails leaves the ledger as it was, and nothing beside it",
        arguments: [FaultyFileSystem.Operation.write, .synchronize, .rename]
    )
    func failedCompaction(operation: FaultyFileSystem.Operation) async throws {
        let (ledger, before) = try await ledgerAndFile()
        files.inject(.error(.noSpace), into: operation)
        #expect(try await code { try await ledger.compact() } == .storageFailed)
        #expect(try folder.content() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["ledger.jsonl"])
        try await ledger.compact()
        #expect(ledger.history.count < 4)
        #expect(ledger.balance(of: "coins") == 20)
    }

    @Test("A compaction whose new name may not last is an error, and the ledger goes on")
    func uncertainCompaction() async throws {
        let (ledger, _) = try await ledgerAndFile()
        files.inject(.error(.inputOutput), into: .synchronizeDirectory)
        #expect(try await code { try await ledger.compact() } == .storageFailed)
        try await ledger.buyCoins("3")
        #expect(ledger.balance(of: "coins") == 30)
        #expect(try await Ledger.inMemory(JSONFileStorage(url: folder.ledger)).balance(of: "coins") == 30)
    }

    @Test("A process that opens a file makes its name last before writing the first line")
    func durableName() async throws {
        _ = try await ledgerAndFile()
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, fileSystem: files))
        let count = files.callCount(.synchronizeDirectory)
        try await ledger.buyCoins("3")
        try await ledger.buyCoins("4")
        #expect(files.callCount(.synchronizeDirectory) == count + 1)
    }

    @Test("A ledger that may only be read is read, and a write says what to do")
    func readOnly() async throws {
        let (_, before) = try await ledgerAndFile()
        try (before + Data(#"{"sum":"01"#.utf8)).write(to: folder.ledger)
        // Each refusal is followed by opening for reading alone.
        let refusing = FaultyFileSystem()
        for _ in 1...4 { refusing.inject(.error(.notPermitted), nil, into: .open) }
        let ledger = try await Ledger.inMemory(JSONFileStorage(url: folder.ledger, fileSystem: refusing))
        #expect(ledger.balance(of: "coins") == 20)
        try await ledger.refresh()
        #expect(ledger.recoveryReport.count == 1)
        let error = await #expect(throws: IAPError.self) { try await ledger.buyCoins("3") }
        #expect(error?.code == .storageFailed)
        #expect(error?.place?.file == folder.ledger.path)
        #expect(error?.message.contains("right to write") == true)
        #expect(try folder.content().count == before.count + 10)
    }
}
