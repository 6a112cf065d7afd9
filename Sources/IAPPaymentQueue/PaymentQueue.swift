package import Dispatch
public import IAPCore
public import IAPPersistence

/// The way of every payment, from submitted to finished.
///
/// A paid transaction is verified, recorded in the ledger, delivered and finished, in this order; whatever fails leaves it
/// unfinished, and it comes again. Safe to use from any thread.
public final class PaymentQueue: Sendable {
    struct State {
        var requests = PurchaseRequests()
        /// What the store has told and what is not finished.
        var transactions = TransactionList()
        /// Paid or revoked transactions that a step failed for, to be tried again.
        var unprocessed = TransactionList()
        /// What will become of subscriptions, where the ledger could not record it.
        var unrecordedRenewals: [TransactionIdentifier: SubscriptionRenewal] = [:]
        /// What the customer wants to buy on a page of the App Store, oldest first.
        var purchaseIntents: [Payment] = []
        /// What the store wants to tell the customer, oldest first.
        var messages: [StoreMessage] = []
        var observers: [ObjectIdentifier: Registration] = [:]
        var restores: [String?: Restore] = [:]
        var isStarted = false
        var loop: Task<Void, Never>?
        var watch: Task<Void, Never>?
        var isClosed = false

        mutating func dismiss(_ purchaseIntent: Payment) {
            if let place = purchaseIntents.firstIndex(of: purchaseIntent) { purchaseIntents.remove(at: place) }
        }

        mutating func dismissPurchaseIntents(for product: ProductIdentifier) {
            purchaseIntents.removeAll { $0.productIdentifier == product }
        }
    }

    /// What was bought.
    public let ledger: Ledger
    let connection: any StoreConnection
    let credits: [ProductIdentifier: Credit]
    let verifier: any TransactionVerifier
    let deliveryHandler: (any DeliveryHandler)?
    let deliversPurchases: Bool
    let finishesTransactions: Bool
    let log: IAPLogEvent.Handler
    private let storefrontWillChange: @Sendable (AppStorefront) -> Void
    let state = Locked(State())
    let lanes = Lanes()
    let broadcast = Broadcast<PaymentQueueEvent>()
    /// Products whose ``runningPayments`` have changed for another reason than an event.
    package let runningChanges = Broadcast<ProductIdentifier>()

    /// Makes a queue that stands still until ``start()``.
    ///
    /// - Parameters:
    ///   - connection: The store. The queue is the one reader of its updates.
    ///   - ledger: Where purchases are recorded.
    ///   - credits: What one unit of a product grants, such as 10 coins.
    ///   - verifier: Accepts or refuses transactions before they count.
    ///   - deliveryHandler: The app's own work for a purchase; `nil` when recording it is all.
    ///   - deliversPurchases: `false` in a process that shares the ledger with another one that delivers, such as an app's
    ///     extension. This queue then records what it sees, and leaves it to the other to deliver and to finish.
    ///   - finishesTransactions: `false` beside another purchase SDK that finishes transactions itself. This queue then
    ///     records and tells what it sees, and never finishes anything.
    ///   - log: Hears what a developer may want to know. Silent by default.
    public convenience init(
        connection: any StoreConnection,
        ledger: Ledger,
        credits: [ProductIdentifier: Credit] = [:],
        verifier: any TransactionVerifier = .connection,
        deliveryHandler: (any DeliveryHandler)? = nil,
        deliversPurchases: Bool = true,
        finishesTransactions: Bool = true,
        log: @escaping IAPLogEvent.Handler = { _ in }
    ) {
        self.init(
            connection: connection,
            ledger: ledger,
            credits: credits,
            verifier: verifier,
            deliveryHandler: deliveryHandler,
            deliversPurchases: deliversPurchases,
            finishesTransactions: finishesTransactions,
            log: log,
            storefrontWillChange: { _ in }
        )
    }

    /// - Parameter storefrontWillChange: Called before anybody hears that the storefront has changed.
    package init(
        connection: any StoreConnection,
        ledger: Ledger,
        credits: [ProductIdentifier: Credit],
        verifier: any TransactionVerifier,
        deliveryHandler: (any DeliveryHandler)?,
        deliversPurchases: Bool,
        finishesTransactions: Bool,
        log: @escaping IAPLogEvent.Handler,
        storefrontWillChange: @escaping @Sendable (AppStorefront) -> Void
    ) {
        self.storefrontWillChange = storefrontWillChange
        self.connection = connection
        self.ledger = ledger
        self.credits = credits
        self.verifier = verifier
        self.deliveryHandler = deliveryHandler
        self.deliversPurchases = deliversPurchases
        self.finishesTransactions = finishesTransactions && deliversPurchases
        self.log = log
    }

    /// Begins to read what the store tells, unfinished transactions of earlier launches first, and to deliver what the ledger
    /// holds undelivered. Further calls do nothing.
    ///
    /// Purchasing and restoring start the queue as well. Add observers before, to hear of everything.
    public func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        let watch = watchOwnership()
        let loop = Task { [weak self, updates = connection.updates()] in
            for await update in updates { self?.handle(update) }
            self?.close()
        }
        state.withLock { state in
            state.loop = loop
            state.watch = watch
        }
        retryPending()
    }

    /// Whether this customer may pay. A screen hides its shop when not.
    ///
    /// Source: [`canMakePayments()`](https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments()).
    public var canMakePayments: Bool { connection.canMakePayments }

    /// The transactions that the store has told of and that are not finished, oldest first.
    public var transactions: [PaymentTransaction] { state.withLock { $0.transactions.all } }

    /// Payments that wait for an approval, or for the customer to settle something outside the app, oldest first.
    ///
    /// The transaction that ends one bears the same payment.
    public var pendingPayments: [Payment] { state.withLock { $0.requests.pendingPayments } }

    /// Payments that the store works on and whose answer somebody waits for, oldest first. One that is here for long has a
    /// payment sheet that is open, or a store that is silent: see ``purchase(_:timeout:)``.
    public var runningPayments: [Payment] { state.withLock { $0.requests.runningPayments } }

    /// What the customer wants to buy on a page of the App Store, oldest first. It is kept until it is bought or dismissed, so
    /// that an intent that launched the app can be taken up once the app is ready
    /// ([`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent)).
    public var purchaseIntents: [Payment] { state.withLock { $0.purchaseIntents } }

    /// Forgets what the customer wanted to buy on a page of the App Store.
    public func dismiss(_ purchaseIntent: Payment) {
        state.withLock { $0.dismiss(purchaseIntent) }
    }

    /// A new stream of everything that happens from now on. It keeps what its reader has not read, and ends with the queue.
    public func events() -> AsyncStream<PaymentQueueEvent> { broadcast.stream { $0 } }

    /// A new stream of what `transform` makes of the events from now on.
    package func events<Output: Sendable>(
        of transform: @escaping @Sendable (PaymentQueueEvent) -> Output?
    ) -> AsyncStream<Output> {
        broadcast.stream(of: transform)
    }

    /// Calls `body` with each event from now on, in order, on `callbackQueue`, until the subscription goes.
    package func subscribe(
        on callbackQueue: DispatchQueue,
        _ body: @escaping @Sendable (PaymentQueueEvent) -> Void
    ) -> Subscription {
        broadcast.subscribe(on: callbackQueue, body)
    }

    /// Calls `enqueue` with each event from now on, in order, until the subscription goes. It does nothing but put the event
    /// into a queue, if it is for that.
    package func subscribe(enqueue: @escaping @Sendable (PaymentQueueEvent) -> Void) -> Subscription {
        broadcast.subscribe(enqueue: enqueue)
    }

    /// Returns when all has been dealt with that the store has told so far, for tests.
    package func drained() async { await lanes.drained() }

    private func handle(_ update: StoreUpdate) {
        switch update.content {
        case .transaction(let transaction): handle(transaction)
        case .subscriptionRenewal(let renewal): handle(renewal)
        case .storefront(let storefront):
            storefrontWillChange(storefront)
            broadcast.send(.storefrontChanged(storefront))
        case .purchaseIntent(let payment):
            state.withLock { $0.purchaseIntents.append(payment) }
            broadcast.send(.purchaseIntent(payment))
        case .message(let message): keep(message)
        case .account(let account): signIn(account)
        }
    }

    /// The connection has ended: whoever waits is told, since no answer will come.
    private func close() {
        let running = state.withLock { state in
            state.isClosed = true
            // What the store has answered is still dealt with, and whoever asked is told how.
            return state.requests.closeAllUnanswered()
        }
        let error = IAPError(
            .connectionClosed,
            "The connection to the store has ended. A purchase that was paid comes again with the next connection."
        )
        log(IAPLogEvent(.error, "\(error) Perhaps another store uses it since: one store at a time can."))
        running.forEach { $0.end(.failure(error)) }
        broadcast.send(.closed)
    }

    deinit {
        let tasks = state.withLock { [$0.loop, $0.watch] }
        tasks.forEach { $0?.cancel() }
        broadcast.finish()
    }
}
