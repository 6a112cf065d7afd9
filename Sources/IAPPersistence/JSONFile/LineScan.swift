import Foundation
import IAPCore

/// What a part of a ledger's file holds, from the start of a line to where the lines end.
struct LineScan {
    private(set) var entries: [LedgerEntry] = []
    /// Lines that are damaged; each costs its own entries only.
    private(set) var errors: [IAPError] = []
    /// Behind the last whole line.
    private(set) var end: FilePosition
    /// What a crash left behind the last whole line.
    private(set) var tail: Tail?
    /// From where on nothing is proven by its MAC; `nil` when everything is, or nothing needs to be.
    private(set) var gap: Gap?

    enum Tail {
        /// A line that lacks its newline alone, with so many entries.
        case unended(entryCount: Int)
        /// A part of a line, or one that was written in part.
        case torn
    }

    struct Gap {
        /// How many of the entries are before it.
        let entryCount: Int
        let error: IAPError
    }

    private let file: String
    private var chain: AuthenticationChain?

    /// - Parameters:
    ///   - bytes: What the file has behind `start`, without padding.
    ///   - chain: The MACs up to `start`; `nil` when they are not checked.
    init(_ bytes: [UInt8], after start: FilePosition, file: String, chain: AuthenticationChain?) throws {
        end = start
        self.file = file
        self.chain = chain
        var lineStart = 0
        while tail == nil, lineStart < bytes.count {
            let newline = Self.newline(in: bytes, from: lineStart)
            try read(lineStart..<(newline ?? bytes.count), of: bytes, isEnded: newline != nil)
            lineStart = (newline ?? bytes.count) + 1
        }
        if gap == nil, self.chain?.isProven == false, end.line > 1 {
            gap = Gap(entryCount: 0, error: LedgerAuthentication.unauthenticated(file))
        }
    }

    private mutating func read(_ line: Range<Int>, of bytes: [UInt8], isEnded: Bool) throws {
        let text = bytes[line]
        let found: [LedgerEntry]
        do {
            found = try LineFormat.readLine(line, of: bytes, number: end.line + 1)
        } catch {
            // JSON has no NUL, so that a line that can be read has all of its sectors.
            if !isEnded || Self.lacksSectors(text, at: end.end) && line.upperBound + 1 == bytes.count {
                tail = .torn
                return
            }
            errors.append(Self.damage(error, file: file, line: end.line + 1, offset: end.end))
            chain?.skip(mac: LineFormat.mac(of: text)?.mac, text: text + [LineFormat.newline])
            end = end.next(text)
            return
        }
        if gap == nil, var chain {
            let (content, mac) = LineFormat.mac(of: text) ?? (text, nil)
            if try !chain.check(content.dropFirst(LineFormat.sumLength), mac: mac, text: text + [LineFormat.newline]) {
                let place = IAPError.Place(file: file, line: end.line + 1)
                gap = Gap(entryCount: entries.count, error: LedgerAuthentication.forged(place))
            }
            self.chain = chain
        }
        entries += found
        if isEnded {
            end = end.next(text)
        } else {
            tail = .unended(entryCount: found.count)
        }
    }

    private static func newline(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { base in
                memchr(base + start, Int32(LineFormat.newline), bytes.count - start).map { UnsafeRawPointer($0) - base }
            }
        }
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
