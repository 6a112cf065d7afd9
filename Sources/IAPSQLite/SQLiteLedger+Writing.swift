#if SQLite
import Foundation
import IAPCore
import IAPPersistence

extension SQLiteLedger {
    mutating func append(_ entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        if entries.isEmpty, position == .start, try !place.exists() { return .start }
        do {
            return try write(entries, after: position, replacing: false)
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            // Another writer has recorded it: as good as a position that was passed.
            return nil
        }
    }

    mutating func replace(with entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        do {
            return try write(entries, after: position, replacing: true)
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            throw IAPError(failure, file: place.path)
        }
    }

    /// Writes in a transaction, behind which the caller knows all there is.
    private mutating func write(
        _ entries: [LedgerEntry],
        after position: LedgerPosition,
        replacing: Bool
    ) throws -> LedgerPosition? {
        if position == .start, try !place.exists() { try create() }
        var version: Int64?
        let end = try withTransaction(writes: true) { ledger, connection, _ -> LedgerPosition? in
            var end = try ledger.end(connection)
            guard SQLitePosition(position, in: end.id) == end else { return nil }
            if replacing || !entries.isEmpty {
                if ledger.authentication == nil, try ledger.mac(connection, of: end.sequence) != nil {
                    throw LedgerAuthentication.missingAuthenticator(ledger.place.path)
                }
                if end.sequence == 0 { try ledger.place.synchronizeDirectories() }
                if replacing { end = try ledger.removeAll(connection) }
                end = try ledger.insert(entries, after: end, into: connection)
            }
            version = try ledger.version(connection)
            return end.position
        }
        if end != nil { knownVersion = version }
        return end
    }

    /// Returns the new start: under a new id, so that positions from before are not taken for positions from now on.
    private func removeAll(_ connection: SQLiteConnection) throws -> SQLitePosition {
        let id = SQLiteSchema.newID()
        try connection.run("UPDATE ledger SET id = ?", [.text(id)])
        try connection.execute("DELETE FROM entries")
        return SQLitePosition(start: id)
    }

    /// Returns the end behind them.
    private func insert(
        _ entries: [LedgerEntry],
        after end: SQLitePosition,
        into connection: SQLiteConnection
    ) throws -> SQLitePosition {
        var end = end
        var chain = try chain(connection, through: end)
        for entry in entries {
            let text = Array(entry.json)
            let mac = try (chain?.add(text)).map { String(decoding: $0, as: UTF8.self) }
            end = SQLitePosition(id: end.id, sequence: end.sequence + 1, sum: Int64(CRC32.checksum(of: text)))
            let values: [SQLiteValue] = [
                .integer(end.sequence), .integer(end.sum),
                .text(String(decoding: text, as: UTF8.self)), SQLiteValue(entry.once), SQLiteValue(mac),
            ]
            try connection.run("INSERT INTO entries (sequence, sum, entry, once, seal) VALUES (?, ?, ?, ?, ?)", values)
        }
        return end
    }
}
#endif
