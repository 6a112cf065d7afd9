import IAP
import IAPTesting
import PurchaseAudit
import Synchronization

/// A disk on which the ledger is a file, as on a device. A process is killed at any call on it, in the middle of a
/// write too, and a power cut loses, keeps or tears what is not synced.
///
/// Every time it knows what the file must hold, and looks.
final class FileDisk: Disk {
    fileprivate struct State {
        var disk = SimulatedDisk()
        /// What a process that reads the file now finds.
        var entries: [LedgerEntry] = []
        var log: [LedgerEntry] = []
        /// A write that a killed process has begun: it may be undone by a power cut, as long as nobody has synced it.
        var unsure: Unsure?
        var violation: Violation?
    }

    fileprivate struct Unsure {
        let entries: [LedgerEntry]
        let log: [LedgerEntry]
    }

    fileprivate enum Write {
        case append([LedgerEntry])
        case replace([LedgerEntry])
    }

    private let state = Mutex(State())

    var log: [LedgerEntry] { state.withLock { $0.log } }
    var violation: Violation? { state.withLock { $0.violation } }

    func storage(of life: Life, dyingAtCall call: Int?) -> any RewritableLedgerStorage {
        let process = SimulatedProcess(dyingAtOperation: call)
        life.onEnd { process.kill() }
        return FileDiskStorage(
            disk: self,
            life: life,
            process: process,
            storage: state.withLock { $0.disk }.storage(in: process)
        )
    }

    func crash() {}

    func fail(_ choice: Int) {
        let faults: [DiskFault] = [
            .noSpace, .inputOutput, .interrupted, .notPermitted, .short(1 + choice / 6 % 40), .droppedByFailedSync,
        ]
        let fault = faults[choice % faults.count]
        state.withLock { $0.disk }
            .inject(fault, into: fault == .droppedByFailedSync ? .synchronize : nil, at: 1 + choice / 6 % 30)
    }

    func calm() { state.withLock { $0.disk }.removeFaults() }

    func cutPower(_ choice: Int) throws(Violation) {
        let disk = state.withLock { $0.disk }
        let count = disk.unsyncedByteCount
        let content: PowerCut.Content =
            switch choice % 5 {
            case 0: .first(0)
            case 1: .first(.max)
            case 2: .lackingSectors(choice / 20 % 3..<choice / 20 % 3 + 1 + choice / 60 % 2)
            default: .first(choice / 20 * 7919 % (count + 1))
            }
        // None, some or all of the changed names.
        let cut = PowerCut(nameCount: [0, 1, 2, .max][choice / 5 % 4], content: content)
        let after = disk.afterPowerCut(cut)
        let found: [LedgerEntry]
        switch Scheduler.shared.runAlone({ await after.result() }) {
        case .success(let entries): found = entries
        case .failure(let error): throw Violation("After a power cut (\(cut)) the file cannot be read: \(error)")
        case nil: throw Violation("Reading the file does not come to an end.")
        }
        let kept = state.withLock { state -> Int? in
            state.disk = after
            defer { state.unsure = nil }
            if found == state.entries { return nil }
            guard let unsure = state.unsure, found == unsure.entries else { return state.entries.count }
            state.entries = unsure.entries
            state.log = unsure.log
            return nil
        }
        if let kept {
            throw Violation(
                "After a power cut (\(cut)) the file holds \(found.count) entries, and not the \(kept) that were kept."
            )
        }
    }

    /// Notes that a write is kept, by which everything is that was written before.
    fileprivate func keep(_ write: Write) {
        state.withLock { state in
            state.unsure = nil
            state.apply(write)
        }
    }

    /// Notes that a write has failed: with its process, or so that nothing of it counts.
    fileprivate func leave(_ write: Write, hasDied: Bool) async {
        let found: [LedgerEntry]
        do {
            // The file as everybody sees it, synced or not, on a copy of the disk.
            found = try await state.withLock { $0.disk }.afterPowerCut(.keepingUnsynced).entries()
        } catch {
            state.withLock { $0.violation = Violation("A failed write has left a file that cannot be read: \(error)") }
            return
        }
        state.withLock { state in
            guard found != state.entries else { return }
            let before = Unsure(entries: state.entries, log: state.log)
            state.apply(write)
            if state.unsure == nil { state.unsure = before }
            var mayTakeEffect = hasDied
            if case .replace = write { mayTakeEffect = true }
            if found != state.entries || !mayTakeEffect {
                state.violation = Violation(
                    "A write failed, its process \(hasDied ? "dead" : "alive"), and the file holds \(found.count) entries "
                        + "after \(before.entries.count)."
                )
            }
        }
    }
}

/// The disk as one process reaches it.
private struct FileDiskStorage: RewritableLedgerStorage {
    let disk: FileDisk
    let life: Life
    let process: SimulatedProcess
    let storage: JSONFileStorage

    func load(after position: LedgerPosition) async throws -> LedgerBatch {
        try alone {
            do {
                return .success(try await storage.load(after: position))
            } catch {
                noteFailure()
                return .failure(error)
            }
        }
    }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try write(.append(entries)) { try await storage.append(entries, after: position) }
    }

    func replace(with entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        try write(.replace(entries)) { try await storage.replace(with: entries, after: position) }
    }

    /// Writes and notes what came of it.
    private func write(
        _ write: FileDisk.Write,
        _ body: @escaping @Sendable () async throws -> LedgerPosition?
    ) throws -> LedgerPosition? {
        try alone {
            do {
                let end = try await body()
                if end != nil { disk.keep(write) }
                return .success(end)
            } catch {
                await disk.leave(write, hasDied: !process.isRunning)
                noteFailure()
                return .failure(error)
            }
        }
    }

    /// Works on the file while every other job waits, so that a seed leads to the same order each time.
    private func alone<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Result<Value, any Error>
    ) throws -> Value {
        guard let result = Scheduler.shared.runAlone(body) else { throw Violation("A call on the disk does not end.") }
        return try result.get()
    }

    private func noteFailure() {
        if process.isRunning { life.noteFailure() } else { life.end() }
    }
}

extension FileDisk.State {
    fileprivate mutating func apply(_ write: FileDisk.Write) {
        switch write {
        case .append(let new):
            entries += new
            log += new
        case .replace(let new): entries = new
        }
    }
}

extension SimulatedDisk {
    /// What a process that opens the ledger's file finds.
    fileprivate func entries() async throws -> [LedgerEntry] {
        try await storage().load(after: .start).entries
    }

    fileprivate func result() async -> Result<[LedgerEntry], any Error> {
        do {
            return .success(try await entries())
        } catch {
            return .failure(error)
        }
    }
}
