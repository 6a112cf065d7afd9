import Foundation
import IAPCore

/// A device on which an account is or was signed in. Its queue waits until the account comes back.
struct SandboxDevice: Sendable, Equatable, Codable {
    /// A transaction that the app has yet to finish.
    struct QueueEntry: Sendable, Equatable, Codable {
        let transaction: TransactionIdentifier
        let product: ProductIdentifier
        /// The request that it answers.
        let requestIdentifier: UUID?
    }

    let name: String
    var isSignedIn = true
    /// In the order of first delivery.
    var queue: [QueueEntry] = []

    func hasQueued(_ transaction: TransactionIdentifier) -> Bool { queue.contains { $0.transaction == transaction } }

    /// Adds a transaction at the end, or replaces its entry.
    mutating func enqueue(_ record: TransactionRecord, answering request: UUID?) {
        let product = record.transaction.productIdentifier
        let entry = QueueEntry(transaction: record.id, product: product, requestIdentifier: request)
        if let index = queue.firstIndex(where: { $0.transaction == record.id }) {
            queue[index] = entry
        } else {
            queue.append(entry)
        }
    }

    mutating func dequeue(_ transaction: TransactionIdentifier) {
        if let index = queue.firstIndex(where: { $0.transaction == transaction }) { queue.remove(at: index) }
    }
}
