import Foundation
import IAPCore

extension PaymentQueue {
    /// All that a queue keeps in memory. Whatever must outlive it is the store's or the ledger's.
    struct State {
        var requests = PurchaseRequests()
        /// What the store has told and what is not finished.
        var transactions = TransactionList()
        /// Paid or revoked transactions that a step failed for, to be tried again.
        var unprocessed = TransactionList()
        /// What will become of subscriptions, where the ledger could not record it.
        var unrecordedRenewals: [TransactionIdentifier: SubscriptionRenewal] = [:]
        /// What the customer wants to buy on a page of the App Store, oldest first.
        var purchaseIntents: [Payment] = []
        /// What the store wants to tell the customer, oldest first.
        var messages: [StoreMessage] = []
        var observers: [ObjectIdentifier: Registration] = [:]
        var restores = Restores()
        var isStarted = false
        var loop: Task<Void, Never>?
        var ownershipWatch: OwnershipWatch?
        /// How many updates the store has sent, without checkpoints.
        var updateCount = 0
        /// The checkpoints that are still in the connection's stream.
        var checkpoints: [UUID: Promise<Void>] = [:]
        var isClosed = false

        mutating func dismiss(_ purchaseIntent: Payment) {
            if let place = purchaseIntents.firstIndex(of: purchaseIntent) { purchaseIntents.remove(at: place) }
        }

        mutating func dismissPurchaseIntents(for product: ProductIdentifier) {
            purchaseIntents.removeAll { $0.productIdentifier == product }
        }
    }
}
