import Foundation
import IAPCore

/// One purchase in an account's history.
struct TransactionRecord: Sendable, Equatable, Codable {
    /// What has to happen before the purchase is decided.
    enum PendingAction: Hashable, Sendable, Codable {
        /// Somebody approves it, until the request lapses.
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
    /// The submission that an approval or a settled interruption will answer.
    var requestIdentifier: UUID?
    var pendingAction: PendingAction?
    /// The buyer's transaction that a family member's one lets it use.
    var sharedTransaction: TransactionIdentifier?
    /// What was paid back, in units of the currency.
    var refundedAmount: Decimal?

    var id: TransactionIdentifier { transaction.id }

    /// Dates the store's latest revision of it, later than the revision before, also where no time has passed.
    mutating func sign(at date: Date) {
        let earliest = transaction.signedDate?.addingTimeInterval(0.001) ?? date
        transaction.signedDate = max(date, earliest)
    }

    var isPurchased: Bool { transaction.transactionState == .purchased }

    /// Paid and not revoked.
    var isInForce: Bool { isPurchased && transaction.revocationDate == nil }

    /// Whether a family member can use it.
    func isShared(at date: Date) -> Bool {
        sharedTransaction != nil && !transaction.isUpgraded && transaction.expirationDate.map { $0 > date } ?? true
    }

    var isPendingAskToBuyConfirmation: Bool {
        if case .approval = pendingAction { true } else { false }
    }
}

extension TransactionIdentifier {
    /// A sandbox counts its transactions.
    var number: Int { Int(rawValue) ?? 0 }
}
