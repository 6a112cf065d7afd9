#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// The seals of a database's rows, each over its entry and the row before.
///
/// A row's seal is over the seal of the row before it, as text, and its entry's text. Where the row before has none,
/// all that is before takes its place: the database's id and each entry's text, ended by line feeds.
struct SQLiteChain {
    private let seal: LedgerSeal
    /// What the next seal covers besides its entry.
    private var before: [UInt8]
    private var isSealed: Bool

    /// - Parameter sequence: The last row that is not to be checked.
    init(_ seal: LedgerSeal, _ connection: SQLiteConnection, id: String, through sequence: Int64) throws {
        self.seal = seal
        before = Array((id + "\n").utf8)
        isSealed = false
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
            isSealed = true
        }
    }

    static func isSealed(_ connection: SQLiteConnection, at sequence: Int64) throws -> Bool {
        var isSealed = false
        try connection.run("SELECT seal FROM entries WHERE sequence = ?", [.integer(sequence)]) {
            isSealed = !$0.bytes(0).isEmpty
        }
        return isSealed
    }

    mutating func check(_ entry: [UInt8], seal given: [UInt8], sequence: Int64, file: String) throws {
        if given.isEmpty {
            guard !isSealed else { throw forged(sequence, file) }
            before += entry + [UInt8(ascii: "\n")]
        } else {
            guard try seal.isValid(given, of: entry, after: before) else { throw forged(sequence, file) }
            before = given
            isSealed = true
        }
    }

    func finish(last: Int64, file: String) throws {
        if last > 0, !isSealed, !seal.adoptsUnsealed { throw LedgerSeal.unsealed(file) }
    }

    /// The seal of the next row.
    mutating func seal(_ entry: [UInt8]) throws -> String {
        let text = try seal.seal(of: entry, after: before)
        before = Array(text.utf8)
        isSealed = true
        return text
    }

    private func forged(_ sequence: Int64, _ file: String) -> IAPError {
        LedgerSeal.forged(IAPError.Place(file: file, path: "entries.sequence = \(sequence)"))
    }
}
#endif
