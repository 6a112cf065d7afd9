import Foundation

extension PaymentTransaction {
    /// Whether who has dealt with `other`, a word on the same transaction, has dealt with this one: neither says of its
    /// end, its revocation or its upgrade what the other does not.
    package func tellsTheSame(as other: PaymentTransaction) -> Bool {
        // An app may keep dates in whole seconds or milliseconds.
        func second(_ date: Date?) -> Double? { date?.timeIntervalSince1970.rounded(.down) }
        return id == other.id && second(expirationDate) == second(other.expirationDate)
            && (revocationDate == nil) == (other.revocationDate == nil)
            && isUpgraded == other.isUpgraded && transactionState != .deferred
    }
}
