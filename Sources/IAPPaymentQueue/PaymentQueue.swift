public import IAPCore
public import IAPPersistence

/// The way of every payment, from submitted to finished.
///
/// A paid transaction is verified, recorded in the ledger, delivered and finished, in this order; whatever fails leaves
/// it unfinished, and it comes again. Safe to use from any thread.
public final class PaymentQueue: Sendable {
    /// What was bought.
    public let ledger: Ledger
    let connection: any StoreConnection
    let credits: [ProductIdentifier: Credit]
    let verifier: any TransactionVerifier
    let deliveryHandler: (any DeliveryHandler)?
    let deliversPurchases: Bool
    let finishesTransactions: Bool
    let log: IAPLogEvent.Handler
    let storefrontWillChange: @Sendable (AppStorefront) -> Void
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
    ///   - deliversPurchases: `false` in a process that shares the ledger with another one that delivers, such as an
    ///     app's extension. This queue then records what it sees, and leaves it to the other to deliver and to finish.
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

    /// Whether this customer may pay. A screen hides its shop when not.
    ///
    /// Source:
    /// [`canMakePayments()`](https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments()).
    public var canMakePayments: Bool { connection.canMakePayments }

    /// The transactions that the store has told of and that are not finished, oldest first.
    public var transactions: [PaymentTransaction] { state.withLock { $0.transactions.all } }

    /// Payments that wait for an approval, or for the customer to settle something outside the app, oldest first.
    ///
    /// The transaction that ends one bears the same payment.
    public var pendingPayments: [Payment] { state.withLock { $0.requests.pendingPayments } }

    /// Payments that the store works on and whose answer somebody waits for, oldest first. One that is here for long
    /// has a payment sheet that is open, or a store that is silent: see ``purchase(_:timeout:)``.
    public var runningPayments: [Payment] { state.withLock { $0.requests.runningPayments } }

    deinit {
        state.withLock { $0.loop }?.cancel()
        broadcast.finish()
    }
}
