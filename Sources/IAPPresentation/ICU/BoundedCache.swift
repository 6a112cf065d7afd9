import IAPCore

/// Keeps the values of the keys that were used last: at least `limit` of them, at most twice as many.
///
/// Two generations stand in for a list in order of use: when the young one is full, it becomes the old one, and
/// the values not used since the last time are dropped.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
    }

    private let limit: Int
    private let generations = Locked(Generations())

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// The value kept for `key`, or a new one. Made outside the lock, so two threads may make the same value at once.
    func value(for key: Key, make: () -> Value) -> Value {
        if let value = generations.withLock({ $0.young[key] }) { return value }
        let value = generations.withLock { $0.old.removeValue(forKey: key) } ?? make()
        generations.withLock { generations in
            if generations.young.count >= limit {
                generations.old = generations.young
                generations.young = [:]
            }
            generations.young[key] = value
        }
        return value
    }
}
