#if SQLite
import Foundation

// The one place where Darwin and Linux differ: under which name libsqlite3 is imported.
#if canImport(Darwin)
import SQLite3
#else
import CSQLite
#endif

/// What a call of SQLite's failed with.
struct SQLiteFailure: Error, Hashable, CustomStringConvertible {
    /// Extended: the kind of failure is in the lowest byte.
    let code: Int32
    let message: String

    var description: String { "\(message) (SQLite \(code))" }

    enum Kind {
        case damaged, busy, full, notPermitted, notUnique, other
    }

    var kind: Kind {
        // SQLITE_CONSTRAINT_UNIQUE, a macro that Swift does not see.
        if code == SQLITE_CONSTRAINT | 8 << 8 { return .notUnique }
        return switch code & 0xFF {
        // An error in our SQL is a table that was altered from outside.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH: .notPermitted
        default: .other
        }
    }
}

enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)

    init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }
}

/// An open database, used on the queue of its storage alone.
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// - Parameters:
    ///   - creates: Whether a file that is missing is made, with nothing in it.
    ///   - busyTimeout: How long a call waits for other connections, in milliseconds.
    init(path: String, creates: Bool, busyTimeout: Int32) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteFailure(code: code, message: String(cString: sqlite3_errstr(code)))
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, busyTimeout)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Whether the path no longer leads to the open file.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    // MARK: Statements

    /// Runs statements that give nothing back.
    func execute(_ sql: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs one statement, which is kept prepared, and hands each of its rows to `body`.
    func run(_ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Void = { _ in }) throws {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure() }
            try body(SQLiteRow(statement: statement))
        }
    }

    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int64 {
        var result: Int64 = 0
        try run(sql) { result = $0.integer(0) }
        return result
    }

    func text(_ sql: String) throws -> String? {
        var result: String?
        try run(sql) { result = String(decoding: $0.bytes(0), as: UTF8.self) }
        return result
    }

    /// All that `body` does is kept, or nothing if it throws.
    func transaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result {
        // A transaction that is to write must not begin as a reader: it could not go on if another one wrote meanwhile.
        try execute(writes ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite may have done so already.
            try? execute("ROLLBACK")
            throw error
        }
    }

    private func prepared(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else { throw SQLiteFailure(code: SQLITE_MISUSE, message: "“\(sql)” is no statement.") }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) throws(SQLiteFailure) {
        switch value {
        case .null: try check(sqlite3_bind_null(statement, index))
        case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
        case .text(var text):
            // SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the bytes before it returns.
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            let code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { text in
                    let (start, count) = (text.baseAddress, UInt64(text.count))
                    return sqlite3_bind_text64(statement, index, start, count, transient, UInt8(SQLITE_UTF8))
                }
            }
            try check(code)
        }
    }

    private func check(_ code: Int32) throws(SQLiteFailure) {
        if code != SQLITE_OK { throw failure() }
    }

    private func failure() -> SQLiteFailure {
        SQLiteFailure(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// The row that a statement is at; valid until the statement goes on.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// Empty when the column is null.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
#endif
