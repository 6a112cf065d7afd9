import Foundation
import IAPCore
import IAPPersistence

extension Benchmark {
    /// Whether a commit costs more when there is more before it.
    static let commitGrowth = Benchmark(
        name: "commit-growth",
        operation: "spending a credit, durably, behind so many entries",
        count: 100,
        contenders: [
            Contender(name: "1,000,000 entries") { try await spend($0, from: GrownLedgers.shared.ledger(1_000_000)) },
            Contender(name: "1,000 entries", goal: .atMost(1.05)) {
                try await spend($0, from: GrownLedgers.shared.ledger(1_000))
            },
        ]
    )

    private static func spend(_ count: Int, from ledger: Ledger) async throws -> Duration {
        try await timed(count) { _ in try await ledger.spend(1, of: "coins") }
    }
}

/// Ledgers with many entries, made once and kept open.
private actor GrownLedgers {
    static let shared = GrownLedgers()

    private var opened: [Int: Ledger] = [:]

    func ledger(_ count: Int) async throws -> Ledger {
        if let ledger = opened[count] { return ledger }
        // An open file outlives its name, but a ledger looks whether it has been replaced: so the folder stays to the
        // end.
        let folder = try Folder()
        _ = try await Ledger.rich(in: folder)
        try await fill(JSONFileStorage(url: folder.file("ledger")), to: count)
        let ledger = try await Ledger(storage: JSONFileStorage(url: folder.file("ledger")), clock: ManualClock())
        opened[count] = ledger
        return ledger
    }

    private func fill(_ storage: JSONFileStorage, to count: Int) async throws {
        let json = #"{"kind":"spent","date":"2025-01-01T00:00:00.000Z","credits":[{"amount":1,"unit":"coins"}]}"#
        let entry = try JSONDecoder().decode(LedgerEntry.self, from: Data(json.utf8))
        let batch = [LedgerEntry](repeating: entry, count: 1_000)
        var end = try await storage.load(after: .start).end
        for _ in 0..<count / batch.count {
            guard let next = try await storage.append(batch, after: end) else {
                throw IAPError(.storageFailed, "Somebody else appended.")
            }
            end = next
        }
    }
}
