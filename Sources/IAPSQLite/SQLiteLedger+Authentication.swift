#if SQLite
import IAPCore
import IAPPersistence

/// A row's MAC covers its entry and the MAC of the row before. Where the row before has none, it covers all that is
/// before: the database's id and each entry, ended by line feeds.
extension SQLiteLedger {
    static let lineFeed = UInt8(ascii: "\n")

    /// The MACs up to a row; `nil` without an authenticator.
    func chain(_ connection: SQLiteConnection, id: String, through sequence: Int64) throws -> AuthenticationChain? {
        try authentication.map {
            let mac = try Self.mac(of: sequence, connection)
            return try AuthenticationChain($0, after: mac, text: Self.text(connection, id: id, through: sequence))
        }
    }

    /// - Throws: ``IAPError`` with code `storageFailed` when there are MACs and no authenticator.
    func checkMayWrite(_ connection: SQLiteConnection, after sequence: Int64) throws {
        if authentication == nil, try Self.mac(of: sequence, connection) != nil {
            throw LedgerAuthentication.missingAuthenticator(place.path)
        }
    }

    private static func mac(of sequence: Int64, _ connection: SQLiteConnection) throws -> [UInt8]? {
        var mac: [UInt8] = []
        try connection.run("SELECT seal FROM entries WHERE sequence = ?", [.integer(sequence)]) { mac = $0.bytes(0) }
        return mac.isEmpty ? nil : mac
    }

    private static func text(_ connection: SQLiteConnection, id: String, through sequence: Int64) throws -> [UInt8] {
        var text = Array(id.utf8) + [lineFeed]
        try connection.run("SELECT entry FROM entries WHERE sequence <= ? ORDER BY sequence", [.integer(sequence)]) {
            text += $0.bytes(0) + [lineFeed]
        }
        return text
    }
}
#endif
