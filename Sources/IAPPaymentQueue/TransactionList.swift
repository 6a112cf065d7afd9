import Foundation
import IAPCore
import IAPPersistence

/// Transactions by identifier, in the order in which they first came.
struct TransactionList {
    private var entries: [TransactionIdentifier: (number: Int, transaction: PaymentTransaction)] = [:]
    private var nextNumber = 0

    var all: [PaymentTransaction] { entries.values.sorted { $0.number < $1.number }.map(\.transaction) }

    subscript(identifier: TransactionIdentifier) -> PaymentTransaction? { entries[identifier]?.transaction }

    /// Whether it has a newer revision of the transaction.
    func holdsNewerRevision(than transaction: PaymentTransaction) -> Bool {
        self[transaction.id]?.isNewer(than: transaction) ?? false
    }

    /// Adds a transaction, or puts it in the place of the one with its identifier.
    ///
    /// - Returns: The transaction that it supersedes and that is gone: an earlier, unpaid state of the same request,
    ///   where the store gives each state an identifier of its own.
    @discardableResult
    mutating func insert(_ transaction: PaymentTransaction) -> PaymentTransaction? {
        let number = entries[transaction.id]?.number ?? nextNumber
        entries[transaction.id] = nil
        let superseded = transaction.payment.requestIdentifier.flatMap { removeUnpaid(of: $0) }
        entries[transaction.id] = (number, transaction)
        nextNumber += 1
        return superseded
    }

    /// Removes what a request left purchasing or deferred.
    @discardableResult
    mutating func removeUnpaid(of request: UUID) -> PaymentTransaction? {
        let unpaid = entries.values.first { entry in
            entry.transaction.payment.requestIdentifier == request && entry.transaction.transactionState.isUnpaid
        }
        return unpaid.flatMap { remove($0.transaction.id) }
    }

    @discardableResult
    mutating func remove(_ identifier: TransactionIdentifier) -> PaymentTransaction? {
        entries.removeValue(forKey: identifier)?.transaction
    }
}

extension PaymentTransactionState {
    fileprivate var isUnpaid: Bool { self == .purchasing || self == .deferred }
}
