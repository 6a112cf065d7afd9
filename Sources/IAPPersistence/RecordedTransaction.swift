public import Foundation
public import IAPCore

/// What the ledger knows of one transaction.
public struct RecordedTransaction: Hashable, Sendable {
    /// The store's latest word on it. Its state and its payment are those with which it was recorded.
    public internal(set) var transaction: PaymentTransaction
    /// What it granted.
    public internal(set) var credits: [Credit]
    /// When the ledger wrote it first, by the store's clock.
    public internal(set) var recordedDate: Date
    /// Whether the app's delivery handler has given what it bought.
    public internal(set) var isDelivered: Bool
    /// Whether the store took it back.
    public internal(set) var isRevoked: Bool
    /// Credits that were taken from the balances when the store took it back.
    public internal(set) var takenBack: [Credit]
    /// Whether the app's delivery handler has taken back what it had given.
    public internal(set) var isWithdrawn: Bool

    package init(
        transaction: PaymentTransaction,
        credits: [Credit],
        recordedDate: Date,
        isDelivered: Bool,
        isRevoked: Bool,
        takenBack: [Credit] = [],
        isWithdrawn: Bool
    ) {
        self.transaction = transaction
        self.credits = credits
        self.recordedDate = recordedDate
        self.isDelivered = isDelivered
        self.isRevoked = isRevoked
        self.takenBack = takenBack
        self.isWithdrawn = isWithdrawn
    }
}

extension RecordedTransaction {
    /// Whether nothing is left to do for it: delivered or, when revoked, withdrawn.
    public var isFulfilled: Bool { isRevoked ? isWithdrawn : isDelivered }

    /// Of a revoked transaction, the credits that had been spent already. They stay spent; no balance goes below zero.
    public var shortfall: [Credit] {
        guard isRevoked else { return [] }
        return credits.compactMap { credit in
            let taken = takenBack.first { $0.unit == credit.unit }?.amount ?? 0
            return try? Credit(credit.amount - taken, of: credit.unit)
        }
    }
}
