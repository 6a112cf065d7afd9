import Foundation
import IAPCore
import IAPPersistence

/// What a ledger answers, as text: the same whatever form its types have, as long as they hold the same facts.
struct LedgerSummary {
    private(set) var text = ""

    init(_ ledger: Ledger, groups: [String]) {
        add("owned", ledger.ownedProducts.map(Self.text))
        add("balances", ledger.balances.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
        add("subscriptions", groups.flatMap { ledger.subscriptionStatuses(inGroup: $0) }.map(Self.text))
        add("transactions", ledger.transactions.map(Self.text))
        add("history", ledger.history.map(Self.text))
    }

    private mutating func add(_ title: String, _ lines: [String]) {
        text += "\(title):\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static func text(_ product: OwnedProduct) -> String {
        let transaction = product.transaction?.transactionIdentifier.rawValue ?? "import"
        let end = product.expirationDate.map(text) ?? "never"
        return "\(product.productIdentifier) by \(transaction) until \(end)\(product.isInGracePeriod ? ", grace" : "")"
    }

    private static func text(_ status: SubscriptionGroupStatus) -> String {
        "\(status.state.rawValue) \(status.transaction.transactionIdentifier) \(facts(status.renewal as Any))"
    }

    private static func text(_ record: RecordedTransaction) -> String {
        var parts = [facts(record.transaction), "granted \(text(record.credits))", "at \(text(record.recordedDate))"]
        if record.isDelivered { parts.append("delivered") }
        if record.isRevoked { parts.append("revoked, uncovered \(text(record.uncoveredCredits))") }
        if !record.revokedCredits.isEmpty { parts.append("revoked credits \(text(record.revokedCredits))") }
        if record.isRevocationDelivered { parts.append("revocation delivered") }
        parts.append("grant \(record.grantNumber)")
        if let account = record.account { parts.append("account \(account)") }
        return parts.joined(separator: "; ")
    }

    private static func text(_ entry: LedgerEntry) -> String {
        var parts = [entry.kind, text(entry.date)]
        if let environment = entry.environment { parts.append(environment.rawValue) }
        if let identifier = entry.transactionIdentifier { parts.append("of \(identifier)") }
        if !entry.credits.isEmpty { parts.append(text(entry.credits)) }
        if let transaction = entry.transaction { parts.append(facts(transaction)) }
        return parts.joined(separator: " ")
    }

    private static func text(_ credits: [Credit]) -> String {
        "[\(credits.map { "\($0.amount) \($0.unit)" }.joined(separator: ", "))]"
    }

    /// Milliseconds since 1970.
    private static func text(_ date: Date) -> String {
        "\(Int64((date.timeIntervalSince1970 * 1_000).rounded()))"
    }

    /// A value's stored properties by name, without those that are `nil`, `false` or empty.
    private static func facts(_ value: Any) -> String {
        switch value {
        case let date as Date: return text(date)
        case let text as String: return text
        case is Int, is Bool, is Decimal, is UUID, is PaymentTransactionState, is Data:
            return "\(value)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { facts($0.value) } ?? ""
        case .collection:
            return mirror.children.isEmpty ? "" : "[\(mirror.children.map { facts($0.value) }.joined(separator: " "))]"
        default: break
        }
        let members = mirror.children.map { (name: $0.label ?? "", text: facts($0.value)) }
        if members.count == 1, members[0].name == "rawValue" { return members[0].text }
        let given = members.filter { !$0.text.isEmpty && $0.text != "false" }.sorted { $0.name < $1.name }
        return given.isEmpty ? "" : "{\(given.map { "\($0.name): \($0.text)" }.joined(separator: " "))}"
    }
}
