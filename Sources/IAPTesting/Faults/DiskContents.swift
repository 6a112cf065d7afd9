import Foundation
import IAPPersistence

/// Files and directories, as the system shows them and as the disk holds them.
///
/// A value: what happens to a copy does not happen to the disk.
struct DiskContents: Sendable {
    enum Node: Hashable {
        case directory
        case file(Int)
    }

    private enum DataChange {
        case write([UInt8], at: Int)
        case truncate(to: Int)

        /// A file that is cut short counts as one byte.
        var size: Int {
            if case .write(let bytes, _) = self { bytes.count } else { 1 }
        }
    }

    private struct NameChange {
        let path: String
        /// What stands there now; `nil` for nothing.
        let node: Node?
        /// A rename's other half, which comes and goes with it.
        var from: String?
    }

    private static let sectorSize = 512

    private var names: [String: Node] = ["/": .directory]
    private var syncedNames: [String: Node] = ["/": .directory]
    private var files: [[UInt8]] = []
    private var syncedFiles: [[UInt8]] = []
    private var unsyncedNames: [NameChange] = []
    private var unsyncedData: [(file: Int, change: DataChange)] = []

    static func parent(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    // MARK: Names

    subscript(path: String) -> Node? { names[path] }

    var tree: [String: [UInt8]?] {
        names.mapValues { node in
            if case .file(let file) = node { files[file] } else { nil }
        }
    }

    private mutating func change(_ change: NameChange) throws(FileError) {
        guard names[Self.parent(of: change.path)] == .directory else { throw .notFound }
        Self.apply(change, to: &names)
        unsyncedNames.append(change)
    }

    private static func apply(_ change: NameChange, to names: inout [String: Node]) {
        if let from = change.from { names[from] = nil }
        names[change.path] = change.node
    }

    mutating func makeFile(at path: String) throws(FileError) -> Int {
        try change(NameChange(path: path, node: .file(files.count)))
        files.append([])
        syncedFiles.append([])
        return files.count - 1
    }

    mutating func makeDirectory(at path: String) throws(FileError) {
        if names[path] != nil { return }
        try change(NameChange(path: path, node: .directory))
    }

    mutating func rename(_ path: String, to newPath: String) throws(FileError) {
        guard let node = names[path] else { throw .notFound }
        try change(NameChange(path: newPath, node: node, from: path))
    }

    mutating func remove(_ path: String) throws(FileError) {
        guard names[path] != nil else { throw .notFound }
        try change(NameChange(path: path, node: nil))
    }

    mutating func synchronizeDirectory(_ path: String) throws(FileError) {
        guard names[path] == .directory else { throw .notFound }
        for change in unsyncedNames where Self.parent(of: change.path) == path {
            Self.apply(change, to: &syncedNames)
        }
        unsyncedNames.removeAll { Self.parent(of: $0.path) == path }
    }

    // MARK: Data

    func bytes(of file: Int) -> [UInt8] { files[file] }

    mutating func write(_ bytes: [UInt8], to file: Int, at offset: Int) {
        change(file, .write(bytes, at: offset))
    }

    mutating func truncate(_ file: Int, to size: Int) {
        change(file, .truncate(to: size))
    }

    private mutating func change(_ file: Int, _ change: DataChange) {
        Self.apply(change, to: &files[file])
        unsyncedData.append((file, change))
    }

    private static func apply(_ change: DataChange, to bytes: inout [UInt8]) {
        switch change {
        case .write(let new, let offset):
            grow(&bytes, to: offset + new.count)
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .truncate(let size):
            grow(&bytes, to: size)
            bytes.removeSubrange(size...)
        }
    }

    private static func grow(_ bytes: inout [UInt8], to size: Int) {
        if bytes.count < size { bytes += Array(repeating: 0, count: size - bytes.count) }
    }

    mutating func synchronize(_ file: Int) {
        for (other, change) in unsyncedData where other == file { Self.apply(change, to: &syncedFiles[file]) }
        dropUnsynced(file)
    }

    /// Takes the file for clean, without writing it.
    mutating func dropUnsynced(_ file: Int) {
        unsyncedData.removeAll { $0.file == file }
    }

    // MARK: Power cuts

    var unsyncedByteCount: Int { unsyncedData.reduce(0) { $0 + $1.change.size } }

    /// The unsynced data, a sector at a time.
    private var unsyncedSectors: [(file: Int, range: Range<Int>)] {
        unsyncedData.flatMap { file, change -> [(file: Int, range: Range<Int>)] in
            guard case .write(let bytes, let offset) = change, !bytes.isEmpty else { return [] }
            let end = offset + (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            return (offset / Self.sectorSize...(end - 1) / Self.sectorSize).map { sector in
                let start = sector * Self.sectorSize
                return (file, max(start, offset)..<min(start + Self.sectorSize, end))
            }
        }
    }

    /// After how many unsynced bytes a power cut may come.
    private var tears: [Int] {
        var tears = [0]
        var start = 0
        for (_, change) in unsyncedData {
            var ends = Array(1...max(change.size, 1))
            if case .write(let bytes, _) = change {
                // However much padding a file has, its lines are the same.
                let written = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
                ends.removeAll { $0 > written && $0 < bytes.count }
            }
            tears += ends.map { start + $0 }
            start += change.size
        }
        return tears
    }

    /// The ways that ``SimulatedDisk/powerCuts`` names.
    var powerCuts: [PowerCut] {
        let byteCounts = tears.map { PowerCut.Content.first($0) }
        let sectors = unsyncedSectors.indices
        let lacks = sectors.flatMap { first in
            sectors[first...].map { last in PowerCut.Content.lackingSectors(first..<last + 1) }
        }
        return (0...unsyncedNames.count).flatMap { names in
            (byteCounts + lacks).map { PowerCut(nameCount: names, content: $0) }
        }
    }

    /// What the disk holds when the power comes back.
    func after(_ cut: PowerCut) -> DiskContents {
        var contents = DiskContents()
        contents.names = syncedNames
        for change in unsyncedNames.prefix(cut.nameCount) { Self.apply(change, to: &contents.names) }
        contents.dropUnreachable()
        contents.files = syncedFiles
        switch cut.content {
        case .first(let count): keep(first: count, in: &contents.files)
        case .lackingSectors(let lost):
            keep(first: .max, in: &contents.files)
            for (file, range) in unsyncedSectors[lost.clamped(to: 0..<unsyncedSectors.count)] {
                let synced = syncedFiles[file]
                for place in range.clamped(to: contents.files[file].indices) {
                    contents.files[file][place] = synced.indices.contains(place) ? synced[place] : 0
                }
            }
        }
        contents.syncedNames = contents.names
        contents.syncedFiles = contents.files
        return contents
    }

    private func keep(first count: Int, in files: inout [[UInt8]]) {
        var rest = count
        for (file, change) in unsyncedData where rest > 0 {
            if case .write(let bytes, let offset) = change {
                Self.apply(.write(Array(bytes.prefix(rest)), at: offset), to: &files[file])
            } else {
                Self.apply(change, to: &files[file])
            }
            rest -= min(rest, change.size)
        }
    }

    /// A directory whose name is lost takes with it what was in it.
    private mutating func dropUnreachable() {
        for path in names.keys.sorted() where path != "/" {
            if names[Self.parent(of: path)] != .directory { names[path] = nil }
        }
    }
}
