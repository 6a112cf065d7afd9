public import IAPCore
public import IAPPersistence

/// The app's own work for a purchase: unlocking a level, telling a server, sending a parcel.
///
/// Credits need no handler; the ledger grants them. A transaction is finished only after its handler has succeeded.
/// Until then it comes again: when pending transactions are processed on demand, and at the next launch.
public protocol DeliveryHandler: Sendable {
    /// Grants what a purchase bought, or revokes what a revoked purchase had granted.
    ///
    /// Called after the ledger has recorded the transaction. A crash between this call's end and the ledger's note of
    /// it makes it come again, and two processes that share a ledger may both be asked for one transaction, so use
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
        /// The transaction was paid: grant what it bought.
        case grant
        /// The store has revoked the transaction: revoke what it granted.
        case revocation
    }

    public let kind: Kind
    public let transaction: PaymentTransaction
    /// What the ledger granted or revoked for it this time.
    public let credits: [Credit]
    /// 1, and one more each time that the store reverses a refund, so that the purchase is granted again.
    public let grantNumber: Int

    /// The same for every repetition of this work, and for no other.
    public var idempotencyKey: String {
        let purchase = "\(transaction.environment.rawValue) \(transaction.transactionIdentifier) \(grantNumber)"
        return switch kind {
        case .grant: "grant \(purchase)"
        // The text is kept on servers.
        case .revocation: "withdrawal \(purchase)"
        }
    }

    /// Makes a delivery, as for the tests of a handler.
    public init(kind: Kind, transaction: PaymentTransaction, credits: [Credit] = [], grantNumber: Int = 1) {
        self.kind = kind
        self.transaction = transaction
        self.credits = credits
        self.grantNumber = grantNumber
    }
}

extension Delivery {
    init(grantOf record: RecordedTransaction) {
        self.init(
            kind: .grant,
            transaction: record.transaction,
            credits: record.lastGrant,
            grantNumber: record.grantNumber
        )
    }

    init(revocationOf record: RecordedTransaction, _ transaction: PaymentTransaction) {
        self.init(
            kind: .revocation,
            transaction: transaction,
            credits: record.revokedCredits,
            grantNumber: record.grantNumber
        )
    }
}
