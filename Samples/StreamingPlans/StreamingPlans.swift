import Foundation
import IAP
import IAPSandbox
import SampleShop
import SampleTerminal

/// The terminal around the plans.
@main
enum StreamingPlans {
    static func main() async {
        exit(await SampleProgram<Plans>.run())
    }
}

extension Plans: SampleShop {
    static var name: String { "StreamingPlans" }
    static var shortName: String { "month" }
    static var shippedCatalog: [UInt8] { PackageResources.Plans_storekit }
    static var credits: [ProductIdentifier: Credit] { [:] }

    static func topics(in session: Session<Plans>) -> [CommandTopic] {
        SubscriptionCommands(session: session).topics
            + [OfferCommands(session: session).topic, AccountCommands(session: session).topic]
    }

    func status(in session: Session<Plans>) -> [String] {
        var lines = subscriptions.isEmpty ? ["PLAN: none"] : []
        for status in subscriptions {
            let end = status.accessEndDate.ISO8601Format()
            let plan = status.transaction.productIdentifier
            lines.append("PLAN: \(plan) \(status.state.rawValue) until \(end)")
            guard status.isActive, let renewal = status.renewal else { continue }
            lines.append("RENEWAL: \(renewal.willAutoRenew ? renewal.autoRenewPreference ?? plan : "off")")
            if renewal.priceIncreaseStatus == .pending { lines.append("HIGHER PRICE: needs consent") }
        }
        let messages = store.queue.messages.map(\.reason.rawValue)
        if !messages.isEmpty { lines.append("MESSAGES: \(messages.joined(separator: ", "))") }
        return lines + ["STORE DATE: \(session.appStore.clock.now.ISO8601Format())"]
    }

    // A screen goes on while a closure waits; a script waits as well.

    func availableProducts() async throws -> [StoreProduct] {
        let response = try await withCheckedContinuation { continuation in
            loadProducts { continuation.resume(returning: $0) }
        }.get()
        // By identifier: the order of a set means nothing to a customer.
        let others = response.products.filter { !Self.products.contains($0.productIdentifier) }
        return Self.products.compactMap(response.product) + others
    }

    func purchase(_ product: StoreProduct, quantity: Int) async throws -> PurchaseResult {
        try await purchase(product, quantity: quantity, options: PurchaseOptions())
    }

    func purchase(_ product: StoreProduct, quantity: Int, options: PurchaseOptions) async throws -> PurchaseResult {
        try await withCheckedContinuation { continuation in
            subscribe(to: product, quantity: quantity, options: options) { continuation.resume(returning: $0) }
        }.get()
    }

    func restorePurchases() async throws -> [PaymentTransaction] {
        try await withCheckedContinuation { continuation in
            restore { continuation.resume(returning: $0) }
        }.get()
    }
}
