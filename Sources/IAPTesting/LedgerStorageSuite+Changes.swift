import Dispatch
import IAPCore
import IAPPersistence

extension LedgerStorageSuite {
    /// Rules for a storage that reports what others write (``LedgerStorage/changes()``), besides ``rules``.
    public static let changeRules: [Rule] = [changesByAppends, changesByReplacements]

    static let changesByAppends = Rule("Another storage's appends are reported, the very first too") { open in
        let (writer, reader) = (try await open(), try await open())
        let changes = Changes(of: reader)
        var end = LedgerPosition.start
        for number in 1...3 {
            end = try await append([note("\(number)")], to: writer, after: end)
            try await changes.wait(until: number)
        }
    }

    static let changesByReplacements = Rule("Another storage's replacement is reported, and what comes after it") {
        open in
        let (opened, reader) = (try await open(), try await open())
        guard let writer = opened as? any RewritableLedgerStorage else { return }
        let changes = Changes(of: reader)
        let entries = (1...3).map { note("\($0)") }
        let end = try await append(entries, to: writer, after: .start)
        try await changes.wait(until: 3)
        let newEnd = try await replace(with: [note("all")], in: writer, after: end)
        try await changes.wait(until: 1)
        _ = try await append([note("more")], to: writer, after: newEnd)
        try await changes.wait(until: 2)
    }

    /// What a storage reports.
    private final class Changes: Sendable {
        private let storage: any LedgerStorage
        private let stream: AsyncStream<Void>

        /// From now on.
        init(of storage: any LedgerStorage) {
            self.storage = storage
            stream = storage.changes()
        }

        /// Reads the storage at each change until it holds so many entries.
        func wait(until count: Int) async throws {
            let task = Task { [storage, stream] in
                for await _ in stream {
                    if try await storage.load(after: .start).entries.count == count { return true }
                }
                return false
            }
            // So that a storage that stays silent breaks the rule instead of stopping the tests.
            let watchdog = Task {
                await Self.pause(ofTurns: 300)
                task.cancel()
            }
            defer { watchdog.cancel() }
            try require(try await task.value, "No change was reported after another storage had changed the ledger.")
        }

        /// Waits for as many turns of Swift's thread pool, a tenth of a second apart. On a machine whose threads are
        /// busy the turns take longer, as the storage's own work does: a limit in seconds would break the rule by
        /// chance.
        private static func pause(ofTurns count: Int) async {
            for _ in 0..<count where !Task.isCancelled {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { continuation.resume() }
                }
            }
        }
    }
}
