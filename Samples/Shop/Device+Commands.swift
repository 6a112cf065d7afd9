import Foundation
import IAP
public import SampleTerminal

/// The commands of a customer, in both samples.
extension Device {
    public var commands: CommandTable {
        CommandTable([shopCommands] + app.topics(on: self) + [purchaseControls])
    }

    private var shopCommands: CommandTopic {
        CommandTopic(
            "shop",
            [
                Command("products", help: "what is for sale") { [self] _ in try await products() },
                Command("buy", "ID [QUANTITY]", help: "buy; one word of the ID will do") { [self] in
                    try await buy($0[0], $0.count > 1 ? $0[1] : "1")
                },
                Command("restore", help: "bring back what was bought earlier") { [self] _ in
                    try await act("Asking the App Store") { app.restorePurchases() }
                },
                Command("status", help: "what you have") { [self] _ in status.forEach { console.say($0) } },
                Command("history", help: "what the ledger holds") { [self] _ in history() },
                Command("uninstall", help: "delete and reinstall the app; the store forgets nothing") { [self] _ in
                    try await act("Deleting the app, installing it again") { try await reinstall() }
                    console.say("The app is new on this device. The App Store remembers what was bought.", .good)
                },
            ]
        )
    }

    private func products() async throws {
        try await act("Asking the App Store") { app.fetchAvailableProducts() }
        let rows = await app.productRows()
        ProductTable(rows: rows).lines(columns: console.isInteractive ? console.size.columns - 3 : nil)
            .forEach { console.say($0) }
        let unsold = app.invalidProductIdentifiers
        if !unsold.isEmpty { console.say("Not for sale here: \(unsold.joined(separator: ", ")).", .waiting) }
    }

    private func buy(_ name: String, _ quantityText: String) async throws {
        guard let quantity = Int(quantityText), (1...10).contains(quantity) else {
            throw CommandFailure("“\(quantityText.printable)” is no quantity. Give a number from 1 to 10.")
        }
        _ = try signedInAccount()
        let product = try await product(named: name)
        let title = product.localizedTitle.printable
        guard quantity == 1 || product.type == .consumable || product.type == .nonRenewable else {
            throw CommandFailure("\(title) can be owned once. Buy one.")
        }
        try await act("Buying \(title)") { app.purchaseMyProduct(product, quantity: quantity) }
    }

    /// The product with this identifier, or the only one that has this word in its identifier: `coins` for
    /// `com.example.coins`.
    private func product(named name: String) async throws -> StoreProduct {
        try await act("Asking the App Store") { app.fetchAvailableProducts() }
        let products = app.products
        if let product = products.first(where: { $0.productIdentifier == name }) { return product }
        let close = products.filter { product in
            product.productIdentifier.split(whereSeparator: { "._".contains($0) }).contains { $0 == name }
        }
        guard close.count == 1 else {
            let known = products.map(\.productIdentifier).joined(separator: ", ")
            throw CommandFailure(
                "The store does not sell “\(name.printable)”. "
                    + (known.isEmpty ? "It sells nothing now." : "It sells: \(known).")
            )
        }
        return close[0]
    }

    private func history() {
        let entries = app.store.ledger.history
        if entries.isEmpty { console.say("Nothing was bought on this device by this account.") }
        entries.forEach { console.say(line(for: $0)) }
    }

    private func line(for entry: LedgerEntry) -> String {
        let products = app.products
        let recorded = entry.transactionIdentifier.flatMap { app.store.ledger.transaction($0)?.transaction }
        let isRestored = entry.transaction?.transactionState == .restored
        let (what, sign) =
            switch entry.content {
            case .recorded: (isRestored ? "restored" : "bought", "+")
            case .spent, .revoked: (entry.kind, "-")
            default: (entry.kind, "+")
            }
        var parts = [entry.date.ISO8601Format(), what.padded(to: 9)]
        if let transaction = entry.transaction ?? recorded {
            parts.append(products.subject(of: transaction))
            if let end = transaction.expirationDate { parts.append("until \(transaction.text(of: end))") }
        }
        parts += entry.credits.map { "\(sign)\($0.amount) \($0.unit)" }
        switch entry.content {
        case .imported(let identifiers, _, _): parts += identifiers.map(products.title)
        case .renewal(let renewal):
            let next = renewal.autoRenewPreference.map(products.title) ?? "the plan"
            parts.append(renewal.willAutoRenew ? "\(next) renews" : "renews no more")
        default: break
        }
        if let note = entry.note { parts.append(note.printable) }
        if let identifier = entry.transactionIdentifier { parts.append("#\(identifier.rawValue.printable)") }
        return parts.joined(separator: "  ")
    }
}
