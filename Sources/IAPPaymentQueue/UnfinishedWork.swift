import IAPCore
import IAPPersistence

/// What is still to do and the ledger does not know of: transactions for which a step failed, and renewals that could not
/// be recorded.
struct UnfinishedWork {
    private(set) var transactions = TransactionList()
    /// By the first transaction of the subscription.
    private var renewalsBySubscription: [TransactionIdentifier: SubscriptionRenewal] = [:]

    var renewals: [SubscriptionRenewal] {
        renewalsBySubscription.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }

    /// Has a transaction tried again, unless a newer revision of it is to be.
    mutating func keep(_ transaction: PaymentTransaction) {
        if !transactions.holdsNewerRevision(than: transaction) { transactions.insert(transaction) }
    }

    /// Notes that nothing is left to do for a revision. A newer one stays.
    mutating func remove(_ transaction: PaymentTransaction) {
        if !transactions.holdsNewerRevision(than: transaction) { transactions.remove(transaction.id) }
    }

    /// Has a renewal recorded later, unless a newer revision of it is to be.
    mutating func keep(_ renewal: SubscriptionRenewal) {
        if !holdsNewerRevision(than: renewal) {
            renewalsBySubscription[renewal.originalTransactionIdentifier] = renewal
        }
    }

    /// Notes that a revision is recorded. A newer one stays.
    mutating func remove(_ renewal: SubscriptionRenewal) {
        if !holdsNewerRevision(than: renewal) {
            renewalsBySubscription[renewal.originalTransactionIdentifier] = nil
        }
    }

    private func holdsNewerRevision(than renewal: SubscriptionRenewal) -> Bool {
        renewalsBySubscription[renewal.originalTransactionIdentifier]?.isNewer(than: renewal) ?? false
    }
}
