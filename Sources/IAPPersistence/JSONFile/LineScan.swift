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
    let fileEnd: Int
    private let read: Read
    private var macs: AuthenticationCheck?

    /// From where on nothing is proven by its MAC; `nil` when everything is, or nothing needs to be.
    var gap: AuthenticationCheck.Gap? { macs?.gap }

    /// Reads a piece of the file that begins at an offset; returns how many bytes it read, fewer only at the end.
    typealias Read = @Sendable (Int, UnsafeMutableRawBufferPointer) throws -> Int

    private static let pieceSize = 1 << 17

    /// - Parameters:
    ///   - range: Of the file.
    ///   - lastLine: The number of the line before.
    ///   - authenticatedLines: How lines have their MACs, if they have.
    init(
        _ range: Range<Int>,
        after lastLine: Int,
        file: String,
        authenticatedLines: AuthenticatedLines? = nil,
        read: @escaping Read
    ) throws {
        self.lastLine = lastLine
        self.file = file
        self.read = read
        macs = try authenticatedLines.map { try AuthenticationCheck($0, from: range.lowerBound, number: lastLine + 1) }
        end = range.lowerBound
        fileEnd = range.upperBound
        var buffer = [UInt8](repeating: 0, count: min(Self.pieceSize, range.count))
        var count = 0
        while end + count < fileEnd, tail == nil {
            // A line that fills the buffer needs a larger one.
            if count == buffer.count { buffer += [UInt8](repeating: 0, count: count) }
            let position = end + count
            let free = count..<min(buffer.count, count + fileEnd - position)
            let done = try buffer.withUnsafeMutableBytes {
                try read(position, UnsafeMutableRawBufferPointer(rebasing: $0[free]))
            }
            if done == 0 { break }
            count += done
            let start = end
            try readLines(buffer, count: count)
            // The beginning of the next line comes first.
            let rest = (end - start)..<count
            buffer.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[rest])) }
            count = rest.count
            reserveCapacity(scanned: end - range.lowerBound)
        }
        if tail == nil, count > 0 { try readLastLine(buffer[..<count]) }
    }

    /// - Parameter buffer: Its first bytes follow ``end`` in the file.
    private mutating func readLines(_ buffer: [UInt8], count: Int) throws {
        var start = 0
        while let lineEnd = Self.newline(in: buffer[start..<count]) {
            let line = buffer[start..<lineEnd]
            start = lineEnd + 1
            let entryCount = entries.count
            do {
                try LineFormat.readLine(line, of: buffer, number: lastLine + 1, into: &entries)
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
            try macs?.read(line, at: end, behind: entryCount)
            pass(line)
        }
    }

    private mutating func pass(_ line: ArraySlice<UInt8>) {
        lastLine += 1
        lastLineStart = end
        end += line.count + 1
    }

    private mutating func readLastLine(_ line: ArraySlice<UInt8>) throws {
        let entryCount = entries.count
        do {
            try LineFormat.readLine(line, of: Array(line), number: lastLine + 1, into: &entries)
        } catch {
            tail = .torn(byteCount: line.count)
            return
        }
        try macs?.read(line, at: end, behind: entryCount)
        unendedEntryCount = entries.count - entryCount
        tail = .unended
    }

    /// Reserves space for as many entries as the rest should have: an array that grows copies itself again and again.
    private mutating func reserveCapacity(scanned: Int) {
        guard scanned > 0, entries.count == entries.capacity || entries.count > entries.capacity / 2 else { return }
        let rest = Double(fileEnd - end) / Double(scanned)
        entries.reserveCapacity(entries.count + Int(Double(entries.count) * rest * 1.02))
    }

    private static func newline(in bytes: ArraySlice<UInt8>) -> Int? {
        let offset = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { base in
                memchr(base, Int32(LineFormat.newline), bytes.count).map { UnsafeRawPointer($0) - base }
            }
        }
        return offset.map { bytes.startIndex + $0 }
    }

    // MARK: Faults

    /// A power cut leaves NUL bytes where whole sectors of the last write did not reach the disk; anywhere else they are
    /// damage.
    private static func lacksSectors(_ line: ArraySlice<UInt8>, at offset: Int) -> Bool {
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
