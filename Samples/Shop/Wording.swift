import Foundation
import IAP
import IAPPaywall
import SampleTerminal

/// How the shops put things, for people.
@MainActor
struct Wording {
    private let products: [ProductIdentifier: StoreProduct]
    private let ledger: Ledger?
    private let hasShortPeriods: Bool

    /// - Parameter hasShortPeriods: Whether a day is too long to tell periods apart.
    init(products: [StoreProduct], ledger: Ledger?, hasShortPeriods: Bool) {
        self.hasShortPeriods = hasShortPeriods
        self.products = Dictionary(products.map { ($0.productIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
        self.ledger = ledger
    }

    /// What a customer calls a product.
    func title(of product: ProductIdentifier) -> String {
        (products[product]?.localizedTitle ?? product).printable
    }

    func text(of date: Date) -> String { hasShortPeriods ? date.ISO8601Format() : date.day }

    /// One sentence for a piece of news, and how it feels; `nil` when it is not worth one.
    func sentence(for news: News) -> (text: String, role: Style.Role)? {
        switch news {
        case .delivered(let transaction): (delivered(transaction), .good)
        case .deferred(let transaction):
            ("\(subject(of: transaction)) waits for approval. Nothing is charged until then.", .waiting)
        case .failed(let transaction) where transaction.error?.code == .purchaseDeclined:
            ("\(subject(of: transaction)) was not approved. Nothing was charged.", .waiting)
        case .failed(let transaction):
            ("\(subject(of: transaction)): \(Self.sentence(for: transaction.error))", .bad)
        case .revoked(let transaction) where transaction.ownershipType == .familyShared:
            ("\(subject(of: transaction)) is shared with you no longer.", .waiting)
        case .revoked(let transaction): (refunded(transaction), .waiting)
        case .lapsed(let status): (lapsed(status), .waiting)
        default: nil
        }
    }

    /// What a customer should read, and on a second line what a developer wants to know.
    ///
    /// - Parameter remedy: What is said to the developer instead of the error's own message.
    static func sentence(for error: (any Error)?, remedy: String? = nil) -> String {
        switch error {
        case let failure as CommandFailure: failure.message
        // It is about what was asked of the simulated App Store, which no customer would read of.
        case let error as IAPError where error.code == .invalidAction: error.message.printable
        case let error as IAPError:
            "\(error.localizedDescription) (\(error.code.rawValue))\n\(remedy ?? error.message.printable)"
        case let error?: error.localizedDescription
        case nil: "Something went wrong."
        }
    }

    private func subject(of transaction: PaymentTransaction) -> String {
        let title = title(of: transaction.productIdentifier)
        let quantity = transaction.quantity
        return quantity == 1 ? title : "\(quantity) × \(title)"
    }

    private func delivered(_ transaction: PaymentTransaction) -> String {
        let isRestored = transaction.transactionState == .restored
        let isShared = transaction.ownershipType == .familyShared
        let verb =
            isRestored
            ? "Restored" : isShared ? "Shared with you" : transaction.reason == .renewal ? "Renewed" : "Bought"
        var text = "\(verb): \(subject(of: transaction))"
        if let end = transaction.expirationDate { text += " until \(self.text(of: end))" }
        if let price = transaction.price, let product = products[transaction.productIdentifier], !isRestored,
            !isShared
        {
            text += price == 0 ? ", for free" : ", for \(PriceFormat(for: product).text(for: price))"
        }
        for credit in ledger?.transaction(transaction.id)?.credits ?? [] {
            text += ", \(credit.amount) \(credit.unit) more"
        }
        return text + "."
    }

    private func refunded(_ transaction: PaymentTransaction) -> String {
        var text = "\(subject(of: transaction)) was refunded and is gone"
        let record = ledger?.transaction(transaction.id)
        for credit in record?.revokedCredits ?? [] { text += ", \(credit.amount) \(credit.unit) less" }
        for credit in record?.uncoveredCredits ?? [] { text += ", \(credit.amount) \(credit.unit) spent already" }
        return text + "."
    }

    private func lapsed(_ status: SubscriptionGroupStatus) -> String {
        let title = subject(of: status.transaction)
        let end = text(of: status.accessEndDate)
        return switch status.state {
        case .inGracePeriod: "\(title) could not be charged. It stays until \(end), for the customer to pay."
        case .inBillingRetryPeriod: "\(title) could not be charged. It gives no access until the customer pays."
        default: "\(title) is over. It lasted until \(end)."
        }
    }

    /// One line for an entry of the ledger.
    func line(for entry: LedgerEntry) -> String {
        let what =
            switch entry.kind {
            case .recorded: entry.transaction?.transactionState == .restored ? "restored" : "bought"
            default: entry.kind.rawValue
            }
        var parts = [entry.date.ISO8601Format(), what.padded(to: 9)]
        let recorded = entry.transactionIdentifier.flatMap { ledger?.transaction($0)?.transaction }
        if let transaction = entry.transaction ?? recorded {
            parts.append(subject(of: transaction))
            if let end = transaction.expirationDate { parts.append("until \(text(of: end))") }
        }
        let sign = entry.kind == .spent || entry.kind == .revoked ? "-" : "+"
        parts += entry.credits.map { "\(sign)\($0.amount) \($0.unit)" }
        if case .imported(let products, _, _) = entry.content { parts += products.map(title(of:)) }
        if case .renewal(let renewal) = entry.content {
            let next = renewal.autoRenewPreference.map(title(of:)) ?? "the plan"
            parts.append(renewal.willAutoRenew ? "\(next) renews" : "renews no more")
        }
        if let note = entry.note { parts.append(note.printable) }
        if let identifier = entry.transactionIdentifier { parts.append("#\(identifier.rawValue.printable)") }
        return parts.joined(separator: "  ")
    }
}
