public import Foundation

/// A shop: what is for sale, the way to buy it, and what is owned.
///
/// Made of three parts that can be used by themselves: the ``catalog``, the ``queue`` and the ``ledger``. Everything
/// here may be used from any thread. An app keeps one store for as long as it runs, made at launch, so that purchases
/// that come from outside the app or from an earlier launch are delivered.
public final class IAPStore: Sendable {
    /// What an app may choose; the defaults suit most.
    public struct Options: Sendable {
        /// How products are looked up.
        public var productRequests = ProductRequestOptions()
        /// How long one purchase of a non-renewing subscription lasts. The store does not know it. One without an entry
        /// here lasts until it is refunded.
        public var nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] = [:]
        /// What the app can do, by a name such as `premium`, and the products any of which unlocks it.
        public var entitlements: [String: Set<ProductIdentifier>] = [:]
        /// How many entries the ledger may have before it is compacted by itself; `nil`, never. See ``Ledger/compact()``
        /// for what is summed up then.
        public var compactionThreshold: Int?
        /// What becomes of purchases when another account signs in to the store on this device.
        public var accountPolicy = AccountPolicy.keep
        /// Accepts or refuses transactions before they count.
        public var verifier: any TransactionVerifier = .connection
        /// `false` in a process that shares the ledger with another one that delivers, such as an app's extension: it
        /// records what it sees, and leaves it to the app to deliver and to finish.
        public var deliversPurchases = true
        /// `false` beside another purchase SDK that finishes transactions.
        public var finishesTransactions = true
        /// Whether the store begins at once to deliver what earlier launches left. Pass `false` to attach listeners
        /// first, so that they miss nothing, and call ``IAPStore/start()`` then.
        public var startsImmediately = true
        /// Where purchases are announced; see ``PurchaseMessage``.
        public var notificationCenter = NotificationCenter.default
        /// Hears what a developer may want to know. Silent by default.
        public var log: IAPLogEvent.Handler = { _ in }

        public init() {}
    }

    /// What is for sale.
    public let catalog: ProductCatalog
    /// The way of every payment.
    public let queue: PaymentQueue
    /// What was bought.
    public let ledger: Ledger

    let entitlementProducts: [String: Set<ProductIdentifier>]
    private let announcements: Subscription

    /// Opens the ledger, and connects to the store.
    ///
    /// - Parameters:
    ///   - connection: The store: Apple's, or a simulated one.
    ///   - storage: Where purchases are kept.
    ///   - credits: What one unit of a consumable grants, such as 10 coins.
    ///   - deliveryHandler: The app's own work for a purchase; `nil` when recording it is all.
    /// - Throws: ``IAPError`` with code `invalidAmount` when ten of a product would grant more than a credit can count,
    ///   `ledgerDamaged`, `ledgerForged`, `ledgerVersionUnsupported` or `storageFailed` when the storage
    ///   cannot be read. Nothing has been changed then.
    public init(
        connection: some StoreConnection,
        storage: some LedgerStorage,
        credits: [ProductIdentifier: Credit] = [:],
        deliveryHandler: (any DeliveryHandler)? = nil,
        options: Options = Options()
    ) async throws {
        for (product, credit) in credits {
            // A quantity is 10 at most.
            guard credit.amount <= Credit.largestAmount / 10 else {
                throw IAPError(
                    .invalidAmount,
                    "\(credit.amount) \(credit.unit) for one \(product) is too much to buy ten of. Grant less.",
                    productIdentifier: product
                )
            }
        }
        entitlementProducts = options.entitlements
        ledger = try await Ledger(
            storage: storage,
            clock: connection.clock,
            environment: await connection.environment(),
            // Otherwise nobody waits for the answer: the updates tell as well.
            account: options.accountPolicy == .keep ? nil : await connection.accountIdentifier(),
            accountPolicy: options.accountPolicy,
            nonRenewingPeriods: options.nonRenewingPeriods,
            compactionThreshold: options.compactionThreshold,
            log: options.log
        )
        let catalog = ProductCatalog(connection: connection, options: options.productRequests, log: options.log)
        self.catalog = catalog
        queue = PaymentQueue(
            connection: connection,
            ledger: ledger,
            credits: credits,
            verifier: options.verifier,
            deliveryHandler: deliveryHandler,
            deliversPurchases: options.deliversPurchases,
            finishesTransactions: options.finishesTransactions,
            log: options.log,
            storefrontWillChange: { catalog.storefrontDidChange(to: $0) }
        )
        announcements = queue.announceEvents(in: options.notificationCenter)
        if options.startsImmediately { queue.start() }
    }

    /// Begins to deliver what earlier launches left and what the store tells. Further calls do nothing; purchasing and
    /// restoring start the store as well.
    public func start() {
        queue.start()
    }

    /// Returns once the store's updates so far are dealt with, and every listener has been called with what came of
    /// them. For tests and for programs that act step by step; see ``PaymentQueue/waitUntilIdle()``.
    public func waitUntilIdle() async {
        await queue.waitUntilIdle()
    }

    // MARK: What happens

    /// A new stream of every transaction that comes from now on, whoever bought it: with this store, another device, or
    /// an approval that came late. Purchased and restored ones have been recorded and delivered, and come once.
    ///
    /// The stream keeps what its reader has not read. A transaction with a `revocationDate` was taken back; one with an
    /// `error` did not come through. ``events()`` tells more.
    public var updates: AsyncStream<PaymentTransaction> {
        queue.events { event in
            switch event {
            case .updated(let transaction), .failed(let transaction): transaction
            case .revoked(let record): record.transaction
            default: nil
            }
        }
    }

    /// A new stream of everything that happens from now on: refunds with what was taken back, the ends of restores,
    /// changes of renewals, purchases begun on a page of the App Store.
    public func events() -> AsyncStream<PaymentQueueEvent> { queue.events() }

    /// A new stream of the storefronts that the customer's account comes to belong to. Products cached for the one
    /// before have been dropped.
    public var storefronts: AsyncStream<AppStorefront> {
        queue.events { event in
            if case .storefrontChanged(let storefront) = event { storefront } else { nil }
        }
    }

    /// The store's account for which questions are answered; `nil` when nobody is signed in, or when the store does not
    /// tell. A change is an event: ``PaymentQueueEvent/accountChanged(_:)``.
    public var account: String? { ledger.account }
}
