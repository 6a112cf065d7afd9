/// What the app's delivery handler has to do yet, by transaction.
struct OpenWork: Sendable {
    private(set) var undelivered: Set<IdentifierKey> = []
    /// Revoked, and not taken back by the app.
    private(set) var unwithdrawn: Set<IdentifierKey> = []

    /// Counts a record in place of its earlier form.
    mutating func note(_ record: Record) {
        Self.note(record.word, in: &undelivered, !record.isRevoked && !record.isDelivered)
        Self.note(record.word, in: &unwithdrawn, record.isRevoked && !record.isWithdrawn)
    }

    private static func note(_ word: StoreWord, in set: inout Set<IdentifierKey>, _ isMember: Bool) {
        if isMember {
            set.insert(word.key)
        } else if !set.isEmpty {  // an empty one hashes what is to be removed
            set.remove(word.key)
        }
    }
}
