import Foundation
import IAPCore

/// What the App Store remembers, independently of the app and its device.
struct StoreHistory: Sendable, Equatable, Codable {
    var now: Date
    var lastIdentifier = 0
    var accounts = [SandboxAccount(name: SandboxAppStore.defaultAccount)]
    /// The index of the account that last signed in on a device.
    var signedIn: [String: Int] = [:]
    /// Devices on which no account is signed in, sorted.
    var signedOut: [String] = []
    /// The prices that were changed.
    var prices: [ProductIdentifier: ChangedPrice] = [:]

    /// No store reaches it, and a store that begins there does not reach the end of `Int`.
    private static let largestIdentifier = 1 << 53

    /// Whether a store can go on from it.
    var isSound: Bool {
        let indexes = accounts.indices
        return !accounts.isEmpty && signedIn.values.allSatisfy(indexes.contains)
            && accounts.allSatisfy { $0.familyMembers.allSatisfy(indexes.contains) }
            && hasSoundIdentifiers
            && (0...Self.largestIdentifier).contains(lastIdentifier)
            && now >= .distantPast && now <= .distantFuture
    }

    /// Whether each transaction is there once, in its account's order, and none after it gets its identifier.
    private var hasSoundIdentifiers: Bool {
        let identifiers = accounts.map { $0.records.map(\.id.number) }
        let all = identifiers.joined()
        return Set(all).count == all.count && all.allSatisfy { $0 > 0 && $0 <= lastIdentifier }
            && identifiers.allSatisfy { $0 == $0.sorted() }
    }
}
