import Dispatch
public import Foundation
public import IAP
public import IAPPresentation
public import Observation

/// A paywall without a screen: products with their texts, the state of each purchase, and the customer's actions.
///
/// ```swift
/// let paywall = PaywallModel(store: store, productIdentifiers: ["com.example.monthly", "com.example.coins"])
/// await paywall.load()
/// await paywall.buy("com.example.coins")
/// ```
///
/// SwiftUI, and any other reader of `Observation`, redraws it when something changes, also from elsewhere: a purchase
/// on another screen, an approval, a refund, the end of a subscription, another storefront, a product taken off sale.
/// A change of whether the customer may pay does not redraw by itself.
///
/// The model keeps the store's last answer and its own messages. It asks the ``store`` what is owned and pending
/// whenever it is read. Several models may share one store.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class PaywallModel {
    public let store: IAPStore
    /// In the order of the screen.
    public let productIdentifiers: [ProductIdentifier]

    /// Why loading, buying or restoring last failed, or that an approval was declined that this model asked for or that
    /// was pending when the model was made. `nil` after a cancellation. ``message`` is its text for the customer.
    public var error: IAPError? { currentMessage?.error }
    /// A message to the customer that is no error.
    public var notice: PaywallNotice? { currentMessage?.notice }
    public internal(set) var isRestoring = false

    /// The last message, unless it was dismissed.
    var currentMessage: PaywallMessage?
    let formats: PaywallFormats
    var products = PaywallProducts()
    /// Asks which offers the customer may have; with `nil`, the ledger answers.
    let eligibility: (@Sendable (StoreProduct) async -> OfferEligibility)?
    /// The last answers for each plan.
    var eligibilities: [ProductIdentifier: OfferEligibility] = [:]
    @ObservationIgnored var eligibilityQuestions = RequestOrder()
    /// Products that the customer has tapped on and whose purchase has not ended.
    var buying: Set<ProductIdentifier> = []
    /// Products that have come while their purchase was under way, whatever it then ends with.
    @ObservationIgnored var delivered: Set<ProductIdentifier> = []
    /// Products whose approval this model's customer asked for, or is about to: this model shows that it was declined.
    @ObservationIgnored var awaited: Set<ProductIdentifier>
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
    ///   - eligibility: Which offers of a plan the customer may have. It is asked after each loading, purchase, restore
    ///     and refund; until it has answered for a plan, no offer of it is shown. `nil` asks this device's ledger
    ///     alone, by ``IAPStore/offerEligibility(for:)``, which takes a customer who subscribed elsewhere for a new one
    ///     until a restore. The App Store knows more, so an app on Apple's platforms passes
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
        // A payment that was pending at launch may have been this screen's.
        awaited = Set(store.queue.pendingPayments.map(\.productIdentifier)).intersection(productIdentifiers)
        self.store = store
        self.productIdentifiers = productIdentifiers
        formats = PaywallFormats(locale: locale, priceLocale: priceLocale, timeZone: timeZone, catalog: catalog)
        // The main queue is the main actor's.
        let changed: @Sendable (ProductIdentifier) -> Void = { [weak self] _ in
            MainActor.assumeIsolated { self?.revision += 1 }
        }
        subscriptions = [
            store.queue.broadcast.subscribe(on: .main) { [weak self] event in
                MainActor.assumeIsolated { self?.handle(event) }
            },
            store.queue.runningChanges.subscribe(on: .main, changed),
            store.catalog.saleChanges.subscribe(on: .main, changed),
        ]
    }
}
