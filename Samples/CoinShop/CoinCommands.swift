import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// What becomes of coins, and of what was paid for them.
@MainActor
struct CoinCommands {
    let session: Session<Shop>

    var topic: CommandTopic {
        CommandTopic(
            "coins",
            [
                Command("spend", "COINS", help: "use coins up") { try await spend($0[0]) },
                Command("refund", help: "take the last payment back") { _ in try await refund() },
            ]
        )
    }

    private func spend(_ text: String) async throws {
        guard let amount = Int(text), amount > 0 else {
            throw CommandFailure("“\(text.printable)” is no number of coins. Write one such as 5.")
        }
        let shop = try session.shop
        guard amount <= shop.coinBalance else {
            throw CommandFailure("You have \(shop.coinBalance) coins. Spend fewer, or buy some.")
        }
        try await shop.store.spend(amount, of: "coins")
        session.console.say("Spent: \(amount) coins.", .good)
    }

    private func refund() async throws {
        guard let paid = session.transactions.last(where: { $0.state == .purchased && $0.cancelDate == nil }) else {
            throw CommandFailure("Nothing was paid, so there is nothing to refund.")
        }
        let isSaid = try await session.happen("Asking for a refund") {
            try $0.refundTransaction(identifier: paid.identifier)
        }
        // A device that was wiped does not know what it gave.
        if !isSaid { session.console.say("\(session.title(of: paid.productIdentifier)) was refunded.", .waiting) }
    }
}
