public import Foundation
public import IAPCore

/// What the ledger knows of one transaction.
public struct RecordedTransaction: Hashable, Sendable {
    /// The store's latest word on it. Its state and its payment are those with which it was recorded.
    public let transaction: PaymentTransaction
    /// What it granted.
    public let credits: [Credit]
    /// When the ledger wrote it first, by the store's clock.
    public let recordedDate: Date
    /// Whether the app's delivery handler has given what it bought.
    public let isDelivered: Bool
    /// Whether the store took it back.
    public let isRevoked: Bool
    /// Credits that were taken from the balances when the store last took it back. They are granted again when the
    /// store reverses that.
    public let takenBack: [Credit]
    /// Whether the app's delivery handler has taken back what it had given.
    public let isWithdrawn: Bool
    /// How often it has been granted: 1 when it was recorded, and one more with each reversal of a revocation. 0 when
    /// it was revoked before it was recorded.
    public let grantNumber: Int
    /// The store's account that it belongs to: the transaction's, or the one to which it was transferred
    /// (``AccountPolicy/transfer``). `nil` where none is known.
    public let account: String?

    package init(
        transaction: PaymentTransaction,
        credits: [Credit],
        recordedDate: Date,
        isDelivered: Bool,
        isRevoked: Bool,
        takenBack: [Credit] = [],
        isWithdrawn: Bool,
        grantNumber: Int = 1,
        account: String? = nil
    ) {
        self.transaction = transaction
        self.credits = credits
        self.recordedDate = recordedDate
        self.isDelivered = isDelivered
        self.isRevoked = isRevoked
        self.takenBack = takenBack
        self.isWithdrawn = isWithdrawn
        self.grantNumber = grantNumber
        self.account = account ?? transaction.appTransactionIdentifier
    }
}

extension RecordedTransaction {
    /// Whether nothing is left to do for it: delivered or, when revoked, withdrawn.
    public var isFulfilled: Bool { isRevoked ? isWithdrawn : isDelivered }

    /// What its last grant added to the balances.
    package var lastGrant: [Credit] { grantNumber > 1 ? takenBack : credits }

    /// Whether the store takes the revocation back with this word: one without a revocation, dated later than the word
    /// that revoked. Of words without a date nobody can tell which is the later; then what is revoked stays revoked.
    package func isReinstated(by transaction: PaymentTransaction) -> Bool {
        isRevoked && transaction.revocationDate == nil && transaction.isSaid(after: self.transaction)
    }

    /// Whether it is known from restoring alone, which grants no credits.
    var isRestoredOnly: Bool { transaction.transactionState == .restored && !isRevoked && credits.isEmpty }

    /// Of a revoked transaction, the credits that had been spent already. They stay spent; no balance goes below zero.
    public var shortfall: [Credit] {
        guard isRevoked else { return [] }
        return credits.compactMap { credit in
            let taken = takenBack.first { $0.unit == credit.unit }?.amount ?? 0
            return try? Credit(credit.amount - taken, of: credit.unit)
        }
    }
}
