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
        guard SQLiteMark(position, in: id)?.sequence == last else { return nil }
        if entries.isEmpty { return position }
        var chain = try seal.map { try SQLiteChain($0, connection, id: id, through: last) }
        if chain == nil, try SQLiteChain.isSealed(connection, at: last) { throw LedgerSeal.missingSealer(place.path) }
        try insert(entries, after: last, into: connection, &chain)
        return SQLiteMark(id: id, sequence: last + Int64(entries.count)).position
    }

    private func insert(
        _ entries: [LedgerEntry],
        after last: Int64,
        into connection: SQLiteConnection,
        _ chain: inout SQLiteChain?
    ) throws {
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
    }

    // MARK: Replacing

    mutating func replace(with entries: [LedgerEntry], after position: LedgerPosition) throws -> LedgerPosition? {
        if position == .start, try !place.exists() { try create() }
        do {
            return try withTransaction(writes: true) { ledger, connection, _ in
                try ledger.replace(with: entries, after: position, in: connection)
            } ?? nil
        } catch let failure as SQLiteFailure where failure.kind == .notUnique {
            throw IAPError(failure, file: place.path)
        }
    }

    private func replace(
        with entries: [LedgerEntry],
        after position: LedgerPosition,
        in connection: SQLiteConnection
    ) throws -> LedgerPosition? {
        let last = try last(connection)
        guard try SQLiteMark(position, in: id(connection))?.sequence == last else { return nil }
        if seal == nil, try SQLiteChain.isSealed(connection, at: last) { throw LedgerSeal.missingSealer(place.path) }
        // Under a new name, so that positions in what was there are not taken for positions in this.
        let id = SQLiteSchema.newID()
        try connection.run("UPDATE ledger SET id = ?", [.text(id)])
        try connection.execute("DELETE FROM entries")
        var chain = try seal.map { try SQLiteChain($0, connection, id: id, through: 0) }
        try insert(entries, after: 0, into: connection, &chain)
        return SQLiteMark(id: id, sequence: Int64(entries.count)).position
    }
}
#endif
