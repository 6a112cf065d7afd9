#if SQLite
import Foundation
import IAPCore
import IAPPersistence

/// A ledger in a database, one call at a time.
struct SQLiteLedger: Sendable {
    private let place: SQLitePlace
    private let busyTimeout: Int32
    private let pageLimit: Int?
    private let seal: LedgerSeal?
    private var connection: SQLiteConnection?
    /// Whether the connection has been made ready for writing.
    private var writes = false

    init(place: SQLitePlace, busyTimeout: Int32, pageLimit: Int?, seal: LedgerSeal?) {
        self.place = place
        self.busyTimeout = busyTimeout
        self.pageLimit = pageLimit
        self.seal = seal
    }

    mutating func close() {
        connection = nil
        writes = false
    }

    // MARK: Loading

    mutating func load(after position: LedgerPosition) throws -> LedgerPage {
        let page = try withTransaction(writes: false) { ledger, connection, state in
            state == .older ? nil : try ledger.page(connection, state, after: position)
        }
        // An older database is brought up to date first.
        return try page
            ?? withTransaction(writes: true) { try $0.page($1, $2, after: position) }
            ?? LedgerPage(entries: [], end: .start, startsOver: position != .start)
    }

    private func page(
        _ connection: SQLiteConnection,
        _ state: SQLiteSchema.State,
        after position: LedgerPosition
    ) throws -> LedgerPage {
        guard state == .current else {
            return LedgerPage(entries: [], end: .start, startsOver: position != .start)
        }
        let id = try id(connection)
        let last = try last(connection)
        let start = Mark(position, in: id).flatMap { $0.sequence <= last ? $0.sequence : nil }
        var rows = try SQLiteRows(
            after: start ?? 0,
            chain: seal.map { try SQLiteChain($0, connection, id: id, through: start ?? 0) },
            file: place.path
        )
        try connection.run(
            "SELECT sequence, sum, entry, seal FROM entries WHERE sequence > ? ORDER BY sequence",
            [.integer(start ?? 0)]
        ) { try rows.read($0) }
        try rows.finish(last: last)
        return LedgerPage(
            entries: rows.entries,
            end: Mark(id: id, sequence: last).position,
            startsOver: start == nil
        )
    }

    // MARK: Appending

    mutating func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        if position == .start, try !place.exists() {
            if entries.isEmpty { return .start }
            try create()
        }
        do {
            return try withTransaction(writes: true) { ledger, connection, _ in
                try ledger.append(entries, after: position, to: connection)
            } ?? nil
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            // Somebody else has recorded it: as good as a position that was passed.
            return nil
        }
    }

    private func append(
        _ entries: [LedgerEntry],
        after position: LedgerPosition,
        to connection: SQLiteConnection
    ) throws -> LedgerPosition? {
        let id = try id(connection)
        let last = try last(connection)
        guard Mark(position, in: id)?.sequence == last else { return nil }
        if entries.isEmpty { return position }
        var chain = try seal.map { try SQLiteChain($0, connection, id: id, through: last) }
        if chain == nil, try SQLiteChain.isSealed(connection, at: last) { throw LedgerSeal.missingSealer(place.path) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (entry, sequence) in zip(entries, (last + 1)...) {
            let text = Array(try encoder.encode(entry))
            let seal = try chain?.seal(text)
            let values: [SQLiteValue] = [
                .integer(sequence), .integer(Int64(CRC32.checksum(of: text))),
                .text(String(decoding: text, as: UTF8.self)), SQLiteValue(entry.once), SQLiteValue(seal),
            ]
            try connection.run("INSERT INTO entries (sequence, sum, entry, once, seal) VALUES (?, ?, ?, ?, ?)", values)
        }
        return Mark(id: id, sequence: last + Int64(entries.count)).position
    }

    private func create() throws {
        do {
            try place.create { path in
                let connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout)
                try prepareWriting(connection)
                try connection.transaction(writes: true) { try SQLiteSchema.migrate(connection) }
            }
        } catch let failure as SQLiteFailure {
            throw IAPError(failure, file: place.path)
        }
    }

    // MARK: What every call does

    /// Runs `body` on a database that is up to date, if it `writes`; returns `nil` when there is none.
    private mutating func withTransaction<Result>(
        writes: Bool,
        _ body: (SQLiteLedger, SQLiteConnection, SQLiteSchema.State) throws -> Result?
    ) throws -> Result? {
        while try place.exists() {
            do {
                // It may have been replaced or deleted; SQLite would go on with a file that nobody finds again.
                if let connection, connection.hasMoved { close() }
                let connection = try opened(writes: writes)
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

    private mutating func opened(writes: Bool) throws -> SQLiteConnection {
        let connection = try connection ?? SQLiteConnection(path: place.path, busyTimeout: busyTimeout)
        self.connection = connection
        if writes, !self.writes {
            try prepareWriting(connection)
            self.writes = true
        }
        return connection
    }

    private func prepareWriting(_ connection: SQLiteConnection) throws {
        guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
            throw place.failure(
                "SQLite cannot keep a write-ahead log here, as in a network's file system. Choose a local directory."
            )
        }
        // The latter two say F_FULLFSYNC, which Apple's systems alone have.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        if let pageLimit { _ = try connection.integer("PRAGMA max_page_count = \(pageLimit)") }
    }

    private func id(_ connection: SQLiteConnection) throws -> String {
        guard let id = try connection.text("SELECT id FROM ledger"), !id.isEmpty else {
            throw SQLiteRows.damage("The database has lost its identifier.", file: place.path)
        }
        return id
    }

    private func last(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.integer("SELECT max(sequence) FROM entries")
    }

    private struct Moved: Error {}
}

/// A position's text is `id:sequence`: the database's `id`, and the last entry's number.
private struct Mark {
    let id: String
    let sequence: Int64

    init(id: String, sequence: Int64) {
        self.id = id
        self.sequence = sequence
    }

    /// `nil` when the position is another database's.
    init?(_ position: LedgerPosition, in id: String) {
        let parts = position.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        if position == .start {
            self.init(id: id, sequence: 0)
        } else if parts.count == 2, parts[0] == id, let sequence = Int64(parts[1]), sequence > 0 {
            self.init(id: id, sequence: sequence)
        } else {
            return nil
        }
    }

    var position: LedgerPosition { sequence == 0 ? .start : LedgerPosition(rawValue: "\(id):\(sequence)") }
}
#endif
