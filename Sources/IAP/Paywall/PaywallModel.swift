import Dispatch
public import Foundation
public import IAPCatalog
public import IAPCore
import IAPPaymentQueue
public import IAPPresentation
public import Observation

/// A paywall without a screen: what is for sale and how it reads, where each purchase stands, and what a customer can do.
///
/// ```swift
/// let paywall = PaywallModel(store: store, productIdentifiers: ["com.example.monthly", "com.example.coins"])
/// await paywall.load()
/// await paywall.buy("com.example.coins")
/// ```
///
/// SwiftUI and whatever else reads `Observation` draws it anew when something changes, also from elsewhere: a purchase on
/// another screen, also while it runs, an approval, a refund, the end of a subscription, another storefront, a product taken
/// off sale. Whether the customer may pay is read with the rest, but a change of it alone redraws nothing.
///
/// It keeps what the store said of its products, and its own messages; what is owned and what is pending is the ``store``'s,
/// asked whenever it is read. It listens for as long as it lives, and several may stand on one
/// store.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class PaywallModel {
    public let store: IAPStore
    /// In the order of the screen.
    public let productIdentifiers: [ProductIdentifier]

    /// What went wrong when it was last tried to load, buy or restore, or the refusal of an approval that was asked for with
    /// this model or that waited when it was made. `nil` after a cancellation, which is none. ``message`` says it to the
    /// customer; this is the developer's.
    public var error: IAPError? { told?.error }
    /// What there is to tell that is no error.
    public var notice: PaywallNotice? { told?.notice }
    public private(set) var isRestoring = false

    /// The last that was told, and was not dismissed: one thing at a time.
    var told: PaywallMessage?
    let formats: PaywallFormats
    var products = PaywallProducts()
    /// Asks which offers the customer may have; `nil` where the ledger says it.
    let eligibility: (@Sendable (StoreProduct) async -> OfferEligibility)?
    var eligibilities = PaywallEligibilities()
    /// Products between a tap and the queue's having heard of it.
    var buying: Set<ProductIdentifier> = []
    /// Products whose approval this model's customer asked for, or is about to: a refusal is told here.
    @ObservationIgnored private var awaited: Set<ProductIdentifier>
    /// Follows from ``products`` and the locale.
    @ObservationIgnored var texts: PaywallTexts?
    /// Whether the connection to the store has ended.
    var isClosed = false
    /// Changes when something changes that this model does not keep itself.
    var revision = 0
    @ObservationIgnored private var subscriptions: [Subscription] = []

    /// Makes a model that has loaded nothing; call ``load(policy:)``.
    ///
    /// - Parameters:
    ///   - productIdentifiers: What to sell, in the order of the screen.
    ///   - locale: The customer's.
    ///   - priceLocale: Whether prices are written as the customer or as the store writes them.
    ///   - timeZone: Where the customer's days begin.
    ///   - catalog: Where sentences come from.
    ///   - eligibility: Which offers of a plan the customer may have. It is asked after each loading, purchase, restore and
    ///     refund; until it has answered for a plan, no offer of it is shown. `nil` asks this device's ledger alone, by
    ///     ``IAPStore/offerEligibility(for:)``, which takes a customer who subscribed elsewhere for a new one until a restore. The App Store knows more, so an app on
    ///     Apple's platforms passes
    ///     [`isEligibleForIntroOffer(for:)`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/iseligibleforintrooffer(for:)).
    public init(
        store: IAPStore,
        productIdentifiers: [ProductIdentifier],
        locale: Locale = .autoupdatingCurrent,
        priceLocale: PriceLocale = .customer,
        timeZone: TimeZone = .autoupdatingCurrent,
        catalog: TextCatalog = .standard,
        eligibility: (@Sendable (StoreProduct) async -> OfferEligibility)? = nil
    ) {
        self.eligibility = eligibility
        // Nobody remembers who asked at an earlier launch.
        awaited = Set(store.queue.pendingPayments.map(\.productIdentifier)).intersection(productIdentifiers)
        self.store = store
        self.productIdentifiers = productIdentifiers
        formats = PaywallFormats(locale: locale, priceLocale: priceLocale, timeZone: timeZone, catalog: catalog)
        // The main queue is the main actor's.
        let changed: @Sendable (ProductIdentifier) -> Void = { [weak self] _ in
            MainActor.assumeIsolated { self?.revision += 1 }
        }
        subscriptions = [
            store.queue.subscribe(on: .main) { [weak self] event in MainActor.assumeIsolated { self?.hear(event) } },
            store.queue.runningChanges.subscribe(on: .main, changed),
            store.catalog.saleChanges.subscribe(on: .main, changed),
        ]
    }

    // MARK: What a customer does

    /// Looks the products up. Call it when the screen appears, and to try again.
    ///
    /// When it fails, ``error`` says why, and what was loaded before stays. Returns when also the offers that the customer may
    /// have are known; the products show before.
    public func load(policy: ProductRequestPolicy = .cached) async {
        begin(.loading)
        let request = products.begin()
        end(request, await Self.ask(store, for: productIdentifiers, policy: policy))
        await askEligibility()?.value
    }

    /// Buys a product, and returns once it is delivered, waits for somebody else, or is cancelled.
    ///
    /// Does nothing for an item that is loading, purchasing, pending or owned, such as for a double tap; see
    /// ``PaywallItem/canBuy``.
    ///
    /// - Parameter quantity: 1 to 10; 1 for what can be owned once.
    /// - Returns: `nil` when nothing was bought; ``error`` says why if there is something to say.
    @discardableResult
    public func buy(
        _ identifier: ProductIdentifier,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async -> PurchaseResult? {
        if let item = item(identifier) {
            // Why an item is not available is the store's to say.
            guard item.canBuy || item.state == .unavailable else { return nil }
        }
        begin(.buying(identifier))
        guard let product = products.response?.product(identifier) else {
            show(
                IAPError(
                    .productNotAvailable,
                    "This paywall has no product \(identifier). Name it in productIdentifiers, and load first.",
                    productIdentifier: identifier
                ),
                of: .buying(identifier)
            )
            return nil
        }
        var options = options
        if options.offer == nil, let offer = offer(of: product), offer.type == .winBack {
            // It is what the item promised, and comes only to who asks for it.
            options.offer = offer.id.map(Payment.Offer.winBack)
        }
        buying.insert(identifier)
        // Before the answer, which a refusal may overtake.
        awaited.insert(identifier)
        defer { buying.remove(identifier) }
        do {
            let result = try await store.purchase(product, quantity: quantity, options: options)
            switch result {
            case .pending: break
            case .purchased, .cancelled: awaited.remove(identifier)
            }
            return result
        } catch {
            awaited.remove(identifier)
            show(error, of: .buying(identifier))
            return nil
        }
    }

    /// Brings back what the customer bought earlier. The customer may have to sign in: call it for a tap on “Restore”.
    ///
    /// ``notice`` tells whether there was something. Does nothing while it runs.
    public func restore() async {
        guard !isRestoring else { return }
        begin(.restoring)
        isRestoring = true
        defer { isRestoring = false }
        do {
            let notice: PaywallNotice = try await store.restorePurchases().isEmpty ? .nothingToRestore : .restored
            told = PaywallMessage(content: .notice(notice), origin: .restoring)
        } catch {
            show(error, of: .restoring)
        }
    }

    /// Forgets the ``error`` or the ``notice``, whichever there is: the later one replaces the earlier.
    ///
    /// A notice goes by itself when something is begun; an error, when what failed is tried again.
    public func dismiss() {
        told = nil
    }

    private func begin(_ origin: PaywallMessage.Origin) {
        if told?.isOver(whenBeginning: origin) == true { dismiss() }
    }

    private func show(_ error: any Error, of origin: PaywallMessage.Origin) {
        if error is CancellationError { return }
        let error = IAPError(wrapping: error, as: .unknown)
        if error.code != .paymentCancelled { told = PaywallMessage(content: .error(error), origin: origin) }
    }

    // MARK: What happens

    private func hear(_ event: PaymentQueueEvent) {
        revision += 1
        switch event {
        case .storefrontChanged: reload()
        case .failed(let transaction):
            // Nobody waits for the answer of a parent; all other failures are told to whoever bought.
            if let error = transaction.error, error.code == .purchaseDeclined,
                awaited.remove(transaction.payment.productIdentifier) != nil
            {
                show(error, of: .buying(transaction.payment.productIdentifier))
            }
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased, .restored:
                let product = transaction.payment.productIdentifier
                // What is being bought here is the business of its own answer.
                if !buying.contains(product) { awaited.remove(product) }
                askEligibility()
            case .purchasing, .deferred, .failed: break
            }
        case .changed, .revoked, .restoreFinished, .accountChanged: askEligibility()
        case .closed: isClosed = true
        case .refused, .finished, .removed, .restoreFailed, .renewalChanged, .purchaseIntent, .purchasedProductsChanged,
            .subscriptionStatusChanged, .message:
            break
        }
    }

    // MARK: Loading

    /// Whether the store is being asked for products.
    public var isLoading: Bool { products.isLoading }

    /// Looks up what another storefront sells, if anything was looked up before.
    private func reload() {
        guard products.hasAnswer || isLoading else { return }
        products.outdate()
        let request = products.begin()
        Task { [weak self, store, productIdentifiers] in
            let result = await Self.ask(store, for: productIdentifiers, policy: .cached)
            self?.end(request, result)
            self?.askEligibility()
        }
    }

    /// Asks which offers the customer may have of the plans that have any.
    ///
    /// - Returns: What ends with the answer; `nil` when there is nothing to ask.
    @discardableResult
    private func askEligibility() -> Task<Void, Never>? {
        guard let eligibility, let plans = products.response?.products.filter(\.hasOffers), !plans.isEmpty else {
            return nil
        }
        let question = eligibilities.begin()
        // Does not keep the model, whose asker may take its time.
        return Task { [weak self] in
            let answers = await withTaskGroup(of: (ProductIdentifier, OfferEligibility).self) { group in
                for plan in plans { group.addTask { (plan.id, await eligibility(plan)) } }
                var answers: [ProductIdentifier: OfferEligibility] = [:]
                for await (plan, answer) in group { answers[plan] = answer }
                return answers
            }
            self?.eligibilities.end(question, answers)
        }
    }

    private static func ask(
        _ store: IAPStore,
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy
    ) async -> Result<ProductsResponse, any Error> {
        do { return .success(try await store.products(for: identifiers, policy: policy)) } catch {
            return .failure(error)
        }
    }

    private func end(_ request: Int, _ result: Result<ProductsResponse, any Error>) {
        if let error = products.end(request, result) { show(error, of: .loading) }
    }
}

extension StoreProduct {
    fileprivate var hasOffers: Bool { subscription?.offers.isEmpty == false }
}
