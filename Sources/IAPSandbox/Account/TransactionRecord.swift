import Foundation
import IAPCore

/// One transaction in an account's history, with what only the store knows of it.
struct TransactionRecord: Sendable, Equatable, Codable {
    /// What has to happen before the purchase is decided.
    enum PendingAction: Hashable, Sendable, Codable {
        /// A parent approves it, until the request lapses.
        case approval(until: Date)
        /// The customer settles what interrupted it.
        case settlement
    }

    /// As every device may see it: its payment names no request.
    var transaction: PaymentTransaction
    /// Whether some device has finished it.
    var isFinished = false
    /// The device that bought; `nil` outside the app.
    var device: String?
    /// The request that an approval or a settled interruption will answer.
    var requestIdentifier: UUID?
    var pendingAction: PendingAction?
    /// Of a family member's transaction: the buyer's.
    var sharedTransaction: TransactionIdentifier?
    /// What was paid back, in units of the currency.
    var refundedAmount: Decimal?

    var id: TransactionIdentifier { transaction.id }

    /// Dates the store's latest revision, always later than the revision before.
    mutating func sign(at date: Date) {
        transaction.signedDate = date.signing(after: transaction.signedDate)
    }

    var isPurchased: Bool { transaction.transactionState == .purchased }

    /// Paid and not revoked.
    var isInForce: Bool { isPurchased && transaction.revocationDate == nil }

    /// Paid by the account itself and not revoked.
    var isOwnPurchase: Bool { isInForce && transaction.ownershipType == .purchased }

    /// Whether a family member can use it.
    func isShared(at date: Date) -> Bool {
        sharedTransaction != nil && !transaction.isUpgraded && transaction.expirationDate.map { $0 > date } ?? true
    }

    var isPendingAskToBuyConfirmation: Bool { approvalDeadline != nil }

    /// When the request for approval lapses.
    var approvalDeadline: Date? {
        if case .approval(let deadline) = pendingAction { deadline } else { nil }
    }

    /// The purchase that waits, ready to be completed.
    ///
    /// - Throws: `productNotAvailable` when the product is not sold now.
    func pendingPurchase(in store: StoreContext) throws -> Purchase {
        let product = try store.soldProduct(transaction.productIdentifier)
        return Purchase(payment: transaction.payment, product: product, device: device, request: requestIdentifier)
    }
}

extension Date {
    /// The date of a revision that is signed now, always later than that of the revision before.
    func signing(after earlier: Date?) -> Date {
        max(self, earlier?.addingTimeInterval(0.001) ?? self)
    }
}

extension TransactionIdentifier {
    /// A sandbox counts its transactions.
    var number: Int { Int(rawValue) ?? 0 }
}
