import Foundation
import IAPCore
import IAPPersistence

/// The calls of one process on a simulated disk.
struct SimulatedFiles: FileSystem {
    let disk: SimulatedDisk
    let process: SimulatedProcess

    func open(_ path: String, _ opening: FileOpening) throws(FileError) -> FileDescriptor {
        try perform(.open) { state, _ throws(FileError) in
            let file: Int
            switch state.contents[path] {
            case .file(let existing) where opening != .creatingNew: file = existing
            case .file: throw .exists
            case .directory: throw FileError(code: EISDIR)
            case nil:
                guard opening == .creating || opening == .creatingNew else { throw .notFound }
                file = try state.contents.makeFile(at: path)
            }
            state.lastDescriptor += 1
            state.openFiles[state.lastDescriptor] = SimulatedDisk.OpenFile(
                file: file,
                process: ObjectIdentifier(process),
                isWritable: opening != .reading
            )
            return FileDescriptor(rawValue: state.lastDescriptor)
        }
    }

    func close(_ file: FileDescriptor) {
        disk.state.withLock { $0.openFiles[file.rawValue] = nil }
    }

    func status(of file: FileDescriptor) throws(FileError) -> FileStatus {
        try perform(.status) { state, _ throws(FileError) in state.status(of: try state.file(file)) }
    }

    func status(at path: String) throws(FileError) -> FileStatus {
        try perform(.status) { state, _ throws(FileError) in
            switch state.contents[path] {
            case nil: throw .notFound
            case .directory: return FileStatus(device: 0, inode: .max, size: 0)
            case .file(let file): return state.status(of: file)
            }
        }
    }

    /// Takes the lock, in place of the one that the descriptor has. Returns whether no other descriptor excludes it.
    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        try perform(.lock) { state, _ throws(FileError) in
            let locked = try state.file(file)
            let isExcluded = state.openFiles.contains { other, open in
                other != file.rawValue && open.file == locked
                    && open.isLockedExclusively.map { $0 || exclusively } == true
            }
            if !isExcluded { state.openFiles[file.rawValue]?.isLockedExclusively = exclusively }
            return !isExcluded
        }
    }

    func unlock(_ file: FileDescriptor) {
        disk.state.withLock { $0.openFiles[file.rawValue]?.isLockedExclusively = nil }
    }

    func read(
        _ file: FileDescriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(FileError) -> Int {
        try perform(.read) { state, fault throws(FileError) in
            let bytes = state.contents.bytes(of: try state.file(file)).dropFirst(offset)
            let count = min(bytes.count, buffer.count, fault?.byteLimit ?? .max)
            buffer.copyBytes(from: bytes.prefix(count))
            return count
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int {
        try perform(.write) { state, fault throws(FileError) in
            let written = Array(bytes.prefix(fault?.byteLimit ?? .max))
            state.contents.change(.write(written, to: try state.writableFile(file), at: offset))
            return written.count
        }
    }

    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError) {
        try perform(.truncate) { state, _ throws(FileError) in
            state.contents.change(.truncate(try state.writableFile(file), to: size))
        }
    }

    func synchronize(_ file: FileDescriptor) throws(FileError) {
        try perform(.synchronize) { state, fault throws(FileError) in
            let file = try state.file(file)
            if fault == .droppedByFailedSync {
                state.contents.dropUnsynced(file)
                throw .inputOutput
            }
            state.contents.synchronize(file)
        }
    }

    func rename(_ path: String, to newPath: String) throws(FileError) {
        try perform(.rename) { state, _ throws(FileError) in try state.contents.rename(path, to: newPath) }
    }

    func remove(_ path: String) throws(FileError) {
        try perform(.remove) { state, _ throws(FileError) in try state.contents.remove(path) }
    }

    func createDirectory(_ path: String) throws(FileError) {
        try perform(.createDirectory) { state, _ throws(FileError) in try state.contents.makeDirectory(at: path) }
    }

    func synchronizeDirectory(_ path: String) throws(FileError) {
        try perform(.synchronizeDirectory) { state, _ throws(FileError) in
            try state.contents.synchronizeDirectory(path)
        }
    }

    /// Counts a call, and fails it if a test asked for that. `body` receives a fault that is no error.
    private func perform<Result>(
        _ operation: DiskOperation,
        _ body: (inout SimulatedDisk.State, DiskFault?) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        guard process.begin() else { throw FileError(code: ESRCH) }
        defer { process.end() }
        return try disk.state.withLock { state throws(FileError) in
            let fault = state.plan.next(operation)
            if let error = fault?.error { throw error }
            return try body(&state, fault)
        }
    }
}

extension SimulatedDisk.State {
    fileprivate func file(_ descriptor: FileDescriptor) throws(FileError) -> Int {
        guard let open = openFiles[descriptor.rawValue] else { throw FileError(code: EBADF) }
        return open.file
    }

    fileprivate func writableFile(_ descriptor: FileDescriptor) throws(FileError) -> Int {
        guard openFiles[descriptor.rawValue]?.isWritable == true else { throw FileError(code: EBADF) }
        return try file(descriptor)
    }

    fileprivate func status(of file: Int) -> FileStatus {
        FileStatus(device: 0, inode: UInt64(file), size: contents.bytes(of: file).count)
    }
}
