public import Foundation
public import IAPCore

/// What the ledger knows of one transaction.
public struct RecordedTransaction: Hashable, Sendable {
    /// The latest revision that the store signed, but with the state, date and payment with which it was recorded.
    public internal(set) var transaction: PaymentTransaction
    /// What it granted.
    public internal(set) var credits: [Credit]
    /// When the ledger first recorded it, by the store's clock.
    public internal(set) var recordedDate: Date
    /// Whether the app's delivery handler has delivered it.
    public internal(set) var isDelivered: Bool
    /// Whether the store revoked it.
    public internal(set) var isRevoked: Bool
    /// The credits that the last revocation took from the balances. They are granted again when the store reverses it.
    public internal(set) var revokedCredits: [Credit]
    /// Whether the app's delivery handler has dealt with the revocation.
    public internal(set) var isRevocationDelivered: Bool
    /// How often it has been granted: 1 when it was recorded, and one more with each reversal of a revocation. 0 when
    /// it was revoked before it was recorded.
    package var grantNumber: Int
    /// The account to which it was transferred.
    var newAccount: String?

    /// - Parameter transferredTo: The account to which it was transferred (``AccountPolicy/transfer``).
    public init(
        transaction: PaymentTransaction,
        credits: [Credit] = [],
        recordedDate: Date,
        isDelivered: Bool = false,
        isRevoked: Bool = false,
        revokedCredits: [Credit] = [],
        isRevocationDelivered: Bool = false,
        transferredTo account: String? = nil
    ) {
        self.transaction = transaction
        self.credits = credits
        self.recordedDate = recordedDate
        self.isDelivered = isDelivered
        self.isRevoked = isRevoked
        self.revokedCredits = revokedCredits
        self.isRevocationDelivered = isRevocationDelivered
        grantNumber = 1
        newAccount = account
    }

    /// The store's account that it belongs to: the transaction's, or the one to which it was transferred
    /// (``AccountPolicy/transfer``). `nil` where none is known.
    public var account: String? { newAccount ?? transaction.appTransactionIdentifier }

    /// Whether nothing is left to do for the app's delivery handler.
    public var isFulfilled: Bool { isRevoked ? isRevocationDelivered : isDelivered }

    /// Of a revoked transaction, the credits that had been spent already. They stay spent; no balance goes below zero.
    public var uncoveredCredits: [Credit] {
        guard isRevoked else { return [] }
        return credits.compactMap { credit in
            let revoked = revokedCredits.first { $0.unit == credit.unit }?.amount ?? 0
            return try? Credit(credit.amount - revoked, of: credit.unit)
        }
    }

    /// What its last grant added to the balances.
    package var lastGrant: [Credit] { grantNumber > 1 ? revokedCredits : credits }

    /// Whether the store reverses the revocation with this revision: it has none, and is newer than the one that
    /// revoked. Of revisions without a date none is the newer one; then what is revoked stays revoked.
    package func isReinstated(by transaction: PaymentTransaction) -> Bool {
        isRevoked && transaction.revocationDate == nil && transaction.isNewer(than: self.transaction)
    }

    /// Whether it is known from restoring alone, which grants no credits.
    var isRestoredOnly: Bool { transaction.transactionState == .restored && !isRevoked && credits.isEmpty }

    var identifier: TransactionIdentifier { transaction.transactionIdentifier }
}

extension PaymentTransaction {
    /// The first purchase of the subscription.
    var subscriptionIdentifier: TransactionIdentifier { originalTransactionIdentifier ?? transactionIdentifier }

    /// The purchase that this transaction repeats under an identifier of its own, if it does.
    ///
    /// Subscriptions are left out: there the original is the first of many periods, each a purchase of its own, which its
    /// ``period`` identifies.
    var repeatedPurchase: TransactionIdentifier? {
        guard productType == .nonConsumable || productType == .nonRenewable else { return nil }
        guard let original = originalTransactionIdentifier, original != transactionIdentifier else { return nil }
        return transactionState == .restored || revocationDate != nil ? original : nil
    }

    /// The period of a subscription that this transaction bought.
    var period: SubscriptionPeriod? {
        productType == .autoRenewable
            ? SubscriptionPeriod(product: productIdentifier, startDate: transactionDate) : nil
    }

    /// Whether two transactions with one ``period`` are the same purchase: one is a restored copy of the other, which it
    /// names as its original.
    func isPeriod(of other: PaymentTransaction) -> Bool {
        (transactionState == .restored || other.transactionState == .restored)
            && (originalTransactionIdentifier == other.id || other.originalTransactionIdentifier == id)
    }
}

/// A period of a subscription, by what a restore does not change.
struct SubscriptionPeriod: Hashable, Sendable {
    let product: ProductIdentifier
    let startDate: Date
}
