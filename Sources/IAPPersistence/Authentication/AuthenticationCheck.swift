import IAPCore

/// Follows the MACs of lines that are read one after the other, up to the first line that they do not prove.
struct AuthenticationCheck: Sendable {
    /// From where on nothing is proven, and why.
    struct Gap: Sendable {
        /// How many of the entries that were read stand before it.
        let entryCount: Int
        let error: IAPError
    }

    private let lines: AuthenticatedLines
    /// The MAC of the last line that has one.
    private var previous: [UInt8]?
    /// Of the next line.
    private var number: Int
    private var firstGap: Gap?

    /// - Parameters:
    ///   - offset: Where the first line begins in the file.
    ///   - number: That of the first line.
    init(_ lines: AuthenticatedLines, from offset: Int, number: Int) throws {
        self.lines = lines
        self.number = number
        previous = try AuthenticatedLines.mac(before: offset) { try lines.read($0, $1) }
    }

    /// `nil` when everything that was read is proven.
    var gap: Gap? {
        if let firstGap { return firstGap }
        guard previous == nil, number > 2, !lines.authentication.acceptsUnauthenticated else { return nil }
        return Gap(entryCount: 0, error: LedgerAuthentication.unauthenticated(lines.file))
    }

    /// Checks the next line, whose checksum is right.
    ///
    /// - Parameters:
    ///   - line: Without its newline.
    ///   - entryCount: How many entries were read before it.
    /// - Throws: What the authenticator throws.
    mutating func read(_ line: some Sequence<UInt8>, at offset: Int, behind entryCount: Int) throws {
        defer { number += 1 }
        guard firstGap == nil else { return }
        guard let (content, given) = AuthenticatedLines.parts(of: ArraySlice(line)) else {
            if previous != nil { firstGap = forgery(behind: entryCount) }
            return
        }
        let before = try previous ?? lines.read(0, offset)
        if try lines.authentication.isValid(given, of: content.dropFirst(LineFormat.sumLength), after: before) {
            previous = given
        } else {
            firstGap = forgery(behind: entryCount)
        }
    }

    /// Passes over a line that does not count, and need not be proven. What stands as its MAC is part of what the
    /// next MAC proves.
    mutating func skip(_ line: some Sequence<UInt8>) {
        previous = AuthenticatedLines.parts(of: ArraySlice(line))?.mac ?? previous
        number += 1
    }

    /// Goes on where the check of the lines behind has ended.
    ///
    /// - Parameter entryCount: How many entries were read here.
    mutating func join(_ rest: AuthenticationCheck, behind entryCount: Int) {
        previous = rest.previous
        number = rest.number
        firstGap =
            firstGap ?? rest.firstGap.map { Gap(entryCount: entryCount + $0.entryCount, error: $0.error) }
    }

    private func forgery(behind entryCount: Int) -> Gap {
        Gap(entryCount: entryCount, error: LedgerAuthentication.forged(IAPError.Place(file: lines.file, line: number)))
    }
}
