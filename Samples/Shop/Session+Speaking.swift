package import IAP
import IAPSandbox
import SampleTerminal

/// What a session says, and what it shows.
extension Session {
    /// The products that the store sells now.
    package func products() async throws -> [StoreProduct] {
        feed.clear()
        soldProducts = try await console.waiting(for: "Asking the App Store") { try await shop.availableProducts() }
        return soldProducts
    }

    /// The product with this identifier, or the only one that has this word in its identifier: `coins` for
    /// `com.example.coins`.
    func product(named name: String) async throws -> StoreProduct {
        let products = try await products()
        if let product = products.first(where: { $0.productIdentifier == name }) { return product }
        let close = products.filter { product in
            product.productIdentifier.split(whereSeparator: { "._".contains($0) }).contains { $0 == name }
        }
        guard close.count == 1 else {
            let known = products.map(\.productIdentifier).joined(separator: ", ")
            throw CommandFailure("The store does not sell “\(name.printable)”. It sells: \(known).")
        }
        return close[0]
    }

    /// Says a piece of news, if there is something to say.
    package func say(_ news: News) {
        if let sentence = wording.sentence(for: news) { console.say(sentence.text, sentence.role) }
    }

    /// Says a piece of news.
    ///
    /// - Throws: ``CommandFailure`` instead when something failed.
    package func report(_ news: News) throws {
        guard let sentence = wording.sentence(for: news) else { return }
        if sentence.role == .bad { throw CommandFailure(sentence.text) }
        console.say(sentence.text, sentence.role)
    }

    /// What is said when a command fails with an error.
    func sentence(for error: any Error) -> String {
        let isSimulated = appStore.failTransactionsEnabled && (error as? IAPError)?.code == appStore.failureError
        return Wording.sentence(for: error, remedy: isSimulated ? "Purchases work again after “fail off”." : nil)
    }

    var wording: Wording { Wording(products: soldProducts, ledger: installed?.store.ledger) }

    /// The purchases that wait for a parent, the longest waiting first.
    var pendingPurchases: [SandboxTransaction] { appStore.allTransactions().filter(\.isPendingAskToBuyConfirmation) }

    /// The app's own lines, then how the App Store is set, where that is unusual.
    func status() throws -> [String] {
        var lines = try shop.status(in: self)
        let pending = pendingPurchases.map { wording.title(of: $0.productIdentifier) }
        if !pending.isEmpty { lines.append("WAITING FOR APPROVAL: \(pending.joined(separator: ", "))") }
        if appStore.askToBuyEnabled { lines.append("ASK TO BUY: on") }
        if appStore.failTransactionsEnabled { lines.append("PURCHASES FAIL: \(appStore.failureError.rawValue)") }
        return lines
    }

    /// What stands at the top of the screen: what the customer has, then what is for sale.
    func screen() -> [[String]] {
        let style = console.style
        let columns = console.size.columns
        let title = " \(Shop.name) "
        let subtitles = ["  simulated App Store, \(appStore.clock.now.day)", "  \(appStore.clock.now.day)", ""]
        let subtitle = subtitles.first { title.columns + $0.columns <= columns } ?? ""
        var lines = [style(title, .title) + style(subtitle, .quiet), ""]
        for line in (try? status()) ?? [] {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let value = parts.count == 2 ? parts[1] : ""
            lines += "  \(style(parts[0] + ":", .quiet)) \(style(value, Self.role(of: value)))".wrapped(
                to: columns,
                indent: 4
            )
        }
        let table = ProductTable(soldProducts).lines(columns: columns - 2, style: style)
        return [lines, (table.isEmpty ? ["The store sells nothing now."] : table).map { "  " + $0 }]
    }

    private static func role(of value: String) -> Style.Role {
        let words = Set(value.split(separator: " "))
        if !words.isDisjoint(with: ["PURCHASED", "subscribed"]) { return .good }
        if !words.isDisjoint(with: ["expired", "revoked", "inBillingRetryPeriod", "inGracePeriod"]) { return .bad }
        return .strong
    }
}
