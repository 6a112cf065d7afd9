import Foundation
import IAPCore

/// One purchase in an account's history.
///
/// A history has hundreds of thousands of them, mostly renewals that differ in their dates alone; so what a renewal has
/// in common with the one before it is kept once.
struct TransactionRecord: Sendable {
    /// What keeps a purchase from being decided.
    enum Obstacle: Hashable, Sendable, Codable {
        /// Somebody is asked, until the request lapses.
        case approval(until: Date)
        /// The customer has something to settle.
        case interruption
    }

    /// What transactions have in common.
    private final class Template: Sendable {
        let transaction: PaymentTransaction

        init(_ transaction: PaymentTransaction) {
            self.transaction = transaction
        }
    }

    let number: Int
    private var template: Template
    private var state: PaymentTransactionState
    private var isUpgraded: Bool
    /// Whether some device has finished it.
    var isFinished = false
    private var transactionDate: Date
    private var expirationDate: Date?
    private var revocationDate: Date?
    private var signedDate: Date?
    /// The device that bought; `nil` outside the app.
    var device: String?
    /// The submission that an approval or a settled interruption will answer.
    var requestIdentifier: UUID?
    var obstacle: Obstacle?
    /// Of what a family member may use: the buyer's transaction.
    var sharedTransaction: TransactionIdentifier?
    /// What was paid back, in units of the currency.
    var refundedAmount: Decimal?

    /// - Parameter similar: A transaction that this one is likely to resemble.
    init(
        transaction: PaymentTransaction,
        like similar: TransactionRecord? = nil,
        device: String? = nil,
        requestIdentifier: UUID? = nil,
        obstacle: Obstacle? = nil
    ) {
        number = transaction.id.number
        let common = transaction.common
        template = similar.flatMap { $0.template.transaction == common ? $0.template : nil } ?? Template(common)
        state = transaction.transactionState
        isUpgraded = transaction.isUpgraded
        transactionDate = transaction.transactionDate
        expirationDate = transaction.expirationDate
        revocationDate = transaction.revocationDate
        signedDate = transaction.signedDate
        self.device = device
        self.requestIdentifier = requestIdentifier
        self.obstacle = obstacle
    }

    var id: TransactionIdentifier { TransactionIdentifier(String(number)) }

    /// As every device may see it: its payment names no request.
    var transaction: PaymentTransaction {
        get {
            var transaction = template.transaction
            transaction.transactionIdentifier = id
            transaction.transactionState = state
            transaction.isUpgraded = isUpgraded
            transaction.transactionDate = transactionDate
            transaction.expirationDate = expirationDate
            transaction.revocationDate = revocationDate
            transaction.signedDate = signedDate
            return transaction
        }
        set {
            let common = newValue.common
            if template.transaction != common { template = Template(common) }
            state = newValue.transactionState
            isUpgraded = newValue.isUpgraded
            transactionDate = newValue.transactionDate
            expirationDate = newValue.expirationDate
            revocationDate = newValue.revocationDate
            signedDate = newValue.signedDate
        }
    }

    /// What is the same in every renewal at one price.
    var common: PaymentTransaction { template.transaction }

    /// Dates what the store says of it now, later than what it said before: also where no time has passed.
    mutating func sign(at date: Date) {
        let earliest = signedDate?.addingTimeInterval(0.001) ?? date
        signedDate = max(date, earliest)
    }

    /// Paid and not taken back.
    var isInForce: Bool { state == .purchased && revocationDate == nil }

    /// Of a family member's subscription: whether it can be used.
    func isSharedNow(at date: Date) -> Bool {
        sharedTransaction != nil && !isUpgraded && expirationDate.map { $0 > date } ?? true
    }

    var isPurchased: Bool { state == .purchased }

    var isPendingAskToBuyConfirmation: Bool {
        if case .approval = obstacle { true } else { false }
    }
}

extension PaymentTransaction {
    /// The transaction without what tells it from others like it.
    fileprivate var common: PaymentTransaction {
        var common = self
        common.transactionIdentifier = ""
        common.transactionState = .purchased
        common.isUpgraded = false
        common.transactionDate = .distantPast
        common.expirationDate = nil
        common.revocationDate = nil
        common.signedDate = nil
        return common
    }
}

extension TransactionRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case transaction, isFinished, device, requestIdentifier, obstacle, sharedTransaction, refundedAmount
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            transaction: try container.decode(PaymentTransaction.self, forKey: .transaction),
            device: try container.decodeIfPresent(String.self, forKey: .device),
            requestIdentifier: try container.decodeIfPresent(UUID.self, forKey: .requestIdentifier),
            obstacle: try container.decodeIfPresent(Obstacle.self, forKey: .obstacle)
        )
        isFinished = try container.decode(Bool.self, forKey: .isFinished)
        sharedTransaction = try container.decodeIfPresent(TransactionIdentifier.self, forKey: .sharedTransaction)
        refundedAmount = try container.decodeIfPresent(Decimal.self, forKey: .refundedAmount)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transaction, forKey: .transaction)
        try container.encode(isFinished, forKey: .isFinished)
        try container.encodeIfPresent(device, forKey: .device)
        try container.encodeIfPresent(requestIdentifier, forKey: .requestIdentifier)
        try container.encodeIfPresent(obstacle, forKey: .obstacle)
        try container.encodeIfPresent(sharedTransaction, forKey: .sharedTransaction)
        try container.encodeIfPresent(refundedAmount, forKey: .refundedAmount)
    }
}

extension TransactionIdentifier {
    /// A sandbox counts its transactions.
    var number: Int { Int(rawValue) ?? 0 }

    /// `nil` for what a sandbox does not write.
    var exactNumber: Int? { Int(rawValue).flatMap { String($0) == rawValue ? $0 : nil } }
}
