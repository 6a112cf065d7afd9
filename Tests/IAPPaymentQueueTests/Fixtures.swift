import Foundation
import IAPCore
import IAPPaymentQueue
import IAPPersistence

let coins = "com.example.coins"
let premium = "com.example.premium"
let monthly = "com.example.monthly"
/// Owned for good, and comes with 100 coins.
let bundle = "com.example.bundle"

/// A queue over a scripted store and a ledger in memory, and everything that happens in it.
struct Shop {
    let connection: ScriptedConnection
    let ledger: Ledger
    let queue: PaymentQueue
    let events: AsyncStream<PaymentQueueEvent>

    init(
        connection: ScriptedConnection = ScriptedConnection(),
        storage: any LedgerStorage = InMemoryStorage(),
        environment: PaymentTransaction.Environment? = nil,
        verifier: any TransactionVerifier = .connection,
        deliveryHandler: (any DeliveryHandler)? = nil,
        finishesTransactions: Bool = true
    ) async throws {
        self.connection = connection
        ledger = try await Ledger(storage: storage, clock: connection.clock, environment: environment)
        var options = PaymentQueue.Options()
        options.credits = [coins: try Credit(10, of: "coins"), bundle: try Credit(100, of: "coins")]
        options.verifier = verifier
        options.deliveryHandler = deliveryHandler
        options.finishesTransactions = finishesTransactions
        queue = PaymentQueue(connection: connection, ledger: ledger, options: options)
        events = queue.events
        queue.start()
    }

    /// Starts a purchase and returns the payment that reaches the store, with the purchase.
    func purchase(
        _ product: ProductIdentifier,
        quantity: Int = 1
    ) async throws -> (payment: Payment, result: Task<PurchaseResult, any Error>) {
        var payments = connection.payments().makeAsyncIterator()
        let wish = try Payment(productIdentifier: product, quantity: quantity)
        let result = Task { [queue] in try await queue.purchase(wish) }
        guard let payment = await payments.next() else { throw Missing() }
        return (payment, result)
    }

    /// Reads events up to the first one that `isWanted` accepts.
    @discardableResult
    func event(_ isWanted: (PaymentQueueEvent) -> Bool) async throws -> PaymentQueueEvent {
        for await event in events where isWanted(event) { return event }
        throw Missing()
    }
}

struct Missing: Error {}

extension PaymentTransaction {
    static func make(
        _ identifier: TransactionIdentifier,
        _ state: PaymentTransactionState,
        _ payment: Payment,
        _ type: ProductType = .consumable,
        error: IAPError? = nil
    ) -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: state,
            payment: payment,
            productType: type,
            transactionDate: Date(timeIntervalSince1970: 1_735_689_600)
        )
        transaction.error = error
        return transaction
    }

    /// A transaction that nobody asked for here.
    static func outside(
        _ identifier: TransactionIdentifier,
        _ state: PaymentTransactionState,
        _ product: ProductIdentifier,
        _ type: ProductType,
        quantity: Int = 1
    ) throws -> PaymentTransaction {
        make(identifier, state, try Payment(productIdentifier: product, quantity: quantity), type)
    }
}

/// A delivery handler that remembers its deliveries and fails on demand.
final class RecordingHandler: DeliveryHandler {
    private let state = Locked((deliveries: [Delivery](), isFailing: false))
    private let inspect: @Sendable (Delivery) -> Void

    init(isFailing: Bool = false, inspect: @escaping @Sendable (Delivery) -> Void = { _ in }) {
        self.inspect = inspect
        state.withLock { $0.isFailing = isFailing }
    }

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

    func deliver(_ delivery: Delivery) async throws {
        inspect(delivery)
        let isFailing = state.withLock { state in
            state.deliveries.append(delivery)
            return state.isFailing
        }
        if isFailing { throw Missing() }
    }
}

/// A storage in memory that fails on demand.
final class FailingStorage: LedgerStorage {
    private let storage = InMemoryStorage()
    private let isFailing = Locked(false)

    func fail(_ value: Bool) { isFailing.withLock { $0 = value } }

    func load(after position: LedgerPosition) async throws -> LedgerBatch { try await storage.load(after: position) }

    func append(_ entries: [LedgerEntry], after position: LedgerPosition) async throws -> LedgerPosition? {
        if isFailing.withLock({ $0 }) { throw IAPError(.storageFailed, "The disk is full. Make room.") }
        return try await storage.append(entries, after: position)
    }
}
