import Foundation
import IAPCore

/// A ledger's file, one call at a time.
struct LedgerFile: Sendable {
    struct LockIsTaken: Error {}

    struct Opened: Sendable {
        let descriptor: FileDescriptor
        let isReadOnly: Bool
        /// As it was when it was opened. Which file it is never changes.
        let status: FileStatus
        /// As last seen.
        var header: Header?
        /// Whether the file's name survives a power cut: whoever gave it the name may not have got that far.
        var hasDurableName = false
    }

    struct Header: Sendable {
        let id: String
        /// The first line, its newline included.
        let bytes: [UInt8]
    }

    struct Seen: Sendable {
        let status: FileStatus
        /// Where its lines ended. There may be room behind them.
        let end: Int
        /// The last line, or the header; `nil` without either.
        let last: LedgerMark?
        /// Behind the last line, if this wrote it.
        var ownPosition: LedgerPosition?
    }

    static let longestHeader = 4_096

    let path: String
    let createsDirectories: Bool
    let seal: LedgerSeal?
    let access: FileAccess
    /// Whose call this is.
    var turn: Turn?
    /// Whether calls may wait for the lock. Otherwise they throw ``LockIsTaken``, having done nothing.
    var waitsForLock = true
    var opened: Opened?
    /// Whether a write failed in a way that leaves open what the file holds.
    var isUncertain = false
    /// The place of a line whose write failed, while it can neither be cut off nor be made invalid. The file stays locked
    /// until then, so that nobody counts what was reported as failed.
    var unsettled: Range<Int>?
    /// The file's size when a tail was reported that may not be mended.
    var reportedSize: Int?
    /// The file as it was when this last read to its end or wrote there.
    var seen: Seen?
    /// The file as of when it was locked last.
    var locked: FileStatus?

    init(path: String, createsDirectories: Bool, seal: LedgerSeal?, fileSystem: any FileSystem) {
        self.path = path
        self.createsDirectories = createsDirectories
        self.seal = seal
        access = FileAccess(path: path, fileSystem: fileSystem)
    }

    mutating func close() {
        // A lock that must last is left to the end of the process.
        if let opened, unsettled == nil { access.close(opened.descriptor) }
        opened = nil
    }

    /// Whether the file is another one than when this last read to its end or wrote there, ends elsewhere, or was put back
    /// to an earlier state, which may be as long.
    func hasNews() -> Bool {
        let status = try? access.fileSystem.status(at: path)
        guard let seen, let opened, let status, status.isSameFile(as: seen.status),
            status.isSameFile(as: opened.status), status.size >= seen.end,
            let isEnd = try? isRoom(seen.end..<status.size, in: opened.descriptor)
        else { return status != seen?.status }
        guard isEnd, let last = seen.last, let header = opened.header else { return !isEnd }
        let start = try? access.read(opened.descriptor, from: 0, count: header.bytes.count)
        return start != header.bytes || (try? holds(last, below: header, in: opened.descriptor)) != true
    }

    mutating func noteEnd(_ end: Int, behind last: LedgerMark?, in descriptor: FileDescriptor) {
        seen = (try? access.fileSystem.status(of: descriptor)).map { Seen(status: $0, end: end, last: last) }
    }

    func create() throws {
        if createsDirectories { try access.createDirectory() }
        access.close(try access.open(.creating))
    }
}

// MARK: Header

extension LedgerFile {
    /// `nil` when the file is empty or its beginning was never finished.
    mutating func readHeader(_ descriptor: FileDescriptor) throws -> Header? {
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
            let content = try access.read(descriptor, from: 0, count: contentEnd(descriptor))
            if LineFormat.isTornStart(content) { return nil }
            throw LineScan.damage(error, file: path, line: 1, offset: 0)
        }
    }

    /// Whether the file still holds the line of the mark, where it was.
    func holds(_ mark: LedgerMark, below header: Header, in descriptor: FileDescriptor) throws -> Bool {
        guard mark.id == header.id else { return false }
        if mark.line == 1 { return mark == LedgerMark(id: header.id, headerLength: header.bytes.count) }
        let start = try access.read(descriptor, from: mark.start, count: LineFormat.sumPlace)
        return LineFormat.sum(of: start) == mark.sum
    }
}

// MARK: Room

extension LedgerFile {
    /// The file grows by so much that most lines go where there is room for them already: to bring a file's new size to the
    /// disk costs more than to bring its bytes there.
    static let roomSize = 4_096

    /// Whatever the room's size, it is never in memory as a whole.
    private static let pieceSize = 65_536

    func isRoom(_ range: Range<Int>, in descriptor: FileDescriptor) throws -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = try access.read(descriptor, from: start, count: min(Self.pieceSize, range.upperBound - start))
            guard piece.allSatisfy({ $0 == 0 }) else { return false }
            if piece.isEmpty { break }
            start += piece.count
        }
        return true
    }

    /// Where the room begins at the file's end.
    func contentEnd(_ descriptor: FileDescriptor) throws -> Int {
        var end = try access.size(descriptor)
        while end > 0 {
            let start = max(0, end - Self.pieceSize)
            let piece = try access.read(descriptor, from: start, count: end - start)
            if let last = piece.lastIndex(where: { $0 != 0 }) { return start + last + 1 }
            end = start
        }
        return 0
    }
}

// MARK: Opening and locking

extension LedgerFile {
    /// Runs `body` with the file locked; returns `nil` when there is no file.
    mutating func withLock<Result>(
        exclusively: Bool,
        _ body: (inout LedgerFile, FileDescriptor) throws -> Result?
    ) throws -> Result? {
        while true {
            guard let descriptor = try openFile() else { return nil }
            try lock(descriptor, exclusively: exclusively)
            do {
                defer { if unsettled == nil { access.unlock(descriptor) } }
                // While this waited for the lock, the file may have been replaced or deleted.
                locked = try access.status()
                if let locked, let opened, locked.isSameFile(as: opened.status) { return try body(&self, descriptor) }
            }
            close()
        }
    }

    private mutating func openFile() throws -> FileDescriptor? {
        if let opened { return opened.descriptor }
        do {
            guard let descriptor = try access.openIfPresent(.readingAndWriting) else { return nil }
            try note(descriptor, isReadOnly: false)
        } catch let error as IAPError {
            guard let reason = error.underlying as? FileError, reason.deniesWriting else { throw error }
            guard let descriptor = try access.openIfPresent(.reading) else { return nil }
            try note(descriptor, isReadOnly: true)
        }
        return opened?.descriptor
    }

    private mutating func note(_ descriptor: FileDescriptor, isReadOnly: Bool) throws {
        do {
            let status = try access.status(of: descriptor)
            opened = Opened(descriptor: descriptor, isReadOnly: isReadOnly, status: status)
        } catch {
            access.close(descriptor)
            throw error
        }
    }

    /// Nothing has been done yet whenever this waits, so that whoever asked may stop waiting.
    private func lock(_ descriptor: FileDescriptor, exclusively: Bool) throws {
        if try access.tryLock(descriptor, exclusively: exclusively) { return }
        guard waitsForLock else { throw LockIsTaken() }
        guard let turn else { return try access.lock(descriptor, exclusively: exclusively) }
        try turn.wait()
        try access.lock(descriptor, exclusively: exclusively)
        if turn.begin() { return }
        access.unlock(descriptor)
        throw turn.refusal
    }

    /// What a call that writes begins with.
    mutating func prepareToWrite() throws {
        try settle()
        guard !isUncertain else {
            throw access.failure(
                "An earlier write to the ledger failed, and what the file holds is not certain. Load it anew."
            )
        }
        // The right to write may have been given since.
        if opened?.isReadOnly == true { close() }
    }

    func checkIsWritable() throws {
        guard opened?.isReadOnly == true else { return }
        throw access.failure(
            "The ledger's file may be read and not written to, so nothing was recorded. Give the app the right to write the "
                + "file and its directory, or keep the ledger in another place."
        )
    }
}
