public import Foundation

/// A store: products for sale, purchases, and what the customer owns.
///
/// A store has the members that an app uses every day. Its three parts have more: the ``catalog``, the ``queue`` and
/// the ``ledger``. An app opens one store at launch and keeps it for as long as the app runs, so that purchases from
/// outside the app or from an earlier launch are delivered.
///
/// Every member may be used from any thread.
public final class IAPStore: Sendable {
    /// Options of a store. The defaults suit most apps.
    public struct Options: Sendable {
        /// How products are looked up.
        public var productRequests = ProductRequestOptions()
        /// How many entries the ledger may have before it compacts itself; `nil` for no limit. ``Ledger/compact()``
        /// says what compaction keeps.
        public var compactionThreshold: Int?
        /// What happens to purchases when another account signs in to the store on this device.
        public var accountPolicy = AccountPolicy.keep
        /// Accepts or rejects transactions before they count; with `nil`, the transactions count that the connection
        /// verified.
        public var verifier: (any TransactionVerifier)?
        /// `false` in a process that shares the ledger with another one that delivers, such as an app's extension: it
        /// records what it sees, and leaves it to the app to deliver and to finish.
        public var deliversPurchases = true
        /// `false` beside another purchase SDK that finishes transactions.
        public var finishesTransactions = true
        /// Whether the store begins to deliver what earlier launches left as soon as it is open. Pass `false` to attach
        /// listeners first, so that they miss nothing, and call ``IAPStore/start()`` then.
        public var startsImmediately = true
        /// Where notifications are posted; see ``PaymentQueueMessage``.
        public var notificationCenter = NotificationCenter.default
        /// Receives log events. By default nothing is logged.
        public var log: IAPLogEvent.Handler = { _ in }

        public init() {}
    }

    /// The products for sale.
    public let catalog: ProductCatalog
    /// Processes every payment, from submission to finish.
    public let queue: PaymentQueue
    /// The record of what was bought.
    public let ledger: Ledger
    /// What the app sells, as it declared it where it opened the store.
    public let declarations: [ProductDeclaration]

    let entitlementProducts: [String: Set<ProductIdentifier>]
    let names: DeclaredNames
    private let announcements: Subscription

    /// Opens the ledger, and connects to the store.
    ///
    /// - Parameters:
    ///   - connection: The store: Apple's, or a simulated one.
    ///   - storage: Where purchases are kept.
    ///   - products: What the app sells, each product declared once. With declarations, the store logs a warning when
    ///     the app asks for a name that none of them has.
    ///   - credits: What one unit of each product grants that is not declared, such as 10 coins.
    ///   - deliveryHandler: The app's own work for a purchase; `nil` when recording a purchase is all there is to do.
    /// - Throws: ``IAPError`` with code `catalogInvalid` when a product is declared twice or has an empty name,
    ///   `invalidAmount` when ten of a product would grant more than a credit can count, `ledgerDamaged`,
    ///   `ledgerForged`, `ledgerVersionUnsupported` or `storageFailed` when the storage cannot be read. Nothing has
    ///   been changed then.
    public init(
        connection: some StoreConnection,
        storage: some LedgerStorage,
        products: [ProductDeclaration] = [],
        credits: [ProductIdentifier: Credit] = [:],
        deliveryHandler: (any DeliveryHandler)? = nil,
        options: Options = Options()
    ) async throws {
        let declared = try DeclaredProducts(products, credits: credits)
        declarations = declared.declarations
        entitlementProducts = declared.entitlements
        names = DeclaredNames(of: declared, log: options.log)
        ledger = try await Ledger(
            storage: storage,
            clock: connection.clock,
            environment: await connection.environment(),
            // Otherwise the answer is not needed: the connection's updates have the account, too.
            account: options.accountPolicy == .keep ? nil : await connection.accountIdentifier(),
            accountPolicy: options.accountPolicy,
            nonRenewingPeriods: declared.nonRenewingPeriods,
            compactionThreshold: options.compactionThreshold,
            log: options.log
        )
        let catalog = ProductCatalog(
            connection: connection,
            options: options.productRequests,
            declaredTypes: declared.types,
            log: options.log
        )
        self.catalog = catalog
        var queueOptions = PaymentQueue.Options()
        queueOptions.credits = declared.credits
        queueOptions.verifier = options.verifier
        queueOptions.deliveryHandler = deliveryHandler
        queueOptions.deliversPurchases = options.deliversPurchases
        queueOptions.finishesTransactions = options.finishesTransactions
        queueOptions.log = options.log
        queueOptions.storefrontWillChange = { catalog.storefrontDidChange(to: $0) }
        queue = PaymentQueue(connection: connection, ledger: ledger, options: queueOptions)
        announcements = queue.announceEvents(in: options.notificationCenter)
        if options.startsImmediately { queue.start() }
    }

    /// Begins to deliver what earlier launches left and what the store sends. Further calls do nothing; purchasing and
    /// restoring start the store as well.
    public func start() {
        queue.start()
    }

    /// Returns once the store's updates so far are handled, and every listener has been called with their events. For
    /// tests and for programs that act step by step; see ``PaymentQueue/waitUntilIdle()``.
    public func waitUntilIdle() async {
        await queue.waitUntilIdle()
    }

    // MARK: Events

    /// A new stream of every transaction that comes from now on: bought with this store or on another device, or
    /// approved late. Purchased and restored transactions have been recorded and delivered, and come once.
    ///
    /// The stream keeps what its reader has not read. A transaction with a `revocationDate` was revoked; one with an
    /// `error` failed. ``events`` has more.
    public var updates: AsyncStream<PaymentTransaction> {
        queue.broadcast.stream { event in
            switch event {
            case .updated(let transaction), .failed(let transaction): transaction
            case .revoked(let record): record.transaction
            default: nil
            }
        }
    }

    /// A new stream of every event from now on: purchases, refunds with the credits that they revoked, the ends of
    /// restores, changes of renewals, purchases that began in the App Store.
    public var events: AsyncStream<PaymentQueueEvent> { queue.events }
}
