#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// The MACs of a database's rows, each over its entry and the row before.
///
/// A row's MAC is over the MAC of the row before it, as text, and its entry's text. Where the row before has none,
/// all that is before takes its place: the database's id and each entry's text, ended by line feeds.
struct SQLiteChain {
    private let authentication: LedgerAuthentication
    /// What the next MAC covers besides its entry.
    private var before: [UInt8]
    private var isAuthenticated: Bool

    /// - Parameter sequence: The last row that is not to be checked.
    init(_ authentication: LedgerAuthentication, _ connection: SQLiteConnection, id: String, through sequence: Int64)
        throws
    {
        self.authentication = authentication
        before = Array((id + "\n").utf8)
        isAuthenticated = false
        guard sequence > 0 else { return }
        var last: [UInt8] = []
        try connection.run("SELECT seal FROM entries WHERE sequence = ?", [.integer(sequence)]) { last = $0.bytes(0) }
        if last.isEmpty {
            var before = before
            try connection.run(
                "SELECT entry FROM entries WHERE sequence <= ? ORDER BY sequence",
                [.integer(sequence)]
            ) { before += $0.bytes(0) + [UInt8(ascii: "\n")] }
            self.before = before
        } else {
            before = last
            isAuthenticated = true
        }
    }

    static func isAuthenticated(_ connection: SQLiteConnection, at sequence: Int64) throws -> Bool {
        var isAuthenticated = false
        try connection.run("SELECT seal FROM entries WHERE sequence = ?", [.integer(sequence)]) {
            isAuthenticated = !$0.bytes(0).isEmpty
        }
        return isAuthenticated
    }

    mutating func check(_ entry: [UInt8], mac given: [UInt8], sequence: Int64, file: String) throws {
        if given.isEmpty {
            guard !isAuthenticated else { throw forged(sequence, file) }
            before += entry + [UInt8(ascii: "\n")]
        } else {
            guard try authentication.isValid(given, of: entry, after: before) else { throw forged(sequence, file) }
            before = given
            isAuthenticated = true
        }
    }

    func finish(last: Int64, file: String) throws {
        if last > 0, !isAuthenticated, !authentication.acceptsUnauthenticated {
            throw LedgerAuthentication.unauthenticated(file)
        }
    }

    /// The MAC of the next row.
    mutating func mac(_ entry: [UInt8]) throws -> String {
        before = try authentication.mac(of: entry, after: before)
        isAuthenticated = true
        return String(decoding: before, as: UTF8.self)
    }

    private func forged(_ sequence: Int64, _ file: String) -> IAPError {
        LedgerAuthentication.forged(IAPError.Place(file: file, path: "entries.sequence = \(sequence)"))
    }
}
#endif
