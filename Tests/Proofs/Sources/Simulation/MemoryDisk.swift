import IAP
import PurchaseAudit
import Synchronization

/// Entries in memory, which no crash damages. One that lies loses, at a crash, what was appended last, although it had
/// said that it was kept: a defect for the simulation to find.
final class MemoryDisk: Disk, RewritableLedgerStorage {
    private struct State {
        var entries: [LedgerEntry] = []
        /// How often the entries were written anew.
        var rewritings = 0
        /// What the entries would be if they had never been written anew.
        var log: [LedgerEntry] = []
        var lastCount = 0

        var end: LedgerPosition {
            entries.isEmpty ? .start : LedgerPosition(rawValue: "\(rewritings) \(entries.count)")
        }

        /// How many entries are before a position; `nil` where it is of an earlier writing.
        func count(before position: LedgerPosition) -> Int? {
            if position == .start { return 0 }
            let numbers = position.rawValue.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2, numbers[0] == rewritings, numbers[1] <= entries.count else { return nil }
            return numbers[1]
        }
    }

    private let state = Mutex(State())
    private let lies: Bool

    init(lies: Bool) {
        self.lies = lies
    }

    var log: [LedgerEntry] { state.withLock { $0.log } }

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        state.withLock { state in
            guard let count = state.count(before: position) else {
                return LedgerBatch(entries: state.entries, end: state.end, startsOver: true)
            }
            return LedgerBatch(entries: Array(state.entries[count...]), end: state.end)
        }
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        state.withLock { state in
            guard position == state.end else { return nil }
            state.lastCount = entries.count
            state.entries += entries
            state.log += entries
            return state.end
        }
    }

    func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        state.withLock { state in
            guard position == state.end else { return nil }
            state.lastCount = 0
            state.entries = entries
            state.rewritings += 1
            return state.end
        }
    }

    func storage(of life: Life, dyingAtCall call: Int?) -> any RewritableLedgerStorage { self }

    var violation: Violation? { nil }

    func fail(_ choice: Int) {}

    func calm() {}

    func cutPower(_ choice: Int) { crash() }

    func crash() {
        guard lies else { return }
        state.withLock { state in
            state.entries.removeLast(min(state.lastCount, state.entries.count))
            state.log.removeLast(min(state.lastCount, state.log.count))
            state.lastCount = 0
        }
    }
}
