import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The system's SQLite, in the mode in which a commit is durable when it returns: a write-ahead log, and a sync a
/// commit.
///
/// Opened when the program runs, so that nothing has to be installed to build it.
final class SQLite {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
        ) -> Int32
    private typealias Bind = @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
    private typealias Step = @convention(c) (OpaquePointer?) -> Int32

    private struct Failure: Error {
        let call: String
        let status: Int32
    }

    /// What SQLite's calls answer with.
    private static let (ok, done): (Int32, Int32) = (0, 101)

    private let library: UnsafeMutableRawPointer
    private let bind: Bind
    private let step, reset: Step
    private var database, insertion: OpaquePointer?

    /// - Throws: ``Absent`` where there is no SQLite.
    init(_ url: URL) throws {
        #if canImport(Darwin)
        let name = "libsqlite3.dylib"
        #else
        let name = "libsqlite3.so.0"
        #endif
        guard let library = dlopen(name, RTLD_NOW) else { throw Absent(reason: "There is no \(name).") }
        self.library = library
        func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            guard let address = dlsym(library, name) else { throw Absent(reason: "There is no \(name).") }
            return unsafeBitCast(address, to: type)
        }
        let execute = try function("sqlite3_exec", Execute.self)
        let prepare = try function("sqlite3_prepare_v2", Prepare.self)
        bind = try function("sqlite3_bind_blob", Bind.self)
        step = try function("sqlite3_step", Step.self)
        reset = try function("sqlite3_reset", Step.self)
        try Self.check("open", function("sqlite3_open", Open.self)(url.path, &database))
        for statement in [
            "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
            "CREATE TABLE entry (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
            // The log grows to its full length once and is written over from then on: what a database in use has.
            "CREATE TABLE filler (bytes BLOB)", "INSERT INTO filler VALUES (zeroblob(4200000))",
            "PRAGMA wal_checkpoint(RESTART)", "DELETE FROM filler", "PRAGMA wal_checkpoint(RESTART)",
        ] {
            try Self.check(statement, execute(database, statement, nil, nil, nil))
        }
        try Self.check("prepare", prepare(database, "INSERT INTO entry (bytes) VALUES (?)", -1, &insertion, nil))
    }

    /// One transaction.
    func insert(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            // No destructor: the bytes stay until the statement is done.
            try Self.check("bind", bind(insertion, 1, bytes.baseAddress, Int32(bytes.count), 0))
            let status = step(insertion)
            guard status == Self.done else { throw Failure(call: "step", status: status) }
            try Self.check("reset", reset(insertion))
        }
    }

    private static func check(_ call: String, _ status: Int32) throws {
        guard status == ok else { throw Failure(call: call, status: status) }
    }

    deinit {
        if let finalize = dlsym(library, "sqlite3_finalize") { _ = unsafeBitCast(finalize, to: Step.self)(insertion) }
        if let close = dlsym(library, "sqlite3_close") { _ = unsafeBitCast(close, to: Step.self)(database) }
        dlclose(library)
    }
}
