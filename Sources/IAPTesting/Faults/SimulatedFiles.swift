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
        try perform(.status) { state, _ throws(FileError) in
            state.status(of: try state.file(file))
        }
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

    func lock(_ file: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        try perform(.lock) { state, _ throws(FileError) in try state.lock(file, exclusively: exclusively) }
    }

    func unlock(_ file: FileDescriptor) {
        disk.state.withLock { $0.openFiles[file.rawValue]?.isLockedExclusively = nil }
    }

    func read(
        _ file: FileDescriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) throws(FileError) -> Int {
        try perform(.read) { state, limit throws(FileError) in
            let bytes = state.contents.bytes(of: try state.file(file)).dropFirst(offset)
            let count = min(bytes.count, buffer.count, limit)
            buffer.copyBytes(from: bytes.prefix(count))
            return count
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileError) -> Int {
        try perform(.write) { state, limit throws(FileError) in
            let written = Array(bytes.prefix(limit))
            state.contents.write(written, to: try state.writableFile(file), at: offset)
            return written.count
        }
    }

    func truncate(_ file: FileDescriptor, to size: Int) throws(FileError) {
        try perform(.truncate) { state, _ throws(FileError) in
            state.contents.truncate(try state.writableFile(file), to: size)
        }
    }

    func synchronize(_ file: FileDescriptor) throws(FileError) {
        guard process.begin() else { throw .deadProcess }
        defer { process.end() }
        try disk.state.withLock { state throws(FileError) in
            let inode = try state.file(file)
            if try state.begin(.synchronize) == .dropsUnsynced {
                state.contents.dropUnsynced(inode)
                throw .inputOutput
            }
            state.contents.synchronize(inode)
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

    /// One call: counted, failed if that was asked for. `body` is told how many bytes it may do.
    private func perform<Result>(
        _ operation: DiskOperation,
        _ body: (inout SimulatedDisk.State, _ limit: Int) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        guard process.begin() else { throw .deadProcess }
        defer { process.end() }
        return try disk.state.withLock { state throws(FileError) in
            switch try state.begin(operation) {
            case .short(let count): try body(&state, count)
            default: try body(&state, .max)
            }
        }
    }
}

extension FileError {
    static let deadProcess = FileError(code: ESRCH)
}

extension SimulatedDisk.State {
    /// Counts a call. Returns the fault that it meets, unless that is an error, which is thrown.
    mutating func begin(_ operation: DiskOperation) throws(FileError) -> DiskFault.Effect? {
        operations.append(operation)
        var due: Int?
        for index in faults.indices where faults[index].operation == nil || faults[index].operation == operation {
            if faults[index].passing > 0 {
                faults[index].passing -= 1
            } else if due == nil {
                due = index
            }
        }
        guard let due else { return nil }
        let fault = faults[due].repeats ? faults[due].fault : faults.remove(at: due).fault
        if case .error(let error) = fault.effect { throw error }
        return fault.effect
    }

    func file(_ descriptor: FileDescriptor) throws(FileError) -> Int {
        guard let open = openFiles[descriptor.rawValue] else { throw FileError(code: EBADF) }
        return open.file
    }

    func writableFile(_ descriptor: FileDescriptor) throws(FileError) -> Int {
        guard openFiles[descriptor.rawValue]?.isWritable == true else { throw FileError(code: EBADF) }
        return try file(descriptor)
    }

    func status(of file: Int) -> FileStatus {
        FileStatus(device: 0, inode: UInt64(file), size: contents.bytes(of: file).count)
    }

    /// Takes the lock, in place of the one that the descriptor has. Returns whether nobody else excludes it.
    mutating func lock(_ descriptor: FileDescriptor, exclusively: Bool) throws(FileError) -> Bool {
        let file = try file(descriptor)
        let isExcluded = openFiles.contains { other, open in
            guard other != descriptor.rawValue, open.file == file, let isExclusive = open.isLockedExclusively else {
                return false
            }
            return isExclusive || exclusively
        }
        if isExcluded { return false }
        openFiles[descriptor.rawValue]?.isLockedExclusively = exclusively
        return true
    }
}
