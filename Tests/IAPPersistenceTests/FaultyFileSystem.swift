import IAPCore
import IAPPersistence

/// The operating system's files, with faults that a test asks for.
final class FaultyFileSystem: FileSystem {
    enum Operation: Hashable {
        case open, lock, read, write, truncate, synchronize, rename, remove
        case createDirectory, synchronizeDirectory
    }

    enum Fault: Sendable {
        case error(FileError)
        /// A write or read of at most so many bytes.
        case short(Int)
    }

    private struct State {
        /// Whether another process seems to hold the lock.
        var isLocked = false
        var faults: [Operation: [Fault?]] = [:]
        var calls: [Operation: Int] = [:]
        var interludes: [Operation: @Sendable () -> Void] = [:]
        var largestRead = 0
    }

    private let real = POSIXFileSystem()
    private let watches: Bool
    private let state = Locked(State())

    /// - Parameter watches: Whether it reports changes. A reader of them makes calls at any time.
    init(watches: Bool = false) {
        self.watches = watches
    }

    /// The next calls of an operation meet these; `nil` lets one pass.
    func inject(_ faults: Fault?..., into operation: Operation) {
        state.withLock { $0.faults[operation, default: []] += faults }
    }

    /// Whether each call finds the lock held by another process.
    var isLocked: Bool {
        get { state.withLock { $0.isLocked } }
        set { state.withLock { $0.isLocked = newValue } }
    }

    /// Calls `body` once, before the next call of an operation.
    func before(_ operation: Operation, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.interludes[operation] = body }
    }

    func callCount(_ operation: Operation) -> Int {
        state.withLock { $0.calls[operation] ?? 0 }
    }

    /// How many bytes were asked for at once, at most.
    var largestRead: Int { state.withLock { $0.largestRead } }

    private func fault(_ operation: Operation) throws(FileError) -> Int? {
        state.withLock { $0.interludes.removeValue(forKey: operation) }?()
        let fault = state.withLock { state -> Fault? in
            state.calls[operation, default: 0] += 1
            guard state.faults[operation]?.isEmpty == false else { return nil }
            return state.faults[operation]?.removeFirst()
        }
        switch fault {
        case nil: return nil
        case .short(let count): return count
        case .error(let error): throw error
        }
    }

    func open(_ path: String, _ opening: FileOpening) throws(FileError) -> FileDescriptor {
        _ = try fault(.open)
        return try real.open(path, opening)
    }

    func close(_ file: FileDescriptor) { real.close(file) }
    func status(of file: FileDescriptor) throws(FileError) -> FileStatus { try real.status(of: file) }
    func status(at path: String) throws(FileError) -> FileStatus { try real.status(at: path) }

    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        _ = try fault(.lock)
        if isLocked { return false }
        return try real.lock(file, exclusively: exclusively)
    }

    func unlock(_ file: FileDescriptor) { real.unlock(file) }

    func read(
        _ file: FileDescriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(FileError) -> Int {
        state.withLock { $0.largestRead = max($0.largestRead, buffer.count) }
        let count = try fault(.read) ?? buffer.count
        return try real.read(
            file,
            into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)),
            at: offset
        )
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int {
        let count = try fault(.write) ?? bytes.count
        return try real.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: file, at: offset)
    }

    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError) {
        _ = try fault(.truncate)
        try real.truncate(file, to: size)
    }

    func synchronize(_ file: FileDescriptor) throws(FileError) {
        _ = try fault(.synchronize)
        try real.synchronize(file)
    }

    func rename(_ path: String, to newPath: String) throws(FileError) {
        _ = try fault(.rename)
        try real.rename(path, to: newPath)
    }

    func remove(_ path: String) throws(FileError) {
        _ = try fault(.remove)
        try real.remove(path)
    }

    func createDirectory(_ path: String) throws(FileError) {
        _ = try fault(.createDirectory)
        try real.createDirectory(path)
    }

    func synchronizeDirectory(_ path: String) throws(FileError) {
        _ = try fault(.synchronizeDirectory)
        try real.synchronizeDirectory(path)
    }

    func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) -> Subscription? {
        watches ? real.watch(path, changed) : nil
    }
}
