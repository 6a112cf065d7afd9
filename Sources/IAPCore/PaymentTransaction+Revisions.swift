import Foundation

extension PaymentTransaction {
    /// Whether `other` is a revision of the same transaction with the same expiration, revocation and upgrade, so that
    /// an app that has handled one has handled both.
    package func statesTheSame(as other: PaymentTransaction) -> Bool {
        // An app may keep dates in whole seconds or milliseconds.
        func second(_ date: Date?) -> Double? { date?.timeIntervalSince1970.rounded(.down) }
        return id == other.id && second(expirationDate) == second(other.expirationDate)
            && (revocationDate == nil) == (other.revocationDate == nil)
            && isUpgraded == other.isUpgraded && transactionState != .deferred
    }
}
