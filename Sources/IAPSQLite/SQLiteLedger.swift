#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// A ledger in a database, one call at a time.
struct SQLiteLedger: ChangingFile {
    let place: SQLitePlace
    private let busyTimeout: Int32
    private let pageLimit: Int?
    let authentication: LedgerAuthentication?
    private var connection: SQLiteConnection?
    /// `PRAGMA data_version` of the open connection when the caller last knew all that is kept: another number as soon as
    /// another connection has committed ([PRAGMA
    /// data_version](https://www.sqlite.org/pragma.html#pragma_data_version)).
    private var knownVersion: Int64?

    init(place: SQLitePlace, busyTimeout: Int32, pageLimit: Int?, authentication: LedgerAuthentication?) {
        self.place = place
        self.busyTimeout = busyTimeout
        self.pageLimit = pageLimit
        self.authentication = authentication
    }

    mutating func close() {
        connection = nil
        knownVersion = nil
    }

    // MARK: Changes

    /// Asked within a transaction, in the middle of which no other one commits.
    func version(_ connection: SQLiteConnection) throws -> Int64 { try connection.integer("PRAGMA data_version") }

    /// Notes that the caller knows all that was kept at a version.
    mutating func noteKnown(_ version: Int64?) { knownVersion = version }

    /// Waits for a transaction under way, whose changes cannot be read before its commit has ended.
    mutating func hasChanged() -> Bool {
        do {
            guard try place.exists() else { return connection != nil }
            guard let connection, !connection.hasMoved, let knownVersion else { return true }
            return try connection.transaction(writes: true) { try version(connection) } != knownVersion
        } catch {
            // The next load finds out why.
            return true
        }
    }

    // MARK: Loading

    mutating func load(after position: LedgerPosition) throws -> LedgerBatch {
        var version: Int64?
        func page(
            _ ledger: SQLiteLedger,
            _ connection: SQLiteConnection,
            _ state: SQLiteSchema.State
        ) throws -> LedgerBatch {
            version = try ledger.version(connection)
            return try ledger.page(connection, state, after: position)
        }
        let loaded = try withTransaction(writes: false) { $2 == .older ? nil : try page($0, $1, $2) }
        // An older database is brought up to date first.
        let page = try loaded ?? withTransaction(writes: true) { try page($0, $1, $2) }
        if page?.entries.isEmpty == false { try place.synchronizeDirectory() }
        noteKnown(version)
        return page ?? LedgerBatch(entries: [], end: .start, startsOver: position != .start)
    }

    private func page(
        _ connection: SQLiteConnection,
        _ state: SQLiteSchema.State,
        after position: LedgerPosition
    ) throws -> LedgerBatch {
        guard state == .current else {
            return LedgerBatch(entries: [], end: .start, startsOver: position != .start)
        }
        let end = try end(connection)
        let known = try SQLitePosition(position, in: end.id).flatMap { try holds($0, connection) ? $0 : nil }
        let start = known?.sequence ?? 0
        var rows = try SQLiteRows(
            after: start,
            chain: chain(connection, id: end.id, through: start),
            file: place.path
        )
        try connection.run(
            "SELECT sequence, sum, entry, seal FROM entries WHERE sequence > ? ORDER BY sequence",
            [.integer(start)]
        ) { try rows.read($0) }
        try rows.finish(last: end.sequence)
        return LedgerBatch(entries: rows.entries, end: end.position, startsOver: known == nil)
    }

    // MARK: Making

    /// An empty file, which the next transaction that writes makes a ledger's.
    mutating func create() throws {
        try place.createDirectories()
        do {
            connection = try connect(creates: true)
        } catch let failure as SQLiteFailure {
            throw place.failure(
                "The ledger's database could not be made. Make its directory writable, or let SQLiteStorage make one "
                    + "(createsDirectories).",
                failure
            )
        }
        try place.makePrivate()
    }

    // MARK: What every call does

    /// Runs `body` on a database that is up to date, if it `writes`; returns `nil` when there is none.
    mutating func withTransaction<Result>(
        writes: Bool,
        _ body: (SQLiteLedger, SQLiteConnection, SQLiteSchema.State) throws -> Result?
    ) throws -> Result? {
        while try place.exists() {
            do {
                // It may have been replaced or deleted; SQLite would go on with a file that has no name.
                if let connection, connection.hasMoved { close() }
                let connection = try opened()
                return try connection.transaction(writes: writes) { () throws -> Result? in
                    if connection.hasMoved { throw Moved() }
                    var state = try SQLiteSchema.state(of: connection, file: place.path)
                    if writes, state != .current {
                        try SQLiteSchema.migrate(connection)
                        state = .current
                    }
                    return try body(self, connection, state)
                }
            } catch let failure as SQLiteFailure where failure.kind == .notUnique {
                throw failure
            } catch {
                // After a failure, what SQLite holds in memory proves nothing any more.
                close()
                if error is Moved { continue }
                throw (error as? SQLiteFailure).map { IAPError($0, file: place.path) } ?? error
            }
        }
        close()
        return nil
    }

    private mutating func opened() throws -> SQLiteConnection {
        if let connection { return connection }
        let connection = try connect(creates: false)
        self.connection = connection
        return connection
    }

    private func connect(creates: Bool) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: place.path, creates: creates, busyTimeout: busyTimeout)
        // EXTRA brings the journal's end to the disk, too, which is when a commit counts. The latter two say F_FULLFSYNC,
        // which Apple's systems alone have.
        try connection.execute("PRAGMA synchronous = EXTRA; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        // Earlier versions kept a write-ahead log, which this ends. It stays while another process has the database open,
        // or where the file may not be written: SQLite goes on with it.
        _ = try? connection.text("PRAGMA journal_mode = DELETE")
        if let pageLimit { _ = try connection.integer("PRAGMA max_page_count = \(pageLimit)") }
        return connection
    }

    /// Behind the last entry.
    func end(_ connection: SQLiteConnection) throws -> SQLitePosition {
        var end = SQLitePosition(start: try id(connection))
        try connection.run("SELECT sequence, sum FROM entries ORDER BY sequence DESC LIMIT 1") { row in
            end = SQLitePosition(id: end.id, sequence: row.integer(0), sum: row.integer(1))
        }
        return end
    }

    /// Whether the database still has the entry that ends at a position.
    private func holds(_ position: SQLitePosition, _ connection: SQLiteConnection) throws -> Bool {
        var holds = position.sequence == 0
        try connection.run("SELECT sum FROM entries WHERE sequence = ?", [.integer(position.sequence)]) { row in
            holds = row.integer(0) == position.sum
        }
        return holds
    }

    private func id(_ connection: SQLiteConnection) throws -> String {
        guard let id = try connection.text("SELECT id FROM ledger"), !id.isEmpty else {
            throw SQLiteRows.damage("The database has lost its identifier.", file: place.path)
        }
        return id
    }

    private struct Moved: Error {}
}
#endif
