#if SQLite
import IAPPersistence

/// A position's text is `id:sequence`: the database's `id`, and the last entry's number.
struct SQLiteMark {
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
