public import Foundation
public import IAP
import IAPPaywall
import SampleTerminal

/// The texts about transactions that the samples show to a customer. Each purchase has one receipt.
@MainActor
public struct Receipts {
    private let ledger: Ledger
    /// The transactions that have had their receipt. A store may answer a purchase with an earlier one.
    private var shown: Set<TransactionIdentifier>
    private var waiting: Set<TransactionIdentifier> = []
    /// The source of titles and currencies.
    public var products: [StoreProduct] = []

    public init(store: IAPStore) {
        ledger = store.ledger
        shown = Set(ledger.transactions.filter(\.isFulfilled).map(\.transaction.id))
    }

    public func title(of product: ProductIdentifier) -> String {
        products.title(of: product)
    }

    /// `nil` for a purchase that has had its receipt.
    public mutating func receipt(for transaction: PaymentTransaction) -> String? {
        let isNew = shown.insert(transaction.id).inserted
        let isRestored = transaction.transactionState == .restored
        guard isNew || isRestored else { return nil }
        let isShared = transaction.ownershipType == .familyShared
        let verb =
            isRestored
            ? "Restored" : isShared ? "Shared with you" : transaction.reason == .renewal ? "Renewed" : "Bought"
        var text = "\(verb): \(subject(of: transaction))"
        if let end = transaction.expirationDate { text += " until \(transaction.text(of: end))" }
        let product = products.first { $0.productIdentifier == transaction.productIdentifier }
        if let price = transaction.price, let product, !isRestored, !isShared {
            text += price == 0 ? ", for free" : ", for \(PriceFormat(for: product).text(for: price))"
        }
        for credit in ledger.transaction(transaction.id)?.credits ?? [] {
            text += ", \(credit.amount) \(credit.unit) more"
        }
        return text + "."
    }

    public mutating func waitingText(for transaction: PaymentTransaction) -> String {
        waiting.insert(transaction.id).inserted
            ? "\(subject(of: transaction)) waits for approval. Nothing is charged until then."
            : "\(title(of: transaction.productIdentifier)) waits for approval already. "
                + "Nothing more was asked for."
    }

    public func refundText(for record: RecordedTransaction) -> String {
        let subject = subject(of: record.transaction)
        guard record.transaction.ownershipType != .familyShared else {
            return "\(subject) is shared with you no longer."
        }
        var text = "\(subject) was refunded and is gone"
        for credit in record.revokedCredits { text += ", \(credit.amount) \(credit.unit) less" }
        for credit in record.uncoveredCredits { text += ", \(credit.amount) \(credit.unit) spent already" }
        return text + "."
    }

    /// `nil` while the subscription goes on, and after a refund, which has a text of its own.
    public func lapseText(for status: SubscriptionGroupStatus) -> String? {
        let title = subject(of: status.transaction)
        let end = status.transaction.text(of: status.accessEndDate)
        return switch status.state {
        case .inGracePeriod: "\(title) could not be charged. It stays until \(end), for the customer to pay."
        case .inBillingRetryPeriod: "\(title) could not be charged. It gives no access until the customer pays."
        case .expired: "\(title) is over. It lasted until \(end)."
        default: nil
        }
    }

    public func subject(of transaction: PaymentTransaction) -> String {
        products.subject(of: transaction)
    }
}

extension [StoreProduct] {
    /// The title of a product; its identifier where the store does not sell it.
    public func title(of identifier: ProductIdentifier) -> String {
        (first { $0.productIdentifier == identifier }?.localizedTitle ?? identifier).printable
    }

    /// What was bought, and how many: `3 × Bag of Coins`.
    func subject(of transaction: PaymentTransaction) -> String {
        let title = title(of: transaction.productIdentifier)
        let quantity = transaction.quantity
        return quantity == 1 ? title : "\(quantity) × \(title)"
    }
}

extension PaymentTransaction {
    /// The day of a date, with the time where the period is shorter than a day.
    public func text(of date: Date) -> String { date.text(inPeriodFrom: transactionDate, to: expirationDate) }
}

extension Date {
    /// Such as 2026-11-30, in UTC.
    public var day: String { String(ISO8601Format().prefix(10)) }

    func text(inPeriodFrom start: Date, to end: Date?) -> String {
        guard let end, end.timeIntervalSince(start) < 86_400 else { return day }
        return ISO8601Format()
    }
}
