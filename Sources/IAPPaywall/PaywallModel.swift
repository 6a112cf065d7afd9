import Dispatch
public import Foundation
public import IAP
public import IAPPresentation
public import Observation

/// A paywall without a screen: what is for sale and how it reads, where each purchase stands, and what a customer can
/// do.
///
/// ```swift
/// let paywall = PaywallModel(store: store, productIdentifiers: ["com.example.monthly", "com.example.coins"])
/// await paywall.load()
/// await paywall.buy("com.example.coins")
/// ```
///
/// SwiftUI and whatever else reads `Observation` draws it anew when something changes, also from elsewhere: a purchase
/// on another screen, also while it runs, an approval, a refund, the end of a subscription, another storefront, a
/// product taken off sale. Whether the customer may pay is read with the rest, but a change of it alone redraws
/// nothing.
///
/// It keeps what the store said of its products, and its own messages; what is owned and what is pending is the
/// ``store``'s, asked whenever it is read. It listens for as long as it lives, and several may stand on one store.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class PaywallModel {
    public let store: IAPStore
    /// In the order of the screen.
    public let productIdentifiers: [ProductIdentifier]

    /// What went wrong when it was last tried to load, buy or restore, or the refusal of an approval that was asked for
    /// with this model or that waited when it was made. `nil` after a cancellation, which is none. ``message`` says it
    /// to the customer; this is the developer's.
    public var error: IAPError? { told?.error }
    /// What there is to tell that is no error.
    public var notice: PaywallNotice? { told?.notice }
    public internal(set) var isRestoring = false

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
    @ObservationIgnored var awaited: Set<ProductIdentifier>
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
}
