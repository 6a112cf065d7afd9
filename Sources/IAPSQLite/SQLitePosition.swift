#if SQLite
import IAPPersistence

/// A position's text is `id:sequence:sum`: the database's `id`, and the last entry's number and checksum.
///
/// The sum distinguishes a database that was put back to an earlier state, and has grown since, from one that has only grown.
struct SQLitePosition: Equatable {
    let id: String
    let sequence: Int64
    let sum: Int64

    init(id: String, sequence: Int64, sum: Int64) {
        self.id = id
        self.sequence = sequence
        self.sum = sum
    }

    /// Before the first entry.
    init(start id: String) {
        self.init(id: id, sequence: 0, sum: 0)
    }

    /// `nil` when the position is another database's.
    init?(_ position: LedgerPosition, in id: String) {
        let parts = position.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        if position == .start {
            self.init(start: id)
        } else if parts.count == 3, parts[0] == id, let sequence = Int64(parts[1]), sequence > 0,
            let sum = Int64(parts[2])
        {
            self.init(id: id, sequence: sequence, sum: sum)
        } else {
            return nil
        }
    }

    var position: LedgerPosition { sequence == 0 ? .start : LedgerPosition(rawValue: "\(id):\(sequence):\(sum)") }
}
#endif
