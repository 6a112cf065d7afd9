import Foundation
import IAPCore

/// What a part of a ledger's file holds, from the start of a line to where the lines end.
///
/// It is read piece by piece, so that a large file is never in memory as a whole.
struct LineScan: Sendable {
    private(set) var entries: [LedgerEntry] = []
    /// Lines that are damaged; each costs its own entries only.
    private(set) var errors: [IAPError] = []
    /// The last whole line's number.
    private(set) var lastLine: Int
    /// Where the last whole line ends, in the file.
    private(set) var end: Int
    /// What a crash left behind the last whole line.
    private(set) var tail: Tail?
    /// How many of the last entries are of a line without its newline.
    private(set) var unendedEntryCount = 0
    /// Where the last whole line starts, in the file; `nil` without any.
    private(set) var lastLineStart: Int?

    enum Tail {
        /// A line that lacks its newline alone.
        case unended
        /// A part of a line, or one that was written in part.
        case torn(byteCount: Int)
    }

    private let file: String
    /// Where the file ended when it was read.
    private(set) var fileEnd: Int
    private let joinedEnd: Int
    private let read: Read
    private var reader = EntryReader()
    private var macs: AuthenticationCheck?

    /// From where on nothing is proven by its MAC; `nil` when everything is, or nothing needs to be.
    var gap: AuthenticationCheck.Gap? { macs?.gap }

    /// Reads a piece of the file that begins at an offset; returns how many bytes it read, fewer only at the end.
    typealias Read = @Sendable (Int, UnsafeMutableRawBufferPointer) throws -> Int

    private static let pieceSize = 1 << 17

    /// - Parameters:
    ///   - range: Of the file.
    ///   - lastLine: The number of the line before.
    ///   - joinedEnd: Where what will be joined to this ends, if anything will be.
    ///   - authenticatedLines: How lines have their MACs, if they have.
    init(
        _ range: Range<Int>,
        after lastLine: Int,
        file: String,
        joinedEnd: Int? = nil,
        authenticatedLines: AuthenticatedLines? = nil,
        read: @escaping Read
    ) throws {
        self.lastLine = lastLine
        self.file = file
        self.read = read
        macs = try authenticatedLines.map { try AuthenticationCheck($0, from: range.lowerBound, number: lastLine + 1) }
        end = range.lowerBound
        fileEnd = range.upperBound
        self.joinedEnd = joinedEnd ?? range.upperBound
        var buffer = [UInt8](repeating: 0, count: min(Self.pieceSize, range.count))
        var count = 0
        while end + count < fileEnd, tail == nil {
            // A line that fills the buffer needs a larger one.
            if count == buffer.count { buffer += [UInt8](repeating: 0, count: count) }
            let position = end + count
            let room = count..<min(buffer.count, count + fileEnd - position)
            let done = try buffer.withUnsafeMutableBytes {
                try read(position, UnsafeMutableRawBufferPointer(rebasing: $0[room]))
            }
            if done == 0 { break }
            count += done
            let start = end
            try buffer.withUnsafeBufferPointer { try readLines(UnsafeBufferPointer(rebasing: $0[..<count])) }
            // The beginning of the next line comes first.
            let rest = (end - start)..<count
            buffer.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[rest])) }
            count = rest.count
            reserveCapacity(scanned: end - range.lowerBound)
        }
        guard tail == nil, count > 0 else { return }
        try buffer.withUnsafeBufferPointer { try readLastLine(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// - Parameter bytes: What follows ``end``.
    private mutating func readLines(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var start = 0
        while let lineEnd = Self.newline(in: bytes, from: start) {
            let line = bytes[start..<lineEnd]
            start = lineEnd + 1
            let count = entries.count
            do {
                try LineFormat.readLine(line, number: lastLine + 1, with: &reader, into: &entries)
            } catch {
                // JSON has no NUL, so that a line that can be read has all of its sectors.
                if Self.lacksSectors(line, at: end), end + line.count + 1 == fileEnd {
                    tail = .torn(byteCount: fileEnd - end)
                    return
                }
                errors.append(Self.damage(error, file: file, line: lastLine + 1, offset: end))
                macs?.skip(line)
                pass(line)
                continue
            }
            try macs?.read(line, at: end, behind: count)
            pass(line)
        }
    }

    private mutating func pass(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        lastLine += 1
        lastLineStart = end
        end += line.count + 1
    }

    private mutating func readLastLine(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let count = entries.count
        do {
            try LineFormat.readLine(bytes[...], number: lastLine + 1, with: &reader, into: &entries)
        } catch {
            tail = .torn(byteCount: bytes.count)
            return
        }
        try macs?.read(bytes, at: end, behind: count)
        unendedEntryCount = entries.count - count
        tail = .unended
    }

    /// Makes room at once for as many entries as the rest should have: an array that grows copies itself again and again.
    private mutating func reserveCapacity(scanned: Int) {
        guard scanned > 0, entries.count == entries.capacity || entries.count > entries.capacity / 2 else { return }
        let rest = Double(joinedEnd - end) / Double(scanned)
        entries.reserveCapacity(entries.count + Int(Double(entries.count) * rest * 1.02))
    }

    /// The first newline at `start`, which is at most `bytes.count`, or behind it.
    private static func newline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(LineFormat.newline), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    // MARK: Halves

    /// Adds what a scan of the rest found, whose first line is the one after this one's last.
    mutating func join(_ rest: LineScan) {
        if let macs = rest.macs { self.macs?.join(macs, behind: entries.count) }
        entries += rest.entries
        errors += rest.errors
        lastLine = rest.lastLine
        end = rest.end
        tail = rest.tail
        unendedEntryCount = rest.unendedEntryCount
        lastLineStart = rest.lastLineStart ?? lastLineStart
        fileEnd = rest.fileEnd
    }

    // MARK: Faults

    /// A power cut leaves NUL bytes where whole sectors of the last write did not reach the disk; anywhere else they are
    /// damage.
    private static func lacksSectors(_ line: Slice<UnsafeBufferPointer<UInt8>>, at offset: Int) -> Bool {
        let sectorSize = 512
        var hasRun = false
        var index = line.startIndex
        while let start = line[index...].firstIndex(of: 0) {
            let end = line[start...].firstIndex { $0 != 0 } ?? line.endIndex
            let (first, behind) = (offset + start - line.startIndex, offset + end - line.startIndex)
            guard start == line.startIndex || first % sectorSize == 0 else { return false }
            guard end == line.endIndex || behind % sectorSize == 0 else { return false }
            hasRun = true
            index = end
        }
        return hasRun
    }

    static func damage(_ error: any Error, file: String, line: Int, offset: Int) -> IAPError {
        guard let fault = error as? LineFormat.Fault else {
            return error as? IAPError ?? IAPError(.ledgerDamaged, "\(error)")
        }
        return IAPError(
            .ledgerDamaged,
            "\(fault.message) (Byte \(offset + fault.column - 1) of the file.) Nothing was changed. "
                + "JSONFileStorage.recover() reads the entries that are whole; bring the file back from a backup, or "
                + "move it away and let the customer restore purchases.",
            place: IAPError.Place(file: file, line: line, column: fault.column)
        )
    }
}
