import Foundation

/// The latest of what was inserted, so that it does not grow with an app's life.
struct RecentIdentifiers {
    /// How many of the latest it has at least; it has twice as many at most.
    static let capacity = 500

    private var latest: Set<UUID> = []
    private var earlier: Set<UUID> = []

    var count: Int { latest.union(earlier).count }

    func contains(_ identifier: UUID) -> Bool { latest.contains(identifier) || earlier.contains(identifier) }

    mutating func insert(_ identifier: UUID) {
        if latest.count == Self.capacity, !latest.contains(identifier) {
            earlier = latest
            latest = []
        }
        latest.insert(identifier)
    }
}
