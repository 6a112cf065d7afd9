import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import Observation

let yearly = "plans.year"
let lifetimePass = "pass"

func makePaywallStore(_ extra: [ProductDefinition] = []) throws -> SandboxAppStore {
    let trial = try SubscriptionOffer(
        type: .introductory,
        id: nil,
        paymentMode: .freeTrial,
        price: 0,
        period: ProductSubscriptionPeriod(value: 3, unit: .day)
    )
    return try SandboxAppStore(
        configuration: StoreConfiguration(
            products: [
                .consumable(coins, name: "10 Coins", description: "Shiny", price: "0.99"),
                .nonConsumable(premium, name: "Premium", price: "2.99"),
                .nonRenewable(lifetimePass, name: "Pass", price: "4.99"),
                plan(monthly, "9.99", "P1M", offers: [trial], level: 2),
                plan(yearly, "99.99", "P1Y", offers: [trial], level: 1),
            ] + extra
        )
    )
}

func plan(
    _ identifier: ProductIdentifier,
    _ price: String,
    _ period: String,
    offers: [SubscriptionOffer] = [],
    level: Int,
    group: String = "plans"
) throws -> ProductDefinition {
    ProductDefinition(
        productIdentifier: identifier,
        type: .autoRenewable,
        referenceName: identifier,
        price: Decimal(string: price) ?? 0,
        localizations: [.init(locale: "en_US", displayName: "Plan \(identifier)", description: "")],
        subscription: ProductSubscriptionInfo(
            subscriptionGroupIdentifier: group,
            groupLevel: level,
            subscriptionPeriod: try ProductSubscriptionPeriod(iso8601: period),
            offers: offers
        ),
        groupLocalizations: [.init(locale: "en_US", displayName: "All \(group)", description: "")]
    )
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func makePaywall(
    _ store: IAPStore,
    _ identifiers: [ProductIdentifier] = [yearly, monthly, premium, coins],
    locale: String = "en_US",
    eligibility: (@Sendable (StoreProduct) async -> OfferEligibility)? = nil
) -> PaywallModel {
    PaywallModel(
        store: store,
        productIdentifiers: identifiers,
        locale: Locale(identifier: locale),
        timeZone: .gmt,
        catalog: .builtIn,
        eligibility: eligibility
    )
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func loadedPaywall(
    _ store: IAPStore,
    _ identifiers: [ProductIdentifier] = [yearly, monthly, premium, coins],
    locale: String = "en_US"
) async -> PaywallModel {
    let model = makePaywall(store, identifiers, locale: locale)
    await model.load()
    return model
}

/// Waits until a condition on observable state holds, as a screen that redraws itself does.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while true {
        var holds = false
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            holds = withObservationTracking(condition) { once.resume() }
            if holds { once.resume() }
        }
        if holds { return }
    }
}

/// A continuation that may be resumed again, to no effect.
private final class Once: Sendable {
    private let continuation: Locked<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = Locked(continuation)
    }

    func resume() {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume()
    }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    func state(_ identifier: ProductIdentifier) -> PaywallItem.State? { item(identifier)?.state }
}

/// A sandbox whose answers wait for the test to let them through.
final class HeldConnection: StoreConnection {
    private let connection: SandboxConnection
    /// `nil` lets everything through.
    private let products = Locked<Promise<Void>?>(nil)
    private let payments = Locked<Promise<Void>?>(nil)

    init(_ appStore: SandboxAppStore) {
        connection = appStore.connection()
    }

    var holdsProducts: Bool {
        get { products.withLock { $0 != nil } }
        set { Self.set(products, newValue) }
    }
    var holdsPayments: Bool {
        get { payments.withLock { $0 != nil } }
        set { Self.set(payments, newValue) }
    }

    private static func set(_ gate: Locked<Promise<Void>?>, _ isClosed: Bool) {
        gate.withLock { gate -> Promise<Void>? in
            defer { gate = isClosed ? Promise() : nil }
            return gate
        }?.fulfill(.success(()))
    }

    var canMakePayments: Bool { connection.canMakePayments }
    var clock: any StoreClock { connection.clock }
    func environment() async -> PaymentTransaction.Environment? { await connection.environment() }
    func storefront() async -> AppStorefront? { await connection.storefront() }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await products.withLock { $0 }?.value()
        return try await connection.products(for: identifiers)
    }
    func updates() -> AsyncStream<StoreUpdate> { connection.updates() }
    func sendCheckpoint(_ identifier: UUID) -> Bool { connection.sendCheckpoint(identifier) }
    func submit(_ payment: Payment) async throws {
        try await payments.withLock { $0 }?.value()
        try await connection.submit(payment)
    }
    func finish(_ transaction: PaymentTransaction) async throws { try await connection.finish(transaction) }
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await connection.restoreCompletedTransactions(applicationUsername: applicationUsername)
    }
}

func open(_ connection: some StoreConnection) async throws -> IAPStore {
    var options = IAPStore.Options()
    options.notificationCenter = NotificationCenter()
    return try await IAPStore(connection: connection, storage: InMemoryStorage(), options: options)
}
