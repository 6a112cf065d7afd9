import Foundation
import IAP
import IAPSandbox
import IAPTesting

let basic = "com.iaptutorial.basic"
let pro = "com.iaptutorial.pro"

/// What outlives an app that is killed: the App Store, the app's file, and what its handler has given.
struct FieldShop {
    let appStore: SandboxAppStore
    let storage: any LedgerStorage
    let handler: FieldHandler

    init(products: [ProductDefinition]? = nil, storage: any LedgerStorage = InMemoryStorage()) throws {
        let products =
            try products ?? [
                .consumable(coins, name: "10 Coins", price: "0.99"),
                .nonConsumable(premium, name: "Premium", price: "2.99"),
                .autoRenewable(basic, name: "Basic", price: "4.99", group: "plans", level: 2, period: "P1M"),
                .autoRenewable(pro, name: "Pro", price: "9.99", group: "plans", level: 1, period: "P1M"),
            ]
        appStore = try SandboxAppStore(configuration: StoreConfiguration(products: products))
        self.storage = storage
        handler = FieldHandler()
    }

    /// Launches the app; one that runs already gets no more updates.
    func launch(
        device: String = SandboxAppStore.defaultDevice,
        credits: [ProductIdentifier: Credit]? = nil,
        hasHandler: Bool = true,
        deliversPurchases: Bool = true,
        verifier: any TransactionVerifier = .connection
    ) async throws -> App {
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        options.startsImmediately = false
        options.verifier = verifier
        options.deliversPurchases = deliversPurchases
        let process = SimulatedProcess()
        let store = try await IAPStore(
            connection: MortalConnection(connection: appStore.connection(device: device), process: process),
            storage: storage,
            credits: try credits ?? [coins: Credit(10, of: "coins")],
            deliveryHandler: hasHandler ? handler : nil,
            options: options
        )
        let app = App(store, in: process)
        store.start()
        return app
    }

    /// Ends a launch: the app receives nothing more.
    func quit(_ app: App) async {
        let other = appStore.connection()
        _ = other.updates()
        await app.received.wait(for: "closed")
    }

    /// Advances a whole period of the plans.
    func advanceOneMonth() throws {
        appStore.advance(by: try ProductSubscriptionPeriod(value: 1, unit: .month))
    }
}

/// One launch of an app, and a line for each event in it.
struct App {
    let store: IAPStore
    let received = EventLog()
    let events: AsyncStream<PaymentQueueEvent>
    private let process: SimulatedProcess
    private let subscription: Subscription

    init(_ store: IAPStore, in process: SimulatedProcess) {
        self.store = store
        self.process = process
        events = store.events
        subscription = store.queue.broadcast.subscribe(on: .global()) { [received] event in
            if let line = event.line { received.add(line) }
        }
    }

    var coins: Int { store.balance(of: "coins") }

    /// Stops this launch: nothing more of it reaches the App Store.
    func kill() async {
        process.kill()
        await process.waitUntilIdle()
    }
}

extension PaymentQueueEvent {
    /// Such as `purchased coins`; `nil` for what no scenario looks at.
    fileprivate var line: String? {
        switch self {
        case .updated(let transaction): "\(transaction.transactionState) \(transaction.shortName)"
        case .changed(let transaction): "changed \(transaction.shortName)"
        case .failed(let transaction): "failed \(transaction.shortName) \(transaction.error?.code.rawValue ?? "")"
        case .rejected(_, let error): "rejected \(error.code.rawValue)"
        case .revoked(let record): "revoked \(record.transaction.shortName)"
        case .finished(let transaction): "finished \(transaction.shortName)"
        case .restoreFinished(let transactions): "restored \(transactions.count)"
        case .restoreFailed(let error): "restore failed \(error.code.rawValue)"
        case .closed: "closed"
        case .removed, .renewalChanged, .storefrontChanged, .accountChanged, .purchaseIntent, .purchasedProductsChanged,
            .subscriptionStatusChanged, .message:
            nil
        }
    }
}

extension PaymentTransaction {
    fileprivate var shortName: String {
        payment.productIdentifier.split(separator: ".").last.map(String.init) ?? payment.productIdentifier
    }
}

/// A handler that counts, fails on demand, and can be held.
final class FieldHandler: DeliveryHandler {
    private let state = Locked((deliveries: [Delivery](), isFailing: false, gate: Optional<Promise<Void>>.none))
    let received = EventLog()

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    /// What a server that does each piece of work once has done.
    var work: Set<String> { Set(deliveries.map(\.idempotencyKey)) }

    func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

    /// Holds what is delivered from now on.
    func hold() -> Promise<Void> {
        let gate = Promise<Void>()
        state.withLock { $0.gate = gate }
        return gate
    }

    func letThrough() { state.withLock { $0.gate = nil } }

    func deliver(_ delivery: Delivery) async throws {
        let (isFailing, gate) = state.withLock { state in
            state.deliveries.append(delivery)
            return (state.isFailing, state.gate)
        }
        received.add("delivering")
        try await gate?.value()
        if isFailing { throw Missing() }
    }
}

/// A verifier whose verdict a test sets.
final class FieldVerifier: TransactionVerifier {
    private let verdict = Locked<@Sendable (PaymentTransaction) -> TransactionVerification>({ _ in .verified })

    func answer(_ verdict: @escaping @Sendable (PaymentTransaction) -> TransactionVerification) {
        self.verdict.withLock { $0 = verdict }
    }

    func verify(_ transaction: PaymentTransaction) async -> TransactionVerification {
        verdict.withLock { $0 }(transaction)
    }
}

func purchased(_ result: PurchaseResult) throws -> PaymentTransaction {
    guard case .purchased(let transaction) = result else { throw Missing() }
    return transaction
}
