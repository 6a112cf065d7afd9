import IAPCore

/// Keeps entries for the life of the process.
///
/// Several ledgers that share one instance see each other's entries, as those that share a file do.
public final class InMemoryStorage: RewritableLedgerStorage {
    private struct Contents {
        var entries: [LedgerEntry] = []
        /// How often the entries were replaced.
        var generation = 0

        var end: LedgerPosition {
            entries.isEmpty ? .start : LedgerPosition(rawValue: "\(generation):\(entries.count)")
        }

        /// `nil` unless the position is of these entries.
        func count(before position: LedgerPosition) -> Int? {
            if position == .start { return 0 }
            let parts = position.rawValue.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, Int(parts[0]) == generation, let count = Int(parts[1]) else { return nil }
            return (0...entries.count).contains(count) ? count : nil
        }
    }

    private let contents = Locked(Contents())
    private let changeBroadcast = Broadcast<Void>()

    public init() {}

    public func load(after position: LedgerPosition) async throws -> LedgerBatch {
        contents.withLock { contents in
            guard let count = contents.count(before: position) else {
                return LedgerBatch(entries: contents.entries, end: contents.end, startsOver: true)
            }
            return LedgerBatch(entries: Array(contents.entries.dropFirst(count)), end: contents.end)
        }
    }

    public func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        change(after: position) { $0.entries.append(contentsOf: entries) }
    }

    public func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        change(after: position) { contents in
            contents.entries = entries
            contents.generation += 1
        }
    }

    public func changes() -> AsyncStream<Void> {
        // A reader that has not dealt with the last change learns of all later ones at once.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = changeBroadcast.subscribe { continuation.yield() }
        continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        return stream
    }

    private func change(
        after position: LedgerPosition,
        _ change: @Sendable (inout Contents) -> Void
    ) -> LedgerPosition? {
        let end = contents.withLock { contents -> LedgerPosition? in
            guard contents.count(before: position) == contents.entries.count else { return nil }
            change(&contents)
            return contents.end
        }
        if end != nil { changeBroadcast.send(()) }
        return end
    }
}

extension LedgerStorage where Self == InMemoryStorage {
    /// A new storage that keeps entries for the life of the process.
    public static var inMemory: InMemoryStorage { InMemoryStorage() }
}
