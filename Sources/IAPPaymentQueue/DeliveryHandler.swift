public import IAPCore
public import IAPPersistence

/// The app's own work for a purchase: unlocking a level, telling a server, sending a parcel.
///
/// Credits need no handler; the ledger grants them. A transaction is finished only after its handler has succeeded.
/// Until then it comes again: when pending transactions are processed on demand, and at the next launch.
public protocol DeliveryHandler: Sendable {
    /// Gives what a purchase bought, or takes back what a revoked one had.
    ///
    /// Called after the ledger has recorded the transaction. A crash between this call's end and the ledger's note of
    /// it makes it come again, and two processes that share a ledger may both be told of one transaction, so use
    /// ``Delivery/idempotencyKey`` where doing the work twice would matter. Calls for one transaction follow each
    /// other; calls for different transactions may overlap.
    ///
    /// Must not wait for the queue that calls it: restoring, processing pending transactions, and buying the same
    /// product would wait for this very call.
    ///
    /// - Throws: Whatever kept the work from being done. The transaction stays unfinished.
    func deliver(_ delivery: Delivery) async throws
}

/// One piece of work for a delivery handler.
public struct Delivery: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The transaction was paid: give what it bought.
        case grant
        /// The store took the transaction back: take back what it had bought.
        case withdrawal
    }

    public let kind: Kind
    public let transaction: PaymentTransaction
    /// What the ledger granted, or took back, for it this time.
    public let credits: [Credit]
    /// 1, and one more each time that the store reverses a refund and so has the purchase given again.
    public let grantNumber: Int

    /// The same for every repetition of this work, and for no other.
    public var idempotencyKey: String {
        let purchase = "\(transaction.environment.rawValue) \(transaction.transactionIdentifier) \(grantNumber)"
        return switch kind {
        case .grant: "grant \(purchase)"
        case .withdrawal: "withdrawal \(purchase)"
        }
    }

    package init(kind: Kind, transaction: PaymentTransaction, credits: [Credit], grantNumber: Int) {
        self.kind = kind
        self.transaction = transaction
        self.credits = credits
        self.grantNumber = grantNumber
    }
}
