import Foundation
import IAPCore

/// A ledger's file, one call at a time.
struct LedgerFile: Sendable {
    private struct Opened: Sendable {
        let descriptor: FileDescriptor
        /// As last seen.
        var header: Header?
    }

    private struct Header: Sendable {
        let id: String
        /// The first line, its newline included.
        let bytes: [UInt8]
    }

    /// A position's text is `id:line:offset`: the header's `id`, the last line's number, and where that line ends.
    private struct Mark {
        let id: String
        let line: Int
        let offset: Int

        var position: LedgerPosition { LedgerPosition(rawValue: "\(id):\(line):\(offset)") }

        init(id: String, line: Int, offset: Int) {
            self.id = id
            self.line = line
            self.offset = offset
        }

        init?(_ position: LedgerPosition) {
            let parts = position.rawValue.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 3, let line = Int(parts[1]), let offset = Int(parts[2]), offset > 0 else { return nil }
            self.init(id: String(parts[0]), line: line, offset: offset)
        }
    }

    private static let longestHeader = 4_096

    private let path: String
    private let createsDirectories: Bool
    private let access: FileAccess
    private var opened: Opened?
    /// Whether a write failed in a way that leaves open what the file holds.
    private var isUncertain = false

    init(path: String, createsDirectories: Bool, fileSystem: any FileSystem) {
        self.path = path
        self.createsDirectories = createsDirectories
        access = FileAccess(path: path, fileSystem: fileSystem)
    }

    mutating func close() {
        if let opened { access.close(opened.descriptor) }
        opened = nil
    }
}

// MARK: Loading

extension LedgerFile {
    mutating func load(after position: LedgerPosition) throws -> LedgerPage {
        if isUncertain { close() }
        let page = try withLock(exclusively: false) { file, descriptor in
            try file.readPage(descriptor, after: position, mends: false)
        }
        // Only what nobody else may be writing can be mended.
        let mended =
            try page
            ?? withLock(exclusively: true) { file, descriptor in
                try file.readPage(descriptor, after: position, mends: true)
            }
        isUncertain = false
        return mended ?? LedgerPage(entries: [], end: .start, startsOver: position != .start)
    }

    /// Returns `nil` when there is something to mend, unless it `mends`.
    private mutating func readPage(
        _ descriptor: FileDescriptor,
        after position: LedgerPosition,
        mends: Bool
    ) throws -> LedgerPage? {
        var repairs: [IAPError] = []
        guard let header = try readHeader(descriptor) else {
            let size = try access.size(descriptor)
            if size > 0 {
                guard mends else { return nil }
                try mend("A crash while the file was made left \(size) bytes. They were cut off.", line: 1, &repairs) {
                    try $0.truncate(descriptor, to: 0)
                }
            }
            return LedgerPage(entries: [], end: .start, startsOver: position != .start, repairs: repairs)
        }

        var start = Mark(id: header.id, line: 1, offset: header.bytes.count)
        var startsOver = position != .start
        if let mark = Mark(position), mark.id == header.id, try isLineEnd(mark.offset, in: descriptor) {
            start = mark
            startsOver = false
        }
        let bytes = try access.read(descriptor, from: start.offset)
        let scan = LineScan(bytes[...], at: start.offset, after: start.line, file: path)
        if let error = scan.errors.first { throw error }

        var end = Mark(id: header.id, line: scan.lastLine, offset: scan.end)
        switch scan.tail {
        case nil: break
        case _ where !mends: return nil
        case .unended:
            end = Mark(id: header.id, line: scan.lastLine + 1, offset: start.offset + bytes.count + 1)
            try mend(
                "A crash left the last line without its end. It is whole, and was ended.",
                line: end.line,
                &repairs
            ) {
                try $0.write([LineFormat.newline], to: descriptor, at: end.offset - 1)
                try $0.synchronize(descriptor)
            }
        case .torn(let count):
            let line = scan.lastLine + 1
            try mend(
                "A crash left \(count) bytes of a line, which had not counted. They were cut off.",
                line: line,
                &repairs
            ) {
                try $0.truncate(descriptor, to: scan.end)
                try $0.synchronize(descriptor)
            }
        }
        return LedgerPage(entries: scan.entries, end: end.position, startsOver: startsOver, repairs: repairs)
    }

    private func mend(
        _ message: String,
        line: Int,
        _ repairs: inout [IAPError],
        _ body: (FileAccess) throws -> Void
    ) throws {
        try body(access)
        repairs.append(IAPError(.ledgerDamaged, message, place: IAPError.Place(file: path, line: line)))
    }

    private func isLineEnd(_ offset: Int, in descriptor: FileDescriptor) throws -> Bool {
        try access.read(descriptor, from: offset - 1, count: 1) == [LineFormat.newline]
    }

    /// `nil` when the file is empty or its beginning was never finished.
    private mutating func readHeader(_ descriptor: FileDescriptor) throws -> Header? {
        let known = opened?.header
        if let known, try access.read(descriptor, from: 0, count: known.bytes.count) == known.bytes { return known }
        let start = try access.read(descriptor, from: 0, count: Self.longestHeader)
        if start.isEmpty { return nil }
        let line = start.prefix { $0 != LineFormat.newline }
        do {
            let id = try LineFormat.readHeader(line, file: path).id ?? ""
            guard line.count < start.count else { throw LineFormat.Fault(message: "The first line has no end.") }
            let header = Header(id: id, bytes: Array(start[...line.count]))
            opened?.header = header
            return header
        } catch {
            if LineFormat.isTornStart(try access.read(descriptor, from: 0)) { return nil }
            throw LineScan.damage(error, file: path, line: 1, offset: 0)
        }
    }
}

// MARK: Appending

extension LedgerFile {
    mutating func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        guard !isUncertain else {
            throw access.failure(
                "An earlier write to the ledger failed, and what the file holds is not certain. Load it anew."
            )
        }
        if position == .start { try create() }
        return try withLock(exclusively: true) { file, descriptor in
            try file.append(entries, after: position, to: descriptor)
        } ?? nil
    }

    private mutating func append(
        _ entries: [LedgerEntry],
        after position: LedgerPosition,
        to descriptor: FileDescriptor
    ) throws -> LedgerPosition? {
        let size = try access.size(descriptor)
        var bytes: [UInt8] = []
        let last: Mark
        if size == 0 {
            guard position == .start else { return nil }
            let id = String(UInt64.random(in: 0x1000_0000_0000_0000 ... .max), radix: 16)
            bytes = LineFormat.header(id: id)
            last = Mark(id: id, line: 1, offset: bytes.count)
        } else {
            guard let header = try readHeader(descriptor) else { return nil }
            last = Mark(position) ?? Mark(id: header.id, line: 1, offset: header.bytes.count)
            guard last.id == header.id, last.offset == size else { return nil }
        }
        if entries.isEmpty { return position }
        bytes += try LineFormat.line(entries, number: last.line + 1)
        if size == 0 { try access.synchronizeDirectory() }
        try write(bytes, to: descriptor, at: size)
        return Mark(id: last.id, line: last.line + 1, offset: size + bytes.count).position
    }

    /// All or nothing, on the disk.
    private mutating func write(_ bytes: [UInt8], to descriptor: FileDescriptor, at end: Int) throws {
        do {
            isUncertain = true
            try access.write(bytes, to: descriptor, at: end)
        } catch {
            try access.truncate(descriptor, to: end)
            isUncertain = false
            throw error
        }
        do {
            try access.synchronize(descriptor)
            isUncertain = false
        } catch {
            // A system may drop what it could not write, so the file's pages in memory prove nothing any more.
            try? access.truncate(descriptor, to: end)
            throw error
        }
    }

    private func create() throws {
        if createsDirectories { try access.createDirectory() }
        access.close(try access.open(.creating))
    }
}

// MARK: Salvaging

extension LedgerFile {
    mutating func salvage() throws -> LedgerSalvage {
        try withLock(exclusively: false) { file, descriptor in
            let bytes = try file.access.read(descriptor, from: 0)
            let header = bytes.prefix { $0 != LineFormat.newline }
            var errors: [IAPError] = []
            do {
                _ = try LineFormat.readHeader(header, file: file.path)
            } catch let error as LineFormat.Fault {
                errors.append(LineScan.damage(error, file: file.path, line: 1, offset: 0))
            }
            let start = min(header.count + 1, bytes.count)
            let scan = LineScan(bytes[start...], at: start, after: 1, file: file.path)
            return LedgerSalvage(entries: scan.entries, errors: errors + scan.errors)
        } ?? LedgerSalvage(entries: [], errors: [])
    }
}

// MARK: Opening and locking

extension LedgerFile {
    /// Runs `body` with the file locked; returns `nil` when there is no file.
    private mutating func withLock<Result>(
        exclusively: Bool,
        _ body: (inout LedgerFile, FileDescriptor) throws -> Result?
    ) throws -> Result? {
        while true {
            let descriptor: FileDescriptor
            if let opened {
                descriptor = opened.descriptor
            } else {
                guard let new = try access.openIfPresent(.readingAndWriting) else { return nil }
                opened = Opened(descriptor: new)
                descriptor = new
            }
            try access.lock(descriptor, exclusively: exclusively)
            do {
                defer { access.unlock(descriptor) }
                // While this waited for the lock, the file may have been replaced or deleted.
                if try access.isStillInPlace(descriptor) { return try body(&self, descriptor) }
            }
            close()
        }
    }
}
