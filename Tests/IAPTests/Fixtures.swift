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

/// A stream of the customer's storefronts from now on.
func storefronts(of store: IAPStore) -> AsyncStream<AppStorefront> {
    store.queue.broadcast.stream { event in
        if case .storefrontChanged(let storefront) = event { storefront } else { nil }
    }
}

/// Lines in the order in which they were added, with a way to wait for one.
final class EventLog: Sendable {
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

/// A delegate that notes what it receives.
final class Screen: IAPServiceDelegate, Sendable {
    let received = EventLog()

    func getProducts(products: [StoreProduct]) {
        received.add("products \(products.map(\.productIdentifier).joined(separator: " "))")
    }
    func getInvalidProductIdentifiers(ids: [ProductIdentifier]) {
        received.add("invalid \(ids.joined(separator: " "))")
    }
    func didFailGettingProducts(error: IAPError) { received.add("no products \(error.code.rawValue)") }
    func didCompleteTransaction(_ transaction: PaymentTransaction) {
        received.add("completed \(transaction.quantity) \(transaction.productIdentifier)")
    }
    func didFailTransaction(_ transaction: PaymentTransaction) {
        received.add("failed \(transaction.error?.code.rawValue ?? "")")
    }
    func didRejectPurchase(of productIdentifier: ProductIdentifier, error: IAPError) {
        received.add("rejected \(error.code.rawValue)")
    }
    func didDeferTransaction(_ transaction: PaymentTransaction) { received.add("deferred") }
    func didRestoreTransaction(_ transaction: PaymentTransaction) {
        received.add("restored \(transaction.productIdentifier)")
    }
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {
        switch event {
        case .restoreFinished(let transactions): received.add("restore ended \(transactions.count)")
        case .restoreFailed(let error): received.add("restore failed \(error.code.rawValue)")
        case .revoked(let record): received.add("revoked \(record.transaction.productIdentifier)")
        default: break
        }
    }
}
