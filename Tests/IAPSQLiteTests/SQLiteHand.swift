#if SQLite
import Foundation
import Testing

#if canImport(Darwin)
import SQLite3
#else
import CSQLite
#endif

/// Another program's connection to a database.
final class SQLiteHand {
    private let handle: OpaquePointer

    init(_ url: URL) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        try #require(code == SQLITE_OK)
        self.handle = try #require(handle)
        // A storage that has just gone may still be tidying up.
        sqlite3_busy_timeout(handle, 600_000)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }

    func number(_ sql: String) throws -> Int {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return Int(sqlite3_column_int64(statement, 0))
    }
}
#endif
