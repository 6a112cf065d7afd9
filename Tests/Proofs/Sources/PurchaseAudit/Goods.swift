package import IAP

/// What an app's delivery handler has given, by the app's own record.
///
/// It heeds the idempotency key: a piece of work is done once, and none that a later one has overtaken.
package struct Goods: Sendable {
    private struct Standing {
        var grantNumber = 0
        var isGiven = false
    }

    private var standings: [TransactionIdentifier: Standing] = [:]
    package private(set) var violation: Violation?

    package init() {}

    package var given: [TransactionIdentifier] { standings.filter(\.value.isGiven).map(\.key) }

    package func isGiven(_ identifier: TransactionIdentifier) -> Bool { standings[identifier]?.isGiven ?? false }

    /// Returns whether the work was still to be done.
    @discardableResult
    package mutating func apply(
        _ kind: Delivery.Kind,
        _ identifier: TransactionIdentifier,
        grantNumber: Int
    ) -> Bool {
        let standing = standings[identifier] ?? Standing()
        switch kind {
        case .grant:
            guard grantNumber > standing.grantNumber else { return false }
            if standing.isGiven {
                violation = Violation("\(identifier) is given as grant \(grantNumber), and was not taken back.")
            }
            standings[identifier] = Standing(grantNumber: grantNumber, isGiven: true)
        case .revocation:
            guard grantNumber > standing.grantNumber || grantNumber == standing.grantNumber && standing.isGiven else {
                return false
            }
            standings[identifier] = Standing(grantNumber: grantNumber, isGiven: false)
        }
        return true
    }
}
