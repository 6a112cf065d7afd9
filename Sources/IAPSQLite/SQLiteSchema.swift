#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// The tables of a ledger's database, and how those of earlier versions become them.
///
/// `user_version` has the version; `application_id` says whose database it is.
enum SQLiteSchema {
    /// “IAPl”
    static let application: Int64 = 0x4941_506C
    static let version = Int64(steps.count)

    /// From each version to the next one. A step is never changed once it was released.
    private static let steps: [@Sendable (SQLiteConnection) throws -> Void] = [makeTables, makeUnique]

    /// What a file is, as a ledger's database.
    enum State: Hashable {
        case empty, older, current
    }

    /// Finds out within a transaction.
    static func state(of connection: SQLiteConnection, file: String) throws -> State {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        if application == 0, version == 0, try connection.integer("SELECT count(*) FROM sqlite_master") == 0 {
            return .empty
        }
        guard application == Self.application, version > 0 else {
            throw IAPError(
                .ledgerDamaged,
                "The file is a database of SQLite, but not a ledger of swift-iap. Nothing was changed. Choose another file.",
                place: IAPError.Place(file: file)
            )
        }
        guard version <= Self.version else {
            throw IAPError(
                .ledgerVersionUnsupported,
                "The ledger's database has version \(version), and this version of the SDK reads up to \(Self.version). "
                    + "Update swift-iap. Nothing was changed.",
                place: IAPError.Place(file: file)
            )
        }
        return version == Self.version ? .current : .older
    }

    /// Brings an empty or older database to the present version, within a transaction that writes.
    static func migrate(_ connection: SQLiteConnection) throws {
        let version = try connection.integer("PRAGMA user_version")
        for step in steps.dropFirst(Int(version)) { try step(connection) }
        try connection.execute("PRAGMA application_id = \(application); PRAGMA user_version = \(Self.version)")
    }

    static func newID() -> String { String(UInt64.random(in: 0x1000_0000_0000_0000 ... .max), radix: 16) }

    // MARK: Steps

    @Sendable
    private static func makeTables(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            CREATE TABLE ledger (id TEXT NOT NULL);
            CREATE TABLE entries (sequence INTEGER PRIMARY KEY, sum INTEGER NOT NULL, entry TEXT NOT NULL);
            """
        )
        try connection.run("INSERT INTO ledger VALUES (?)", [.text(newID())])
    }

    @Sendable
    private static func makeUnique(_ connection: SQLiteConnection) throws {
        try connection.execute("ALTER TABLE entries ADD once TEXT; ALTER TABLE entries ADD seal TEXT")
        var firsts: [String: Int64] = [:]
        try connection.run("SELECT sequence, entry FROM entries ORDER BY sequence") { row in
            // What cannot be read is reported when it is loaded.
            guard let entry = try? LedgerEntry(json: row.bytes(1)) else { return }
            guard let once = entry.once, firsts[once] == nil else { return }
            firsts[once] = row.integer(0)
        }
        for (once, sequence) in firsts {
            try connection.run("UPDATE entries SET once = ? WHERE sequence = ?", [.text(once), .integer(sequence)])
        }
        try connection.execute("CREATE UNIQUE INDEX entries_once ON entries (once)")
    }
}

extension LedgerEntry {
    /// What may be in a ledger once: a transaction's record and a source's import, in one environment. `nil` for what
    /// may come any number of times.
    ///
    /// A ledger sees all entries of its environment and those of none, so it never writes one of these twice.
    var once: String? {
        let fact: (kind: Kind, subject: String)
        switch content {
        // A snapshot is of the record that there was.
        case .recorded, .snapshot: fact = (.recorded, transactionIdentifier?.rawValue ?? "")
        case .imported(_, _, let source): fact = (.imported, source)
        default: return nil
        }
        let environment = environment ?? transaction?.environment
        return "\(fact.kind.rawValue) \(environment?.rawValue ?? "") \(fact.subject)"
    }
}
#endif
