public import IAPCore
public import IAPPersistence

/// The way of every payment, from submitted to finished.
///
/// A paid transaction is verified, recorded in the ledger, delivered and finished, in this order; whatever fails leaves
/// it unfinished, and it comes again. Safe to use from any thread.
public final class PaymentQueue: Sendable {
    /// How a queue works.
    package struct Options: Sendable {
        package var credits: [ProductIdentifier: Credit] = [:]
        /// `nil` for what the connection has verified.
        package var verifier: (any TransactionVerifier)?
        package var deliveryHandler: (any DeliveryHandler)?
        package var deliversPurchases = true
        package var finishesTransactions = true
        package var log: IAPLogEvent.Handler = { _ in }
        /// Called before any listener receives that the storefront has changed.
        package var storefrontWillChange: @Sendable (AppStorefront) -> Void = { _ in }

        package init() {}

        /// A process that leaves delivery to another one leaves finishing to it, too.
        var finishesWhatItDelivers: Bool { finishesTransactions && deliversPurchases }
    }

    /// What was bought.
    package let ledger: Ledger
    let connection: any StoreConnection
    let options: Options
    let processor: TransactionProcessor
    let state = Locked(QueueState())
    let work = KeyedSerialQueue()
    let checkpoints = Checkpoints()
    /// Sends every event to every listener.
    package let broadcast = Broadcast<PaymentQueueEvent>()
    /// Products whose ``runningPayments`` have changed for another reason than an event.
    package let runningChanges = Broadcast<ProductIdentifier>()

    /// Makes a queue that does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - connection: The store. The queue is the one reader of its updates.
    ///   - ledger: Where purchases are recorded.
    ///   - credits: What one unit of a product grants, such as 10 coins.
    ///   - verifier: Accepts or rejects transactions before they count; with `nil`, those count that the connection has
    ///     verified.
    ///   - deliveryHandler: The app's own work for a purchase; `nil` when recording it is all.
    ///   - deliversPurchases: `false` in a process that shares the ledger with another one that delivers, such as an
    ///     app's extension. This queue then records what it receives, and leaves it to the other to deliver and to
    ///     finish.
    ///   - finishesTransactions: `false` beside another purchase SDK that finishes transactions itself. This queue then
    ///     records what it receives, sends events, and never finishes anything.
    ///   - log: Receives what a developer may want to know. By default nothing is logged.
    public convenience init(
        connection: any StoreConnection,
        ledger: Ledger,
        credits: [ProductIdentifier: Credit] = [:],
        verifier: (any TransactionVerifier)? = nil,
        deliveryHandler: (any DeliveryHandler)? = nil,
        deliversPurchases: Bool = true,
        finishesTransactions: Bool = true,
        log: @escaping IAPLogEvent.Handler = { _ in }
    ) {
        var options = Options()
        options.credits = credits
        options.verifier = verifier
        options.deliveryHandler = deliveryHandler
        options.deliversPurchases = deliversPurchases
        options.finishesTransactions = finishesTransactions
        options.log = log
        self.init(connection: connection, ledger: ledger, options: options)
    }

    package init(connection: any StoreConnection, ledger: Ledger, options: Options) {
        self.connection = connection
        self.ledger = ledger
        self.options = options
        processor = TransactionProcessor(
            connection: connection,
            ledger: ledger,
            options: options,
            state: state,
            broadcast: broadcast
        )
    }

    /// Whether this customer may pay. A screen hides its shop when not.
    ///
    /// Source:
    /// [`canMakePayments()`](https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments()).
    package var canMakePayments: Bool { connection.canMakePayments }

    /// The transactions that the store has reported and that are not finished, oldest first.
    public var transactions: [PaymentTransaction] { state.withLock { $0.transactions.all } }

    /// Payments that wait for an approval, or for the customer to settle something outside the app, oldest first.
    ///
    /// The transaction that ends one bears the same payment.
    public var pendingPayments: [Payment] { state.withLock { $0.requests.pendingPayments } }

    /// Payments that the store works on and whose answer a caller waits for, oldest first. One that is here for long
    /// has a payment sheet that is open, or a store that does not answer: see ``purchase(_:timeout:)``.
    public var runningPayments: [Payment] { state.withLock { $0.requests.runningPayments } }

    deinit {
        state.withLock { $0.updates.loop }?.cancel()
        broadcast.finish()
    }
}

// MARK: Purchase intents, messages and sheets

extension PaymentQueue {
    /// What the customer wants to buy on a page of the App Store, oldest first. An intent is kept until it is bought or
    /// discarded, so that an intent that launched the app can be taken up once the app is ready
    /// ([`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent)).
    public var purchaseIntents: [Payment] { state.withLock { $0.inbox.purchaseIntents } }

    /// Discards a purchase intent: the app does not continue the purchase.
    public func discard(_ purchaseIntent: Payment) {
        state.withLock { $0.inbox.discard(purchaseIntent) }
    }

    /// The store's messages for the customer, oldest first. A message is kept until it is shown or discarded, so that it
    /// does not interrupt what the customer is doing.
    public var messages: [StoreMessage] { state.withLock { $0.inbox.messages } }

    /// Discards a message of the store without showing it.
    public func discard(_ message: StoreMessage) {
        state.withLock { $0.inbox.discard(message) }
    }

    /// Shows a sheet of the store over the app, and returns once the customer has left it.
    ///
    /// What comes of it, such as a refund or a purchase by a code, is sent like everything else. A message that was shown
    /// is discarded.
    ///
    /// - Throws: ``IAPError`` with code `unsupported` where the store has no such sheet; the store's reason when it
    ///   could not be shown.
    @discardableResult
    public func present(_ sheet: StoreSheet) async throws -> StoreSheet.Outcome {
        start()
        let outcome = try await connection.present(sheet)
        if case .message(let message) = sheet { discard(message) }
        return outcome
    }
}
