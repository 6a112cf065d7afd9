#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// Entries read row by row, each checked.
struct SQLiteRows {
    private(set) var entries: [LedgerEntry] = []

    private var last: Int64
    private var chain: AuthenticationChain?
    private let file: String

    init(after sequence: Int64, chain: AuthenticationChain?, file: String) {
        last = sequence
        self.chain = chain
        self.file = file
    }

    /// Reads `sequence, sum, entry, seal`.
    mutating func read(_ row: SQLiteRow) throws {
        last += 1
        let text = row.bytes(2)
        guard row.integer(0) == last else { throw damage("Entry \(last) is missing.") }
        guard row.integer(1) == Int64(CRC32.checksum(of: text)) else {
            throw damage("The checksum of entry \(last) is not that of its text. The entry was altered.")
        }
        let mac = row.bytes(3)
        guard try chain?.check(text, mac: mac.isEmpty ? nil : mac, text: text + [SQLiteLedger.lineFeed]) != false else {
            throw LedgerAuthentication.forged(Self.place(of: last, file: file))
        }
        do {
            entries.append(try LedgerEntry(json: text))
        } catch {
            throw damage("Entry \(last) cannot be read. \((error as? IAPError)?.message ?? "\(error)").")
        }
    }

    /// - Parameter last: The last entry's number.
    func finish(last: Int64) throws {
        guard self.last == last else { throw damage("The entries behind \(self.last) are missing.") }
        if last > 0, chain?.isProven == false { throw LedgerAuthentication.unauthenticated(file) }
    }

    private func damage(_ message: String) -> IAPError {
        Self.damage(message, file: file, sequence: last)
    }

    private static func place(of sequence: Int64?, file: String) -> IAPError.Place {
        IAPError.Place(file: file, path: sequence.map { "entries.sequence = \($0)" })
    }

    static func damage(_ message: String, file: String, sequence: Int64? = nil, cause: (any Error)? = nil) -> IAPError {
        IAPError(
            .ledgerDamaged,
            "\(message) Nothing was changed. Bring the database back from a backup, or move it away, together with its "
                + "-journal, and let the customer restore purchases.",
            place: place(of: sequence, file: file),
            underlying: cause
        )
    }
}

extension IAPError {
    /// A failure of SQLite's, with what to do about it.
    init(_ failure: SQLiteFailure, file: String) {
        let text: String
        switch failure.kind {
        case .damaged:
            self = SQLiteRows.damage(
                "The file is damaged, or not a database: \(failure.message).",
                file: file,
                cause: failure
            )
            return
        case .busy:
            text =
                "Another process has kept the ledger's database busy for too long. Nothing of this write counts. "
                + "Try again; a longer busyTimeout waits longer."
        case .full:
            text =
                "There is no space for the ledger. Nothing of this write counts. It can be tried again when there is."
        case .notPermitted:
            text =
                "The ledger's database could not be opened or written: \(failure.message). Give the app the right to "
                + "read and write the file and its directory. Nothing of this write counts."
        case .notUnique, .other:
            text =
                "The ledger's database failed: \(failure.message). Nothing of a failed write counts. Try again, or choose "
                + "another place for the file."
        }
        self.init(.storageFailed, text, place: IAPError.Place(file: file), underlying: failure)
    }
}

extension SQLiteFailure: DiskFailure {
    var reason: DiskFailureReason? {
        switch kind {
        case .full: .noSpace
        case .notPermitted: .notPermitted
        case .damaged, .busy, .notUnique, .other: nil
        }
    }
}
#endif
