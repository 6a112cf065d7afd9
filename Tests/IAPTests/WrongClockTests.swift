import Foundation
import IAP
import IAPSandbox
import Testing

/// What the store has signed as ended stays so, however the device's clock is set back, in the launch that received it and
/// in a later one, which receives nothing.
@Suite("A device's clock that is set wrong", .timeLimit(.minutes(10)))
struct WrongClockTests {
    /// What ends, and how the app knows it.
    enum Ending: String, CaseIterable {
        case cancelled = "a subscription that was cancelled"
        case trial = "a trial that was cancelled"
        case grace = "a grace period"
        case season = "a season, before something else was bought"

        var product: ProductIdentifier {
            switch self {
            case .cancelled, .grace: "month"
            case .trial: "trial"
            case .season: "season"
            }
        }
    }

    enum Setting: String, CaseIterable {
        case dayBeforeTheEnd = "to the day before the end"
        case purchase = "to the moment of the purchase"
        case longAgo = "to 1970"
    }

    enum Launch: String, CaseIterable {
        case same = "while the app runs"
        case next = "before the next launch"
        case compacted = "before the next launch, the ledger compacted"
    }

    struct Kind: CustomTestStringConvertible {
        let ending: Ending
        let setting: Setting
        let launch: Launch

        var testDescription: String { "\(ending.rawValue), \(setting.rawValue), \(launch.rawValue)" }

        static let all = Ending.allCases.flatMap { ending in
            Setting.allCases.flatMap { setting in
                Launch.allCases.map { Kind(ending: ending, setting: setting, launch: $0) }
            }
        }
    }

    @Test("Set back, it lengthens nothing", arguments: Kind.all)
    func setBack(kind: Kind) async throws {
        let appStore = try SandboxAppStore(configuration: StoreConfiguration(products: Cinema.products()))
        let deviceClock = WrongClock(appStore.clock)
        let storage = InMemoryStorage()
        var options = IAPStore.Options()
        options.notificationCenter = NotificationCenter()
        let season = try ProductSubscriptionPeriod(value: 3, unit: .month)
        let store = try await IAPStore(
            connection: WrongClockConnection(connection: appStore.connection(), clock: deviceClock),
            storage: storage,
            products: [.nonRenewable("season", period: season)],
            options: options
        )
        appStore.billingGracePeriodIsEnabled = kind.ending == .grace
        appStore.shouldEnterBillingRetryOnRenewal = kind.ending == .grace
        let bought = appStore.clock.now
        let product = kind.ending.product
        try await store.purchase(product)
        #expect(store.isPurchased(product))
        let transaction = try #require(appStore.allTransactions().last)
        if kind.ending == .cancelled || kind.ending == .trial {
            try appStore.disableAutoRenewForTransaction(identifier: transaction.identifier)
        }
        appStore.advance(by: try ProductSubscriptionPeriod(value: 4, unit: .month))
        if kind.ending == .season { try await store.purchase("premium") }
        await store.waitUntilIdle()
        #expect(!store.isPurchased(product))

        switch kind.setting {
        case .dayBeforeTheEnd: deviceClock.set(to: (transaction.expirationDate ?? bought + 90 * 86_400) - 86_400)
        case .purchase: deviceClock.set(to: bought)
        case .longAgo: deviceClock.set(to: Date(timeIntervalSince1970: 0))
        }
        if kind.launch == .compacted { try await store.ledger.compact() }
        // A later launch may be offline: it has the ledger alone.
        let ledger =
            kind.launch == .same
            ? store.ledger
            : try await Ledger(
                storage: storage,
                clock: deviceClock,
                environment: .xcode,
                nonRenewingPeriods: ["season": season]
            )
        #expect(!ledger.isPurchased(product))
        #expect(ledger.ownedProduct(product) == nil)
        #expect(ledger.subscriptionStatuses.allSatisfy { !$0.isActive })
        // Set forward again, to the right time, nothing has changed.
        deviceClock.set(to: appStore.clock.now)
        #expect(!ledger.isPurchased(product))
    }
}

/// The clock of a device, which its owner sets.
private final class WrongClock: StoreClock {
    private let base: any StoreClock
    private let offset = Locked<TimeInterval>(0)

    init(_ base: some StoreClock) {
        self.base = base
    }

    var now: Date { base.now.addingTimeInterval(offset.withLock { $0 }) }

    func set(to date: Date) {
        let interval = date.timeIntervalSince(base.now)
        offset.withLock { $0 = interval }
    }

    func sleep(until date: Date) async throws {
        try await base.sleep(until: date.addingTimeInterval(-offset.withLock { $0 }))
    }
}

/// A store's connection on a device whose clock is another one than the store's.
private struct WrongClockConnection: StoreConnection {
    let connection: SandboxConnection
    let clock: any StoreClock

    var canMakePayments: Bool { connection.canMakePayments }
    func environment() async -> PaymentTransaction.Environment? { await connection.environment() }
    func storefront() async -> AppStorefront? { await connection.storefront() }
    func products(for identifiers: Set<ProductIdentifier>) async throws -> ProductsResponse {
        try await connection.products(for: identifiers)
    }
    func updates() -> AsyncStream<StoreUpdate> { connection.updates() }
    func sendCheckpoint(_ identifier: UUID) -> Bool { connection.sendCheckpoint(identifier) }
    func submit(_ payment: Payment) async throws { try await connection.submit(payment) }
    func finish(_ transaction: PaymentTransaction) async throws { try await connection.finish(transaction) }
    func restoreCompletedTransactions(applicationUsername: String?) async throws -> [PaymentTransaction] {
        try await connection.restoreCompletedTransactions(applicationUsername: applicationUsername)
    }
}
