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

    enum DataChange {
        case write([UInt8], to: Int, at: Int)
        case truncate(Int, to: Int)

        var file: Int {
            switch self {
            case .write(_, let file, _), .truncate(let file, _): file
            }
        }

        /// A file that is cut short counts as one byte.
        var size: Int {
            if case .write(let bytes, _, _) = self { bytes.count } else { 1 }
        }

        /// The bytes written, without the padding behind them.
        var contentSize: Int {
            if case .write(let bytes, _, _) = self { (bytes.lastIndex { $0 != 0 } ?? -1) + 1 } else { 1 }
        }

        func prefix(_ count: Int) -> DataChange {
            guard case .write(let bytes, let file, let offset) = self else { return self }
            return .write(Array(bytes.prefix(count)), to: file, at: offset)
        }
    }

    private struct NameChange {
        let path: String
        /// What stands there now; `nil` for nothing.
        let node: Node?
        /// A rename's other half, which comes and goes with it.
        var from: String?
    }

    private struct Image {
        var names: [String: Node] = ["/": .directory]
        var files: [[UInt8]] = []

        mutating func apply(_ change: NameChange) {
            if let from = change.from { names[from] = nil }
            names[change.path] = change.node
        }

        mutating func apply(_ change: DataChange) {
            switch change {
            case .write(let new, let file, let offset):
                grow(file, to: offset + new.count)
                files[file].replaceSubrange(offset..<offset + new.count, with: new)
            case .truncate(let file, let size):
                grow(file, to: size)
                files[file].removeSubrange(size...)
            }
        }

        private mutating func grow(_ file: Int, to size: Int) {
            files[file] += Array(repeating: 0, count: max(0, size - files[file].count))
        }

        /// A directory whose name is lost takes with it what was in it.
        mutating func dropUnreachable() {
            for path in names.keys.sorted() where path != "/" {
                if names[DiskContents.parent(of: path)] != .directory { names[path] = nil }
            }
        }
    }

    private static let sectorSize = 512

    private var shown = Image()
    private var synced = Image()
    private var unsyncedNames: [NameChange] = []
    private var unsyncedData: [DataChange] = []

    private static func parent(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    // MARK: Names

    subscript(path: String) -> Node? { shown.names[path] }

    var tree: [String: [UInt8]?] {
        shown.names.mapValues { node in
            if case .file(let file) = node { bytes(of: file) } else { nil }
        }
    }

    private mutating func change(_ change: NameChange) throws(FileError) {
        guard self[Self.parent(of: change.path)] == .directory else { throw .notFound }
        shown.apply(change)
        unsyncedNames.append(change)
    }

    mutating func makeFile(at path: String) throws(FileError) -> Int {
        let file = shown.files.count
        try change(NameChange(path: path, node: .file(file)))
        shown.files.append([])
        synced.files.append([])
        return file
    }

    mutating func makeDirectory(at path: String) throws(FileError) {
        if self[path] == nil { try change(NameChange(path: path, node: .directory)) }
    }

    mutating func rename(_ path: String, to newPath: String) throws(FileError) {
        guard let node = self[path] else { throw .notFound }
        try change(NameChange(path: newPath, node: node, from: path))
    }

    mutating func remove(_ path: String) throws(FileError) {
        guard self[path] != nil else { throw .notFound }
        try change(NameChange(path: path, node: nil))
    }

    mutating func synchronizeDirectory(_ path: String) throws(FileError) {
        guard self[path] == .directory else { throw .notFound }
        for change in unsyncedNames where Self.parent(of: change.path) == path { synced.apply(change) }
        unsyncedNames.removeAll { Self.parent(of: $0.path) == path }
    }

    // MARK: Data

    func bytes(of file: Int) -> [UInt8] { shown.files[file] }

    mutating func change(_ change: DataChange) {
        shown.apply(change)
        unsyncedData.append(change)
    }

    mutating func synchronize(_ file: Int) {
        for change in unsyncedData where change.file == file { synced.apply(change) }
        dropUnsynced(file)
    }

    /// Takes the file for clean, without writing it.
    mutating func dropUnsynced(_ file: Int) {
        unsyncedData.removeAll { $0.file == file }
    }

    // MARK: Power cuts

    var unsyncedByteCount: Int { unsyncedData.reduce(0) { $0 + $1.size } }

    /// The unsynced data, a sector at a time.
    private var unsyncedSectors: [(file: Int, range: Range<Int>)] {
        unsyncedData.flatMap { change -> [(file: Int, range: Range<Int>)] in
            guard case .write(let bytes, let file, let offset) = change, !bytes.isEmpty else { return [] }
            let end = offset + max(1, change.contentSize)
            return (offset / Self.sectorSize...(end - 1) / Self.sectorSize).map { sector in
                let start = sector * Self.sectorSize
                return (file, max(start, offset)..<min(start + Self.sectorSize, end))
            }
        }
    }

    /// After how many unsynced bytes a power cut may come. However much padding a file has, its lines are the same, so
    /// that padding is written whole.
    private var tears: [Int] {
        var tears = [0]
        var start = 0
        for change in unsyncedData {
            let ends = (1...max(change.size, 1)).filter { $0 <= change.contentSize || $0 >= change.size }
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
        var image = synced
        for change in unsyncedNames.prefix(cut.nameCount) { image.apply(change) }
        image.dropUnreachable()
        switch cut.content {
        case .first(let count):
            var rest = count
            for change in unsyncedData where rest > 0 {
                image.apply(change.prefix(rest))
                rest -= min(rest, change.size)
            }
        case .lackingSectors(let lost):
            for change in unsyncedData { image.apply(change) }
            for (file, range) in unsyncedSectors[lost.clamped(to: 0..<unsyncedSectors.count)] {
                let before = synced.files[file]
                for place in range.clamped(to: image.files[file].indices) {
                    image.files[file][place] = before.indices.contains(place) ? before[place] : 0
                }
            }
        }
        var contents = DiskContents()
        contents.shown = image
        contents.synced = image
        return contents
    }
}
