package import Foundation
package import IAP
import IAPPaywall
package import IAPSandbox
import SampleTerminal

/// What a session says, and what it shows.
extension Session {
    /// The products that the store sells now.
    package func products() async throws -> [StoreProduct] {
        soldProducts = try await console.waiting(for: "Asking the App Store") { try await shop.availableProducts() }
        return soldProducts
    }

    /// The products that the store was last heard to sell, as a paywall shows them, where the system has what it is
    /// made of.
    func productTable() async throws -> ProductTable {
        guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else {
            return ProductTable(soldProducts)
        }
        let paywall = PaywallModel(
            store: try shop.store,
            productIdentifiers: soldProducts.map(\.productIdentifier),
            locale: appStore.locale
        )
        await paywall.load()
        return ProductTable(paywall.sections.flatMap(\.items))
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
            throw CommandFailure(
                "The store does not sell “\(name.printable)”. "
                    + (known.isEmpty ? "It sells nothing now." : "It sells: \(known).")
            )
        }
        return close[0]
    }

    /// Says what there is to say of news.
    package func say(_ news: [News]) {
        for sentence in news.compactMap(wording.sentence) { console.say(sentence.text, sentence.role) }
    }

    /// Says what there is to say of news.
    ///
    /// - Returns: Whether there was anything.
    /// - Throws: ``CommandFailure`` with what has failed, once all else is said.
    @discardableResult
    package func report(_ news: [News]) throws -> Bool {
        let sentences = news.compactMap(wording.sentence)
        for sentence in sentences where sentence.role != .bad { console.say(sentence.text, sentence.role) }
        let failures = sentences.filter { $0.role == .bad }.map(\.text)
        if !failures.isEmpty { throw CommandFailure(failures.joined(separator: "\n")) }
        return !sentences.isEmpty
    }

    /// Says what the app has heard while nobody asked for anything.
    ///
    /// - Returns: Whether there was anything.
    func sayNews() -> Bool {
        let news = takeNews()
        say(news)
        return !news.isEmpty
    }

    /// What is said when a command fails with an error.
    func sentence(for error: any Error) -> String {
        let isSimulated = appStore.failTransactionsEnabled && (error as? IAPError)?.code == appStore.failureError
        return Wording.sentence(for: error, remedy: isSimulated ? "Purchases work again after “fail off”." : nil)
    }

    var wording: Wording {
        Wording(
            products: soldProducts,
            ledger: installed?.store.ledger,
            hasShortPeriods: appStore.timeRate != .realTime
        )
    }

    /// What a customer calls a product.
    package func title(of product: ProductIdentifier) -> String { wording.title(of: product) }

    /// A date as the store's periods need it: a day, or, where a month takes minutes, a second.
    package func text(of date: Date) -> String { wording.text(of: date) }

    /// What the App Store has of the account that is signed in.
    package var transactions: [SandboxTransaction] {
        let account = appStore.account()
        return appStore.allTransactions().filter { $0.account == account }
    }

    /// The account that is signed in.
    ///
    /// - Throws: ``CommandFailure`` when nobody is.
    package var signedIn: String {
        get throws {
            guard let account = appStore.account() else {
                throw CommandFailure("Nobody is signed in to the App Store. Write: sign-in NAME")
            }
            return account
        }
    }

    /// The purchases that wait for a parent, the longest waiting first.
    var pendingPurchases: [SandboxTransaction] { transactions.filter(\.isPendingAskToBuyConfirmation) }

    /// The app's own lines, then how the App Store is set, where that is unusual.
    func status() throws -> [String] {
        var lines = try shop.status(in: self)
        if appStore.account() != SandboxAppStore.defaultAccount {
            lines.append("ACCOUNT: \(appStore.account()?.printable ?? "nobody")")
        }
        let pending = pendingPurchases.map { wording.title(of: $0.productIdentifier) }
        if !pending.isEmpty { lines.append("WAITING FOR APPROVAL: \(pending.joined(separator: ", "))") }
        if appStore.askToBuyEnabled { lines.append("ASK TO BUY: on") }
        if appStore.failTransactionsEnabled { lines.append("PURCHASES FAIL: \(appStore.failureError.rawValue)") }
        return lines
    }

    /// What stands at the top of the screen: what the customer has, then what is for sale.
    func screen() async -> [[String]] {
        soldProducts = (try? await shop.availableProducts()) ?? soldProducts
        let style = console.style
        let columns = console.size.columns
        let title = " \(Shop.name) "
        let date = isRealTime ? appStore.clock.now.ISO8601Format() : appStore.clock.now.day
        let subtitles = ["  simulated App Store, \(date)", "  \(date)", ""]
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
        let table = (try? await productTable().lines(columns: columns - 2, style: style)) ?? []
        return [lines, (table.isEmpty ? ["The store sells nothing now."] : table).map { "  " + $0 }]
    }

    private static func role(of value: String) -> Style.Role {
        let words = Set(value.split(separator: " "))
        if !words.isDisjoint(with: ["PURCHASED", "subscribed"]) { return .good }
        if !words.isDisjoint(with: ["expired", "revoked", "inBillingRetryPeriod", "inGracePeriod"]) { return .bad }
        return .strong
    }
}
