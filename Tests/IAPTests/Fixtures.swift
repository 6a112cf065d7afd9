import Foundation
import IAP
import IAPSandbox

let coins = "com.iaptutorial.coins"
let premium = "com.iaptutorial.premium"
let monthly = "svod_one_month_subscription_test"

struct Missing: Error {}

func makeAppStore() throws -> SandboxAppStore {
    let group = ProductSubscriptionInfo(
        subscriptionGroupIdentifier: "plans",
        groupLevel: 1,
        subscriptionPeriod: try ProductSubscriptionPeriod(value: 1, unit: .month)
    )
    let products = [
        try ProductDefinition.consumable(coins, name: "10 Coins", price: "0.99"),
        try ProductDefinition.nonConsumable(premium, name: "Premium", price: "2.99"),
        ProductDefinition(
            productIdentifier: monthly,
            type: .autoRenewable,
            referenceName: "Monthly",
            price: Decimal(string: "4.99") ?? 0,
            subscription: group
        ),
    ]
    return try SandboxAppStore(configuration: StoreConfiguration(products: products))
}

func open(
    _ appStore: SandboxAppStore,
    storage: some LedgerStorage = InMemoryStorage(),
    products: [ProductDeclaration]? = nil,
    deliveryHandler: (any DeliveryHandler)? = nil,
    configure: (inout IAPStore.Options) -> Void = { _ in }
) async throws -> IAPStore {
    var options = IAPStore.Options()
    // A center of the test's own: tests run side by side.
    options.notificationCenter = NotificationCenter()
    configure(&options)
    return try await IAPStore(
        connection: appStore.connection(),
        storage: storage,
        products: products ?? [.consumable(coins, grants: Credit(10, of: "coins"))],
        deliveryHandler: deliveryHandler,
        options: options
    )
}

/// A stream of the storefronts to which a customer comes from now on.
func storefronts(of store: IAPStore) -> AsyncStream<AppStorefront> {
    store.queue.broadcast.stream { event in
        if case .storefrontChanged(let storefront) = event { storefront } else { nil }
    }
}

/// What was heard, in order, with a way to wait for a line.
final class Heard: Sendable {
    private let lines = Locked<[String]>([])
    private let broadcast = Broadcast<String>()

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
        broadcast.send(line)
    }

    func wait(for line: String, count: Int = 1) async {
        let stream = broadcast.stream { $0 }
        func isThere() -> Bool { all.count { $0 == line } >= count }
        if isThere() { return }
        for await _ in stream where isThere() { return }
    }
}

/// A delegate that writes down what it is told.
final class Screen: IAPServiceDelegate, Sendable {
    let heard = Heard()

    func getProducts(products: [StoreProduct]) {
        heard.add("products \(products.map(\.productIdentifier).joined(separator: " "))")
    }
    func getInvalidProductIdentifiers(ids: [ProductIdentifier]) { heard.add("invalid \(ids.joined(separator: " "))") }
    func didFailGettingProducts(error: IAPError) { heard.add("no products \(error.code.rawValue)") }
    func didCompleteTransaction(_ transaction: PaymentTransaction) {
        heard.add("completed \(transaction.quantity) \(transaction.productIdentifier)")
    }
    func didFailTransaction(_ transaction: PaymentTransaction) {
        heard.add("failed \(transaction.error?.code.rawValue ?? "")")
    }
    func didRejectPurchase(of productIdentifier: ProductIdentifier, error: IAPError) {
        heard.add("rejected \(error.code.rawValue)")
    }
    func didDeferTransaction(_ transaction: PaymentTransaction) { heard.add("deferred") }
    func didRestoreTransaction(_ transaction: PaymentTransaction) {
        heard.add("restored \(transaction.productIdentifier)")
    }
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {
        switch event {
        case .restoreFinished(let transactions): heard.add("restore ended \(transactions.count)")
        case .restoreFailed(let error): heard.add("restore failed \(error.code.rawValue)")
        case .revoked(let record): heard.add("revoked \(record.transaction.productIdentifier)")
        default: break
        }
    }
}
