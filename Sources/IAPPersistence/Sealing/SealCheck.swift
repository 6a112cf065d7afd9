import IAPCore

/// Follows the seals of lines that are read one after the other, up to the first line that they do not prove.
struct SealCheck: Sendable {
    /// From where on nothing is proven, and why.
    struct Gap: Sendable {
        /// How many of the entries that were read stand before it.
        let entryCount: Int
        let error: IAPError
    }

    private let lines: SealedLines
    /// The seal of the last line that has one.
    private var previous: [UInt8]?
    /// Of the next line.
    private var number: Int
    private var firstGap: Gap?

    /// - Parameters:
    ///   - offset: Where the first line begins in the file.
    ///   - number: That of the first line.
    init(_ lines: SealedLines, from offset: Int, number: Int) throws {
        self.lines = lines
        self.number = number
        previous = try SealedLines.seal(before: offset) { try lines.read($0, $1) }
    }

    /// `nil` when everything that was read is proven.
    var gap: Gap? {
        if let firstGap { return firstGap }
        guard previous == nil, number > 2, !lines.seal.adoptsUnsealed else { return nil }
        return Gap(entryCount: 0, error: LedgerSeal.unsealed(lines.file))
    }

    /// Checks the next line, whose checksum is right.
    ///
    /// - Parameters:
    ///   - line: Without its newline.
    ///   - entryCount: How many entries were read before it.
    /// - Throws: What the sealer throws.
    mutating func read(_ line: some Sequence<UInt8>, at offset: Int, behind entryCount: Int) throws {
        defer { number += 1 }
        guard firstGap == nil else { return }
        guard let (sealed, given) = SealedLines.parts(of: ArraySlice(line)) else {
            if previous != nil { firstGap = forgery(behind: entryCount) }
            return
        }
        let before = try previous ?? lines.read(0, offset)
        if try lines.seal.isValid(given, of: sealed.dropFirst(LineFormat.sumLength), after: before) {
            previous = given
        } else {
            firstGap = forgery(behind: entryCount)
        }
    }

    /// Passes over a line that does not count, and need not be proven. What it calls its seal is part of what the next
    /// one's seal proves.
    mutating func skip(_ line: some Sequence<UInt8>) {
        previous = SealedLines.parts(of: ArraySlice(line))?.seal ?? previous
        number += 1
    }

    /// Goes on where the check of the lines behind has ended.
    ///
    /// - Parameter entryCount: How many entries were read here.
    mutating func join(_ rest: SealCheck, behind entryCount: Int) {
        previous = rest.previous
        number = rest.number
        firstGap =
            firstGap ?? rest.firstGap.map { Gap(entryCount: entryCount + $0.entryCount, error: $0.error) }
    }

    private func forgery(behind entryCount: Int) -> Gap {
        Gap(entryCount: entryCount, error: LedgerSeal.forged(IAPError.Place(file: lines.file, line: number)))
    }
}
