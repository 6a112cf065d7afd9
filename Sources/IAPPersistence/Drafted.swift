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

    /// Puts what `change` makes of a key's value in its place, finding the place once.
    mutating func update(_ key: Key, _ change: (Value?) -> Value) {
        let committed = committed
        func update(_ place: inout Value?) { place = change(place ?? committed[key]) }
        update(&draft[key])
    }

    /// The value of a key, which becomes `new` if it has none.
    mutating func value(of key: Key, orNew new: Value) -> Value {
        if !committed.isEmpty, draft[key] == nil, let value = committed[key] { return value }
        func value(_ place: inout Value) -> Value { place }
        return value(&draft[key, default: new])  // finds the place once
    }

    mutating func reserveCapacity(forDraft count: Int) {
        draft.reserveCapacity(count)
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
