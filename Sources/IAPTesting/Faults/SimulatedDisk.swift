public import Foundation
import IAPCore
public import IAPPersistence

/// A disk in memory, on which processes work, calls fail, and the power goes, as a test wants it.
///
/// ```swift
/// let disk = SimulatedDisk()
/// let storage = disk.storage()
/// disk.inject(.noSpace, into: .write)        // the next write finds the disk full
/// …
/// let after = disk.afterPowerCut(.losingUnsynced)
/// let relaunched = after.storage()           // sees what was synced, and nothing else
/// ```
///
/// Nothing is random: the same calls give the same disk. Any number of storages may work on it at once, each as its own
/// process or several in one; they exclude each other by locks, as on a real disk.
public final class SimulatedDisk: Sendable {
    struct OpenFile: Sendable {
        let file: Int
        let process: ObjectIdentifier
        let isWritable: Bool
        var isLockedExclusively: Bool?
    }

    struct State: Sendable {
        var contents = DiskContents()
        var openFiles: [Int32: OpenFile] = [:]
        var lastDescriptor: Int32 = 2
        var plan = FaultPlan<DiskOperation, DiskFault>()
    }

    let state: Locked<State>

    public convenience init() {
        self.init(DiskContents())
    }

    private init(_ contents: DiskContents) {
        state = Locked(State(contents: contents))
    }

    /// A storage in a file on this disk.
    ///
    /// - Parameters:
    ///   - path: From the disk's root on. Missing directories are made.
    ///   - process: Whose calls they are.
    public func storage(
        at path: String = "ledger.jsonl",
        in process: SimulatedProcess = SimulatedProcess()
    ) -> JSONFileStorage {
        // The system closes a dead process's files, and so gives up its locks.
        process.onDeath { [weak self, name = ObjectIdentifier(process)] in
            self?.state.withLock { state in state.openFiles = state.openFiles.filter { $0.value.process != name } }
        }
        return JSONFileStorage(url: Self.url(path), fileSystem: SimulatedFiles(disk: self, process: process))
    }

    /// The bytes of a file as a process sees them now, synced or not; `nil` when there is none.
    public func content(at path: String = "ledger.jsonl") -> Data? {
        state.withLock { state in
            guard case .file(let file) = state.contents[Self.url(path).path] else { return nil }
            return Data(state.contents.bytes(of: file))
        }
    }

    /// Every path on it, with a file's bytes and nothing for a directory. Where all is synced, disks with the same are
    /// the same to every process on them.
    package var tree: [String: [UInt8]?] { state.withLock { $0.contents.tree } }

    private static func url(_ path: String) -> URL {
        URL(fileURLWithPath: "/").appendingPathComponent(path, isDirectory: false)
    }

    // MARK: Faults

    /// Makes a call fail.
    ///
    /// Each fault waits for its own call: of two for one operation with the same `number`, the first one injected has
    /// it, and the other one the next call.
    ///
    /// - Parameters:
    ///   - operation: Which calls are counted; all of them with `nil`.
    ///   - number: Which one from now on, counted from 1.
    ///   - repeats: Whether all further ones fail too, until ``removeFaults()``.
    public func inject(
        _ fault: DiskFault,
        into operation: DiskOperation? = nil,
        at number: Int = 1,
        repeats: Bool = false
    ) {
        state.withLock { $0.plan.add(fault, to: operation, at: number, repeats: repeats) }
    }

    /// Lets everything succeed from now on.
    public func removeFaults() {
        state.withLock { $0.plan.removeFaults() }
    }

    /// Every call so far, in order.
    public var operations: [DiskOperation] { state.withLock { $0.plan.calls } }

    // MARK: Power cuts

    /// Ways in which the power can go now; one alone when everything is synced.
    ///
    /// They are all of these: unsynced data survives up to any byte, in the order of writing over all files; or all of
    /// it does but one run of sectors, in that order. With each, unsynced changes of names survive up to any one, in
    /// their order. NUL bytes that a write ends with count as one byte, and as no sector: all that they do is to make a
    /// file longer.
    ///
    /// A disk may do more, which this does not try: keep a later write or name and lose an earlier one, lose several
    /// runs of sectors at once, lose a file's new size and keep its data, or leave other bytes than NUL where a sector
    /// is missing.
    public var powerCuts: [PowerCut] { state.withLock { $0.contents.powerCuts } }

    /// How many bytes a power cut can lose now. A file that was cut short counts as one.
    public var unsyncedByteCount: Int { state.withLock { $0.contents.unsyncedByteCount } }

    /// The disk as it is when the power comes back. This one stays as it is, so that many cuts can be tried on it; the
    /// processes on it are no business of the new one.
    public func afterPowerCut(_ cut: PowerCut) -> SimulatedDisk {
        SimulatedDisk(state.withLock { $0.contents.after(cut) })
    }
}
