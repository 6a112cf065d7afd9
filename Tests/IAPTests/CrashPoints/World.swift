import Foundation
import IAP
import IAPSandbox
import IAPTesting

/// All that a crash of the app does not touch: the store, the app's server, the disk, and what the customer saw.
final class World: Sendable {
    struct Notes {
        /// The deliveries of the handler, in order, as a server knows them.
        var deliveries: [Delivery] = []
        /// How often the handler fails from now on.
        var handlerFailures = 0
        var begunSpends: [String: Int] = [:]
        var acknowledgedSpends: Set<String> = []
        var spendsBeforeCompacting: Set<String> = []
        /// Purchases, bought or restored, that the customer has been shown.
        var acknowledgedPurchases: Set<TransactionIdentifier> = []
        /// What was bought and used up on another device.
        var elsewhere: Set<TransactionIdentifier> = []
    }

    let appStore: SandboxAppStore
    let hasHandler: Bool
    let notes = Locked(Notes())
    private let currentDisk = Locked(SimulatedDisk())

    init(hasHandler: Bool) throws {
        self.hasHandler = hasHandler
        appStore = try makeAppStore()
    }

    var disk: SimulatedDisk {
        get { currentDisk.withLock { $0 } }
        set { currentDisk.withLock { $0 = newValue } }
    }

    /// Launches the app; its store stands still until started.
    func launch(in process: SimulatedProcess) async throws -> IAPStore {
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        options.startsImmediately = false
        return try await IAPStore(
            connection: MortalConnection(connection: appStore.connection(), process: process),
            storage: disk.storage(at: "app/ledger.jsonl", in: process),
            credits: [coins: Credit(10, of: "coins")],
            deliveryHandler: hasHandler ? ServerHandler(world: self, process: process) : nil,
            options: options
        )
    }

    /// The transactions that are not finished with the store. Reading them ends the stream of another reader.
    func unfinished() async -> [PaymentTransaction] {
        let connection = appStore.connection()
        let stream = connection.updates()
        _ = connection.updates()
        return await stream.reduce(into: []) { found, update in
            if case .transaction(let transaction) = update { found.append(transaction) }
        }
    }

    // MARK: What a customer does

    func buy(_ product: ProductIdentifier, quantity: Int = 1, with store: IAPStore) async {
        guard case .purchased(let transaction) = try? await store.purchase(product, quantity: quantity) else { return }
        notes.withLock { _ = $0.acknowledgedPurchases.insert(transaction.id) }
    }

    func spend(_ amount: Int, _ note: String, with store: IAPStore) async {
        notes.withLock { $0.begunSpends[note] = amount }
        guard (try? await store.spend(amount, of: "coins", note: note)) != nil else { return }
        notes.withLock { _ = $0.acknowledgedSpends.insert(note) }
    }

    func compact(with store: IAPStore) async {
        notes.withLock { $0.spendsBeforeCompacting = $0.acknowledgedSpends }
        try? await store.ledger.compact()
    }

    func restore(with store: IAPStore) async {
        let restored = (try? await store.restorePurchases()) ?? []
        notes.withLock { $0.acknowledgedPurchases.formUnion(restored.map(\.id)) }
    }

    /// The App Store pays the oldest purchase of a product back.
    func refund(_ product: ProductIdentifier) throws {
        let bought = appStore.allTransactions().first { $0.productIdentifier == product && $0.state == .purchased }
        guard let bought else { throw Missing() }
        try appStore.refundTransaction(identifier: bought.identifier)
    }
}

/// A connection that ends with its process, and whose calls are the process's operations.
struct MortalConnection: StoreConnection {
    let connection: SandboxConnection
    let process: SimulatedProcess

    var canMakePayments: Bool { connection.canMakePayments }
    var clock: any StoreClock { connection.clock }
    func environment() async -> PaymentTransaction.Environment? { await connection.environment() }
    func storefront() async -> AppStorefront? { await connection.storefront() }

    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await process.perform { try await connection.products(for: identifiers) }
    }

    func updates() -> AsyncStream<StoreUpdate> {
        (try? process.perform { connection.updates() }) ?? AsyncStream { $0.finish() }
    }

    func sendCheckpoint(_ identifier: UUID) -> Bool { connection.sendCheckpoint(identifier) }

    func submit(_ payment: Payment) async throws {
        try await process.perform { try await connection.submit(payment) }
    }

    func finish(_ transaction: PaymentTransaction) async throws {
        try await process.perform { try await connection.finish(transaction) }
    }

    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await process.perform {
            try await connection.restoreCompletedTransactions(applicationUsername: applicationUsername)
        }
    }
}

/// Tells the app's server of each delivery, which is an operation of the process.
struct ServerHandler: DeliveryHandler {
    let world: World
    let process: SimulatedProcess

    func deliver(_ delivery: Delivery) async throws {
        try process.perform {
            let fails = world.notes.withLock { notes in
                guard notes.handlerFailures == 0 else {
                    notes.handlerFailures -= 1
                    return true
                }
                notes.deliveries.append(delivery)
                return false
            }
            if fails { throw Missing() }
        }
    }
}
