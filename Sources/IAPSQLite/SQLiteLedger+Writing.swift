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
        try checkMayWrite(connection, after: end.sequence)
        return try insert(entries, after: end, into: connection).position
    }

    /// Returns the end behind them.
    private func insert(
        _ entries: [LedgerEntry],
        after end: SQLitePosition,
        into connection: SQLiteConnection
    ) throws -> SQLitePosition {
        var end = end
        var chain = try chain(connection, id: end.id, through: end.sequence)
        for entry in entries {
            let text = Array(entry.json)
            let mac = try chain?.add(text)
            end = SQLitePosition(id: end.id, sequence: end.sequence + 1, sum: Int64(CRC32.checksum(of: text)))
            let values: [SQLiteValue] = [
                .integer(end.sequence), .integer(end.sum),
                .text(String(decoding: text, as: UTF8.self)), SQLiteValue(entry.once),
                SQLiteValue(mac.map { String(decoding: $0, as: UTF8.self) }),
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
        try checkMayWrite(connection, after: end.sequence)
        if end.sequence == 0 { try place.synchronizeDirectories() }
        // Under a new name, so that positions in what was there are not taken for positions in this.
        let id = SQLiteSchema.newID()
        try connection.run("UPDATE ledger SET id = ?", [.text(id)])
        try connection.execute("DELETE FROM entries")
        return try insert(entries, after: SQLitePosition(start: id), into: connection).position
    }
}
#endif
