import IAPCore

/// Keeps values that are expensive to make, and drops them all when there are more than `limit`.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Locked<[Key: Value]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { values.withLock { $0.count } }

    /// The value kept for `key`, or a new one. Made outside the lock, so two threads may make the same value at once.
    func value(for key: Key, make: () -> Value) -> Value {
        if let value = values.withLock({ $0[key] }) { return value }
        let value = make()
        values.withLock { values in
            if values.count >= limit { values = [:] }
            values[key] = value
        }
        return value
    }
}
