import IAPCore
import IAPPersistence

/// A device's disk as one process reaches it.
struct FaultyStorage: LedgerStorage {
    let disk: Disk
    let life: Life

    func load(after position: LedgerPosition) async throws -> LedgerPage {
        try await life.perform(.load) { try await disk.load(after: position) }
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try await life.perform(.append) { try await disk.append(entries, after: position) }
    }
}

/// What outlives the processes of a device. One that lies loses, at a crash, what was appended last, although it had said
/// that it was kept: a defect for the simulation to find.
final class Disk: LedgerStorage {
    private let entries = Locked<[LedgerEntry]>([])
    private let lastCount = Locked(0)
    private let lies: Bool

    init(lies: Bool) {
        self.lies = lies
    }

    func load(after position: LedgerPosition) async throws -> LedgerPage {
        entries.withLock { entries in
            let count = Int(position.rawValue) ?? 0
            guard count <= entries.count else {
                return LedgerPage(entries: entries, end: Self.position(behind: entries.count), startsOver: true)
            }
            return LedgerPage(entries: Array(entries[count...]), end: Self.position(behind: entries.count))
        }
    }

    func append(_ newEntries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        entries.withLock { entries in
            guard (Int(position.rawValue) ?? 0) == entries.count else { return nil }
            lastCount.withLock { $0 = newEntries.count }
            entries.append(contentsOf: newEntries)
            return Self.position(behind: entries.count)
        }
    }

    func crash() {
        guard lies else { return }
        let lost = lastCount.withLock { count in
            defer { count = 0 }
            return count
        }
        entries.withLock { $0.removeLast(min(lost, $0.count)) }
    }

    private static func position(behind count: Int) -> LedgerPosition {
        count == 0 ? .start : LedgerPosition(rawValue: String(count))
    }
}
