import Foundation
import IAPCore
import IAPPersistence

/// Transactions by identifier, in the order in which they first came.
struct TransactionList {
    private var positions: [TransactionIdentifier: Int] = [:]
    private var transactions: [Int: PaymentTransaction] = [:]
    /// Of each request, the transaction that is purchasing or deferred.
    private var unpaid: [UUID: TransactionIdentifier] = [:]
    private var next = 0

    var all: [PaymentTransaction] { transactions.sorted { $0.key < $1.key }.map(\.value) }

    subscript(identifier: TransactionIdentifier) -> PaymentTransaction? {
        positions[identifier].flatMap { transactions[$0] }
    }

    /// Whether it has a newer revision of the transaction.
    func holdsNewerRevision(than transaction: PaymentTransaction) -> Bool {
        self[transaction.transactionIdentifier]?.isNewer(than: transaction) ?? false
    }

    /// Adds a transaction, or puts it in the place of the one with its identifier.
    ///
    /// - Returns: The transaction that it supersedes and that is gone: an earlier, unpaid state of the same request,
    ///   where the store gives each state an identifier of its own.
    @discardableResult
    mutating func insert(_ transaction: PaymentTransaction) -> PaymentTransaction? {
        let identifier = transaction.transactionIdentifier
        var superseded: PaymentTransaction?
        if let request = transaction.payment.requestIdentifier {
            if let earlier = unpaid[request], earlier != identifier { superseded = remove(earlier) }
            unpaid[request] = transaction.transactionState.isUnpaid ? identifier : nil
        }
        let position = positions[identifier] ?? next
        if position == next { next += 1 }
        positions[identifier] = position
        transactions[position] = transaction
        return superseded
    }

    /// Removes what a request left purchasing or deferred.
    mutating func removeUnpaid(of request: UUID) {
        if let identifier = unpaid[request] { remove(identifier) }
    }

    @discardableResult
    mutating func remove(_ identifier: TransactionIdentifier) -> PaymentTransaction? {
        let removed = positions.removeValue(forKey: identifier).flatMap { transactions.removeValue(forKey: $0) }
        if let request = removed?.payment.requestIdentifier, unpaid[request] == identifier { unpaid[request] = nil }
        return removed
    }
}

extension PaymentTransactionState {
    fileprivate var isUnpaid: Bool { self == .purchasing || self == .deferred }
}
