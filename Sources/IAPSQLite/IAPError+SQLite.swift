#if SQLite
import Foundation
import IAPCore
import IAPPersistence

extension IAPError {
    /// Damage to a database, or to one of its entries.
    static func damage(_ message: String, file: String, entry: Int64? = nil, cause: (any Error)? = nil) -> IAPError {
        IAPError(
            .ledgerDamaged,
            "\(message) Nothing was changed. Bring the database back from a backup, or move it away, together with its "
                + "-wal and -shm files, and let the customer restore purchases.",
            place: IAPError.Place(file: file, path: entry.map { "entries.sequence = \($0)" }),
            underlying: cause
        )
    }

    /// A failure of SQLite's, with what to do about it.
    init(_ failure: SQLiteFailure, file: String) {
        let text: String
        switch failure.kind {
        case .damaged:
            let message = "The file is damaged, or not a database: \(failure.message)."
            self = .damage(message, file: file, cause: failure)
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
