import Foundation
import IAPCore
import Testing

@Suite("The facts of a transaction")
struct FactTests {
    @Test("Every stored property of a transaction, a payment and a renewal is declared as a fact")
    func complete() {
        let renewal = SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: true)
        #expect(names(of: PaymentTransaction.blank) == PaymentTransaction.facts.facts.map(\.key))
        #expect(names(of: PaymentTransaction.blank.payment) == Payment.facts.facts.map(\.key))
        #expect(Set(names(of: renewal)) == Set(SubscriptionRenewal.facts.facts.map(\.key)))
        #expect(Set(PaymentTransaction.facts.facts.map(\.path)).count == names(of: PaymentTransaction.blank).count)
        #expect(Set(Payment.facts.facts.map(\.path)).count == names(of: PaymentTransaction.blank.payment).count)
        #expect(Set(SubscriptionRenewal.facts.facts.map(\.path)).count == names(of: renewal).count)
    }

    private func names(of value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

    @Test("The documentation of the ledger's format has the facts as they are declared")
    func documented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let guide = root.deletingLastPathComponent().appendingPathComponent("Documentation/LedgerFormat.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        let tables = [
            rows(PaymentTransaction.facts.facts, withRevisions: true), rows(Payment.facts.facts, withRevisions: false),
            rows(SubscriptionRenewal.facts.facts, withRevisions: false),
        ]
        for table in tables { #expect(text.contains("\n\n" + table + "\n"), "\(table)") }
    }

    private func rows<Root>(_ facts: [Fact<Root>], withRevisions: Bool) -> String {
        let header =
            withRevisions ? "| key | form | | a newer revision |\n|---|---|---|---|" : "| key | form | |\n|---|---|---|"
        let rows = facts.map { fact in
            let row = "| `\(fact.key)` | \(fact.form) | \(fact.isRequired ? "required" : "") |"
            return withRevisions ? row + " \(fact.revision.rawValue) |" : row
        }
        return ([header] + rows).joined(separator: "\n")
    }
}
