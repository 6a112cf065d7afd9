/// A dictionary whose latest changes can be taken back.
///
/// Writes go to a draft on top, which reads through the subscript see; ``committed`` does not change until the draft is
/// committed. Both cost what the draft's size costs, however large the dictionary is.
struct Drafted<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private(set) var committed: [Key: Value] = [:]
    private(set) var draft: [Key: Value] = [:]

    subscript(key: Key) -> Value? {
        get { draft.isEmpty ? committed[key] : draft[key] ?? committed[key] }
        set { draft[key] = newValue }
    }

    mutating func commit() {
        if committed.isEmpty {
            committed = draft
        } else {
            for (key, value) in draft { committed[key] = value }
        }
        discard()
    }

    mutating func discard() {
        if !draft.isEmpty { draft = [:] }
    }
}
