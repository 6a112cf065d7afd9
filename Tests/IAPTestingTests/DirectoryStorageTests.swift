import Foundation
import IAPCore
import IAPPersistence
import IAPTesting
import Testing

/// The storage of `Documentation/WritingAStorageBackend.md`.
@Suite("The guide's storage keeps the contract")
struct DirectoryStorageTests {
    @Test("In a directory", arguments: LedgerStorageSuite.rules)
    func directory(rule: LedgerStorageSuite.Rule) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await rule.verify { DirectoryStorage(directory: directory) }
    }
}

/// Keeps a ledger in a directory: each append is a file, and the files are numbered from 1.
private struct DirectoryStorage: LedgerStorage {
    let directory: URL

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        let count = try fileCount()
        let known = number(of: position, among: count)
        let entries = try ((known ?? 0)..<count).flatMap { try read($0 + 1) }
        return LedgerBatch(entries: entries, end: self.position(behind: count), startsOver: known == nil)
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        let count = try fileCount()
        guard number(of: position, among: count) == count else { return nil }
        guard !entries.isEmpty else { return position }

        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let draft = directory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: draft) }
        try JSONEncoder().encode(entries).write(to: draft)
        try synchronize(FileHandle(forUpdating: draft))
        do {
            // A link is there at once and whole, and fails when somebody else has this number.
            try FileManager.default.linkItem(at: draft, to: file(count + 1))
        } catch CocoaError.fileWriteFileExists {
            return nil
        }
        try synchronize(FileHandle(forReadingFrom: directory))
        return self.position(behind: count + 1)
    }

    private func fileCount() throws -> Int {
        guard FileManager.default.fileExists(atPath: directory.path) else { return 0 }
        return try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .compactMap { $0.hasSuffix(".json") ? Int($0.dropLast(5)) : nil }
            .max() ?? 0
    }

    private func read(_ number: Int) throws -> [LedgerEntry] {
        do {
            return try JSONDecoder().decode([LedgerEntry].self, from: Data(contentsOf: file(number)))
        } catch {
            throw IAPError(
                .ledgerDamaged,
                "This part of the ledger cannot be read. Bring it back from a backup.",
                place: IAPError.Place(file: file(number).path),
                underlying: error
            )
        }
    }

    private func file(_ number: Int) -> URL { directory.appendingPathComponent("\(number).json") }

    private func position(behind count: Int) -> LedgerPosition {
        count == 0 ? .start : LedgerPosition(rawValue: "\(count)")
    }

    private func number(of position: LedgerPosition, among count: Int) -> Int? {
        if position == .start { return 0 }
        return Int(position.rawValue).flatMap { $0 > 0 && $0 <= count ? $0 : nil }
    }

    private func synchronize(_ handle: FileHandle) throws {
        try handle.synchronize()
        try handle.close()
    }
}
