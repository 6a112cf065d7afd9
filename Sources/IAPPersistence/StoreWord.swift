import Foundation
import IAPCore

/// What the store once said of a transaction: the facts that a ledger folds at hand, the whole of it on demand.
///
/// A ledger that was opened from a file has one for each transaction, so it is small, and shared by entry and record.
final class StoreWord: Sendable {
    private enum Source: Sendable {
        indirect case made(PaymentTransaction)
        case written(LedgerText, LedgerText.Slice)
    }

    let key: IdentifierKey
    let originalKey: IdentifierKey?
    let product: ProductIdentifier
    let group: String?
    let account: String?
    let environment: PaymentTransaction.Environment
    let date: Date
    let expirationDate: Date?
    let revocationDate: Date?
    let signedDate: Date?
    /// 1 to 10.
    let quantity: Int8
    let productType: ProductType
    let state: PaymentTransactionState
    /// Whether the customer bought it, rather than the store renewed it.
    let isPurchase: Bool
    let isUpgraded: Bool
    private let source: Source

    /// - Parameter transaction: Normalized.
    init(_ transaction: PaymentTransaction) {
        key = IdentifierKey(transaction.transactionIdentifier)
        originalKey = transaction.originalTransactionIdentifier.map { IdentifierKey($0) }
        product = transaction.productIdentifier
        group = transaction.subscriptionGroupIdentifier
        account = transaction.appTransactionIdentifier
        environment = transaction.environment
        date = transaction.transactionDate
        expirationDate = transaction.expirationDate
        revocationDate = transaction.revocationDate
        signedDate = transaction.signedDate
        quantity = Int8(transaction.quantity)
        productType = transaction.productType
        state = transaction.transactionState
        isPurchase = transaction.reason == .purchase
        isUpgraded = transaction.isUpgraded
        source = .made(transaction)
    }

    /// - Parameters:
    ///   - slice: Where in `text` the transaction is written that `cursor` has read.
    ///   - string: Makes a string that is likely to come again.
    init(
        _ transaction: TransactionText,
        key: (LedgerText.Slice) -> IdentifierKey,
        in slice: LedgerText.Slice,
        of text: LedgerText,
        string: (LedgerText.Slice) -> String,
        isPurchase: Bool
    ) {
        self.key = key(transaction.identifier)
        originalKey = transaction.originalIdentifier.map(key)
        product = string(transaction.product)
        group = transaction.group.map(string)
        account = transaction.account.map(string)
        environment = transaction.environment
        date = transaction.date
        expirationDate = transaction.expirationDate
        revocationDate = transaction.revocationDate
        signedDate = transaction.signedDate
        quantity = Int8(transaction.quantity)
        productType = transaction.productType
        state = transaction.state
        self.isPurchase = isPurchase
        isUpgraded = transaction.isUpgraded
        source = .written(text, slice)
    }

    var transaction: PaymentTransaction {
        switch source {
        case .made(let transaction): return transaction
        case .written(let text, let slice):
            let transaction = text.withBytes(of: slice) { bytes in
                var cursor = TextCursor(bytes)
                return TransactionText(&cursor)?.transaction(in: cursor)
            }
            // The same bytes have been read as a transaction before, or this word would not be.
            guard let transaction else { preconditionFailure("A transaction's text has changed in memory.") }
            return transaction
        }
    }

    /// The purchase that this transaction repeats under an identifier of its own, if it does.
    ///
    /// Subscriptions are left out: there the original is the first of many periods, each a purchase of its own.
    var keyOfRepeatedPurchase: IdentifierKey? {
        guard productType == .nonConsumable || productType == .nonRenewable else { return nil }
        guard let originalKey, originalKey != key else { return nil }
        return state == .restored || revocationDate != nil ? originalKey : nil
    }

    /// The first purchase of the subscription.
    var subscriptionKey: IdentifierKey { originalKey ?? key }
}
