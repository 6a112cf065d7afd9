import Foundation
import IAPCore

/// What a payment queue keeps in memory. What must outlive it is the store's or the ledger's.
struct QueueState {
    var requests = PurchaseRequests()
    /// What the store has reported and is not finished.
    var transactions = TransactionList()
    /// What a step failed for, to be tried again.
    var unfinished = UnfinishedWork()
    var restores = Restores()
    var inbox = Inbox()
    var observers: [ObjectIdentifier: PaymentQueue.Registration] = [:]
    var updates = UpdateReading()

    /// Whether the store has stated a newer revision of a transaction that is not dealt with.
    func holdsNewerRevision(than transaction: PaymentTransaction) -> Bool {
        transactions.holdsNewerRevision(than: transaction)
            || unfinished.transactions.holdsNewerRevision(than: transaction)
    }
}

/// How far the queue has read the connection's updates.
struct UpdateReading {
    var isStarted = false
    /// Whether the connection has ended.
    var isClosed = false
    var loop: Task<Void, Never>?
    /// How many updates the store has sent, without checkpoints.
    var count = 0
    var ownershipWatch: OwnershipWatch?
}
