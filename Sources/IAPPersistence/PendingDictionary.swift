/// A dictionary whose latest changes are pending until they are committed.
///
/// The subscript shows them; ``committed`` does not. Committing and discarding cost what the number of pending changes
/// costs, however large the dictionary is.
struct PendingDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private(set) var committed: [Key: Value] = [:]
    private(set) var pending: [Key: Value] = [:]

    subscript(key: Key) -> Value? {
        get { pending.isEmpty ? committed[key] : pending[key] ?? committed[key] }
        set { pending[key] = newValue }
    }

    mutating func reserveCapacity(forPending count: Int) {
        pending.reserveCapacity(count)
    }

    mutating func commit() {
        if committed.isEmpty {
            committed = pending
        } else {
            for (key, value) in pending { committed[key] = value }
        }
        discard()
    }

    mutating func discard() {
        if !pending.isEmpty { pending = [:] }
    }
}
