import IAPCore

/// What the bytes of a ledger's file hold, from the start of a line on.
struct LineScan {
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

    enum Tail {
        /// A line that lacks its newline alone.
        case unended
        /// A part of a line, or one that was written in part.
        case torn(byteCount: Int)
    }

    private let file: String

    /// - Parameters:
    ///   - offset: Where in the file `bytes` begin.
    ///   - lastLine: The number of the line before.
    init(_ bytes: ArraySlice<UInt8>, at offset: Int, after lastLine: Int, file: String) {
        self.lastLine = lastLine
        self.file = file
        end = offset
        var rest = bytes
        while let lineEnd = rest.firstIndex(of: LineFormat.newline) {
            let line = rest[rest.startIndex..<lineEnd]
            rest = rest[(lineEnd + 1)...]
            if rest.allSatisfy({ $0 == 0 }), Self.lacksSectors(line, at: end) {
                tail = .torn(byteCount: line.count + 1 + rest.count)
                return
            }
            read(line)
            end += line.count + 1
        }
        guard !rest.isEmpty else { return }
        if let entries = try? LineFormat.readLine(rest, number: self.lastLine + 1) {
            self.entries += entries
            unendedEntryCount = entries.count
            tail = .unended
        } else {
            tail = .torn(byteCount: rest.count)
        }
    }

    /// JSON has no NUL. A power cut leaves them where whole sectors of the last write did not reach the disk; anywhere else they
    /// are damage.
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

    private mutating func read(_ line: ArraySlice<UInt8>) {
        lastLine += 1
        do {
            entries += try LineFormat.readLine(line, number: lastLine)
        } catch {
            errors.append(Self.damage(error, file: file, line: lastLine, offset: end))
        }
    }

    static func damage(_ error: any Error, file: String, line: Int, offset: Int) -> IAPError {
        guard let fault = error as? LineFormat.Fault else {
            return error as? IAPError ?? IAPError(.ledgerDamaged, "\(error)")
        }
        return IAPError(
            .ledgerDamaged,
            "\(fault.message) (Byte \(offset + fault.column - 1) of the file.) Nothing was changed. "
                + "JSONFileStorage.salvage() reads the entries that are whole; bring the file back from a backup, or "
                + "move it away and let the customer restore purchases.",
            place: IAPError.Place(file: file, line: line, column: fault.column)
        )
    }
}
