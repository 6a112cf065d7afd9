#if SQLite
import Foundation
import IAPCore
import IAPPersistence

extension SQLiteLedger {
    mutating func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        if position == .start, try !place.exists() {
            if entries.isEmpty { return .start }
            try create()
        }
        do {
            return try write { try $0.append(entries, after: position, to: $1) }
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            // Another writer has recorded it: as good as a position that was passed.
            return nil
        }
    }

    /// Writes in a transaction, behind which the caller knows all there is.
    private mutating func write(
        _ body: (SQLiteLedger, SQLiteConnection) throws -> LedgerPosition?
    ) throws -> LedgerPosition? {
        var version: Int64?
        let end = try withTransaction(writes: true) { ledger, connection, _ in
            let end = try body(ledger, connection)
            version = try ledger.version(connection)
            return end
        }
        if end != nil { noteKnown(version) }
        return end
    }

    private func append(
        _ entries: [LedgerEntry],
        after position: LedgerPosition,
        to connection: SQLiteConnection
    ) throws -> LedgerPosition? {
        let end = try end(connection)
        guard SQLitePosition(position, in: end.id) == end else { return nil }
        if entries.isEmpty { return position }
        if end.sequence == 0 { try place.synchronizeDirectories() }
        var chain = try authentication.map { try SQLiteChain($0, connection, id: end.id, through: end.sequence) }
        if chain == nil, try SQLiteChain.isAuthenticated(connection, at: end.sequence) {
            throw LedgerAuthentication.missingAuthenticator(place.path)
        }
        return try insert(entries, after: end, into: connection, &chain).position
    }

    /// Returns the end behind them.
    private func insert(
        _ entries: [LedgerEntry],
        after end: SQLitePosition,
        into connection: SQLiteConnection,
        _ chain: inout SQLiteChain?
    ) throws -> SQLitePosition {
        var end = end
        for entry in entries {
            let text = Array(entry.json)
            let mac = try chain?.mac(text)
            end = SQLitePosition(id: end.id, sequence: end.sequence + 1, sum: Int64(CRC32.checksum(of: text)))
            let values: [SQLiteValue] = [
                .integer(end.sequence), .integer(end.sum),
                .text(String(decoding: text, as: UTF8.self)), SQLiteValue(entry.once), SQLiteValue(mac),
            ]
            try connection.run("INSERT INTO entries (sequence, sum, entry, once, seal) VALUES (?, ?, ?, ?, ?)", values)
        }
        return end
    }

    // MARK: Replacing

    mutating func replace(with entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        if position == .start, try !place.exists() { try create() }
        do {
            return try write { try $0.replace(with: entries, after: position, in: $1) }
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            throw IAPError(failure, file: place.path)
        }
    }

    private func replace(
        with entries: [LedgerEntry],
        after position: LedgerPosition,
        in connection: SQLiteConnection
    ) throws -> LedgerPosition? {
        let end = try end(connection)
        guard SQLitePosition(position, in: end.id) == end else { return nil }
        if authentication == nil, try SQLiteChain.isAuthenticated(connection, at: end.sequence) {
            throw LedgerAuthentication.missingAuthenticator(place.path)
        }
        if end.sequence == 0 { try place.synchronizeDirectories() }
        // Under a new name, so that positions in what was there are not taken for positions in this.
        let id = SQLiteSchema.newID()
        try connection.run("UPDATE ledger SET id = ?", [.text(id)])
        try connection.execute("DELETE FROM entries")
        var chain = try authentication.map { try SQLiteChain($0, connection, id: id, through: 0) }
        return try insert(entries, after: SQLitePosition(start: id), into: connection, &chain).position
    }
}
#endif
