import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

let coins = "com.example.coins"
let premium = "com.example.premium"
let season = "com.example.season"
/// One group: `pro` above `basic`, `other` and `yearly`, which are of one level.
let pro = "com.example.pro.month"
let basic = "com.example.basic.month"
let other = "com.example.other.month"
let yearly = "com.example.basic.year"
/// Groups of their own, each with an introductory offer.
let trial = "com.example.trial"
let payAsYouGo = "com.example.payasyougo"

/// A store, a device with an app on it, and what the app receives.
struct Shop {
    let appStore: SandboxAppStore
    let connection: SandboxConnection

    init(settings: StoreConfiguration.Settings = .init(), now: String = "2025-01-31", history: URL? = nil) throws {
        appStore = try SandboxAppStore(
            configuration: Shop.configuration(settings),
            clock: ManualClock(now: date(now)),
            history: history
        )
        connection = appStore.connection()
    }

    /// A store that sells other products.
    init(
        products: [ProductDefinition],
        settings: StoreConfiguration.Settings = .init(),
        now: String = "2025-01-31",
        history: URL? = nil
    ) throws {
        appStore = try SandboxAppStore(
            configuration: StoreConfiguration(products: products, settings: settings),
            clock: ManualClock(now: date(now)),
            history: history
        )
        connection = appStore.connection()
    }

    static func configuration(_ settings: StoreConfiguration.Settings = .init()) throws -> StoreConfiguration {
        func plan(
            _ id: String,
            _ price: String,
            _ period: String,
            level: Int = 2,
            group: String = "plans",
            _ offers: [SubscriptionOffer] = []
        ) throws -> ProductDefinition {
            try .autoRenewable(id, name: id, price: price, group: group, level: level, period: period, offers: offers)
        }
        let week = try ProductSubscriptionPeriod(value: 1, unit: .week)
        let month = try ProductSubscriptionPeriod(value: 1, unit: .month)
        let free = try SubscriptionOffer(type: .introductory, id: nil, paymentMode: .freeTrial, price: 0, period: week)
        let cheap = try SubscriptionOffer(
            type: .introductory,
            id: nil,
            paymentMode: .payAsYouGo,
            price: 1,
            period: month,
            periodCount: 2
        )
        return try StoreConfiguration(
            products: [
                .consumable(coins, name: "10 Coins", description: "A bag of coins", price: "0.99"),
                .nonConsumable(premium, name: "Premium", price: "2.99"),
                .nonRenewable(season, name: "Season pass", price: "4.99"),
                plan(pro, "9.99", "P1M", level: 1),
                plan(basic, "4.99", "P1M"),
                plan(other, "5.99", "P1M"),
                plan(yearly, "49.99", "P1Y"),
                plan(trial, "3.99", "P1M", group: "trial", [free]),
                plan(payAsYouGo, "3.99", "P1M", group: "payasyougo", [cheap]),
            ],
            settings: settings
        )
    }

    /// Submits a payment as the payment queue does, under a request of its own.
    @discardableResult
    func buy(_ product: String, quantity: Int = 1, appAccountToken: UUID? = nil) async throws -> Payment {
        let payment = try Payment(productIdentifier: product, quantity: quantity, appAccountToken: appAccountToken)
            .identified(by: UUID())
        try await connection.submit(payment)
        return payment
    }

    /// Submits a payment with an offer or a billing plan.
    @discardableResult
    func buy(_ product: String, offer: Payment.Offer?, plan: BillingPlan.PlanType? = nil) async throws -> Payment {
        var payment = try Payment(productIdentifier: product)
        payment.offer = offer
        payment.billingPlan = plan
        let submitted = payment.identified(by: UUID())
        try await connection.submit(submitted)
        return submitted
    }

    /// Buys, and finishes whatever is unfinished then.
    func buyAndFinish(_ product: String, quantity: Int = 1) async throws {
        try await buy(product, quantity: quantity)
        try await finishAll()
    }

    func finishAll() async throws {
        for transaction in await unfinished() { try await connection.finish(transaction) }
    }

    func unfinished() async -> [PaymentTransaction] {
        await replayed(to: connection).transactions
    }

    /// What the app receives while `body` runs, other than what is replayed to it at first.
    func received(
        by connection: SandboxConnection? = nil,
        while body: () async throws -> Void
    ) async throws -> [StoreUpdate] {
        let connection = connection ?? self.connection
        let known = await replayed(to: connection).count
        let stream = connection.updates()
        try await body()
        _ = connection.updates()
        return await Array(all(of: stream).dropFirst(known))
    }

    func replayed(to connection: SandboxConnection) async -> [StoreUpdate] {
        let stream = connection.updates()
        _ = connection.updates()
        return await all(of: stream)
    }

    private func all(of stream: AsyncStream<StoreUpdate>) async -> [StoreUpdate] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    func restore(_ username: String? = nil) async throws -> [PaymentTransaction] {
        try await connection.restoreCompletedTransactions(applicationUsername: username)
    }

    func advance(_ period: String) throws {
        appStore.advance(by: try ProductSubscriptionPeriod(iso8601: period))
    }
}

extension StoreUpdate {
    var transaction: PaymentTransaction? { if case .transaction(let transaction) = self { transaction } else { nil } }
    var message: StoreMessage? { if case .message(let message) = self { message } else { nil } }
    var isOfAccount: Bool { if case .account = self { true } else { false } }
    /// `nil` also when none is signed in.
    var account: String? { if case .account(let account) = self { account } else { nil } }
}

extension [StoreUpdate] {
    var transactions: [PaymentTransaction] {
        compactMap(\.transaction)
    }

    var renewals: [SubscriptionRenewal] {
        compactMap { if case .subscriptionRenewal(let renewal) = $0 { renewal } else { nil } }
    }

    var storefronts: [AppStorefront] {
        compactMap { if case .storefront(let storefront) = $0 { storefront } else { nil } }
    }

    var states: [PaymentTransactionState] { transactions.map(\.transactionState) }
}

/// A day in UTC, such as `2025-01-31`.
func date(_ text: String) -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])) ?? .distantPast
}

func code(of body: () async throws -> Void) async -> IAPError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? IAPError)?.code
    }
}
