import IAPCore

/// Keeps entries for the life of the process.
///
/// Several ledgers that share one instance see each other's entries, as those that share a file do.
public final class InMemoryStorage: LedgerStorage {
    private let entries = Locked<[LedgerEntry]>([])

    public init() {}

    public func load(after position: LedgerPosition) async throws -> LedgerPage {
        entries.withLock { entries in
            let end = Self.position(behind: entries.count)
            guard let count = Self.count(before: position), count <= entries.count else {
                return LedgerPage(entries: entries, end: end, startsOver: true)
            }
            return LedgerPage(entries: Array(entries.dropFirst(count)), end: end)
        }
    }

    public func append(_ newEntries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        entries.withLock { entries in
            guard Self.count(before: position) == entries.count else { return nil }
            entries.append(contentsOf: newEntries)
            return Self.position(behind: entries.count)
        }
    }

    private static func position(behind count: Int) -> LedgerPosition {
        count == 0 ? .start : LedgerPosition(rawValue: String(count))
    }

    private static func count(before position: LedgerPosition) -> Int? {
        position == .start ? 0 : Int(position.rawValue).flatMap { $0 < 0 ? nil : $0 }
    }
}

extension LedgerStorage where Self == InMemoryStorage {
    /// A new storage that keeps entries for the life of the process.
    public static var inMemory: InMemoryStorage { InMemoryStorage() }
}
