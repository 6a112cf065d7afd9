import Foundation
import IAPCatalog
import IAPCore
import IAPPresentation
import IAPSandbox

/// Looks at a store again and again, and says what has happened since it last looked.
struct StoreWatcher {
    /// A time in which a renewal could not be charged.
    struct Trouble: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case grace, retry }

        let kind: Kind
        let subscription: Subscription
        let product: ProductIdentifier
        let start: Date
        /// `nil` while it goes on.
        var end: Date?
    }

    /// A customer's subscription in one group.
    struct Subscription: Hashable, Sendable {
        let account: String
        let original: TransactionIdentifier
    }

    private(set) var happenings: [Happening] = []
    var troubles: [Trouble] = []
    /// In the store's order.
    private(set) var transactions: [SandboxTransaction] = []
    private(set) var renewals: [Subscription: SubscriptionRenewal] = [:]
    /// What a new subscriber pays for a period, by the latest word.
    var listPrices: [ProductIdentifier: Decimal]
    private let products: [ProductIdentifier: ProductDefinition]

    init(catalog: [ProductDefinition]) {
        products = Dictionary(catalog.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        listPrices = products.mapValues(\.price)
    }

    mutating func note(_ happening: Happening) {
        happenings.append(happening)
    }

    mutating func look(at store: SandboxAppStore) {
        let now = store.allTransactions()
        let earlier = Dictionary(transactions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var step = Step(date: store.clock.now, now: now, earlier: earlier)
        for transaction in now {
            if let before = earlier[transaction.id] {
                noteChange(of: transaction, from: before, &step)
            } else {
                noteNew(transaction, &step)
            }
        }
        transactions = now
        for (account, renewal) in store.subscriptionRenewals() {
            let subscription = Subscription(account: account, original: renewal.originalTransactionIdentifier)
            let before = renewals[subscription]
            renewals[subscription] = renewal
            if let before, before != renewal { noteChange(of: renewal, from: before, subscription, step) }
        }
    }

    /// What one look has found so far.
    struct Step {
        let date: Date
        let now: [SandboxTransaction]
        let earlier: [TransactionIdentifier: SandboxTransaction]
        /// Subscriptions with a new period.
        var begun: Set<Subscription> = []
        /// Subscriptions with a period that was refunded, or a refund that was reversed.
        var refunded: Set<Subscription> = []
    }
}

// MARK: - Words

extension StoreWatcher {
    func title(_ product: ProductIdentifier?) -> String {
        guard let product else { return "" }
        return products[product].map(ProductNames.title) ?? product
    }

    /// 1 is the highest.
    func level(_ product: ProductIdentifier) -> Int { products[product]?.subscription?.groupLevel ?? 0 }

    func price(_ price: Decimal?, _ currency: CurrencyCode?) -> String? {
        guard let price else { return nil }
        guard let currency else { return "\(price)" }
        return PriceFormat(currencyCode: currency, locale: Locale(identifier: "en_US")).text(for: price)
    }

    func price(_ price: Decimal, _ store: SandboxAppStore) -> String {
        self.price(price, store.storefront.currencyCode) ?? ""
    }

    func date(_ date: Date?) -> String {
        date.map { DateWriting.text($0, hasTime: true) } ?? "some day"
    }
}
