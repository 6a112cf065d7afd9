import Foundation
import IAPCore

/// A ledger's file, one call at a time.
final class LedgerFile {
    struct OpenFile {
        let descriptor: FileDescriptor
        let isReadOnly: Bool
        /// As it was when it was opened. Which file it is never changes.
        let status: FileStatus
        /// As last seen.
        var header: Header?
        /// Whether the file's name survives a power cut: the process that made the file may have been killed before.
        var hasDurableName = false
        /// Whether the last sync of this descriptor succeeded.
        var isSynchronized = false
    }

    struct Header {
        let id: String
        /// The first line, its newline included.
        let bytes: [UInt8]
    }

    /// What is known of the file's content.
    enum Content {
        /// It was not read yet, or there was no file.
        case unread
        /// This read to its end or wrote there.
        case known(End)
        /// A write failed in a way that leaves open what the file holds: it is loaded before it is written to.
        case uncertain
        /// A failed write's line is here, and could be neither cut off nor made invalid. The file stays locked until
        /// it is, so that no process counts what was reported as failed.
        case invalid(Range<Int>)
    }

    struct End {
        /// As it was then.
        let status: FileStatus
        /// Where the lines end. Padding may follow.
        let offset: Int
        /// The end of the last line, or of the header; `nil` without either.
        let position: FilePosition?
    }

    static let longestHeader = 4_096

    let path: String
    let createsDirectories: Bool
    let authentication: LedgerAuthentication?
    let access: FileAccess
    private let lockTimeout: Duration
    var opened: OpenFile?
    var content = Content.unread

    init(
        path: String,
        createsDirectories: Bool,
        lockTimeout: Duration,
        authentication: LedgerAuthentication?,
        fileSystem: any FileSystem
    ) {
        self.path = path
        self.createsDirectories = createsDirectories
        self.lockTimeout = lockTimeout
        self.authentication = authentication
        access = FileAccess(path: path, fileSystem: fileSystem)
    }

    deinit {
        close()
    }

    func close() {
        // The lock on an invalid line lasts until the process ends.
        if let opened, !isInvalid { access.close(opened.descriptor) }
        opened = nil
    }

    private var isInvalid: Bool {
        if case .invalid = content { true } else { false }
    }

    func create() throws {
        if createsDirectories { try access.createDirectory() }
        access.close(try access.open(.creating))
    }
}

// MARK: Changes

extension LedgerFile: ChangingFile {
    /// Whether the file is another one than when this last read to its end or wrote there, ends elsewhere, or was put back
    /// to an earlier state, which may be as long.
    func hasChanged() -> Bool {
        let status = try? access.fileSystem.status(at: path)
        guard case .known(let end) = content else { return status != nil }
        guard let opened, let status, status.isSameFile(as: end.status), status.isSameFile(as: opened.status),
            status.size >= end.offset,
            let isEnd = try? isPadding(end.offset..<status.size, in: opened.descriptor)
        else { return status != end.status }
        guard isEnd, let position = end.position, let header = opened.header else { return !isEnd }
        let start = try? access.read(opened.descriptor, from: 0, count: header.bytes.count)
        return start != header.bytes || (try? holds(position, below: header, in: opened.descriptor)) != true
    }
}

// MARK: Header

extension LedgerFile {
    /// `nil` when the file is empty or its beginning was never finished.
    func readHeader(_ descriptor: FileDescriptor) throws -> Header? {
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

    /// Whether the file still holds the line that ends at a position.
    func holds(_ position: FilePosition, below header: Header, in descriptor: FileDescriptor) throws -> Bool {
        guard position.id == header.id else { return false }
        if position.line == 1 { return position == FilePosition(id: header.id, headerLength: header.bytes.count) }
        let start = try access.read(descriptor, from: position.start, count: LineFormat.sumPlace)
        return LineFormat.sum(of: start) == position.sum
    }
}

// MARK: Padding

extension LedgerFile {
    /// The file grows by so much, so that most lines go where the file has space already: to bring a file's new size to the
    /// disk costs more than to bring its bytes there.
    static let preallocation = 4_096

    /// The padding of a file may be larger than memory, so it is read by pieces.
    private static let pieceSize = 65_536

    func isPadding(_ range: Range<Int>, in descriptor: FileDescriptor) throws -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = try access.read(descriptor, from: start, count: min(Self.pieceSize, range.upperBound - start))
            guard piece.allSatisfy({ $0 == 0 }) else { return false }
            if piece.isEmpty { break }
            start += piece.count
        }
        return true
    }

    /// Where the padding begins.
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
    /// Runs `body` with the file locked and its status as it is then; returns `nil` when there is no file.
    func withLock<Result>(
        exclusively: Bool,
        _ body: (FileDescriptor, FileStatus) throws -> Result?
    ) throws -> Result? {
        while let opened = try openFile() {
            try access.lock(opened.descriptor, exclusively: exclusively, timeout: lockTimeout)
            do {
                defer { if !isInvalid { access.unlock(opened.descriptor) } }
                // While this waited for the lock, the file may have been replaced or deleted.
                if let status = try access.status(), status.isSameFile(as: opened.status) {
                    return try body(opened.descriptor, status)
                }
            }
            close()
        }
        return nil
    }

    private func openFile() throws -> OpenFile? {
        if let opened { return opened }
        do {
            opened = try open(.readingAndWriting)
        } catch let error as IAPError {
            guard let reason = error.underlying as? FileError, reason.deniesWriting else { throw error }
            opened = try open(.reading)
        }
        return opened
    }

    private func open(_ opening: FileOpening) throws -> OpenFile? {
        guard let descriptor = try access.openIfPresent(opening) else { return nil }
        do {
            let status = try access.status(of: descriptor)
            return OpenFile(descriptor: descriptor, isReadOnly: opening == .reading, status: status)
        } catch {
            access.close(descriptor)
            throw error
        }
    }
}
