import Foundation
import IAPStoreKitFile
import IAPCore
import IAPPresentation
import IAPSandbox

/// Looks at a store again and again, and says what has happened since it last looked. A look costs what has changed,
/// not what there is.
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
    private(set) var troubles: [Trouble] = []
    /// Where those stand in ``troubles`` that go on.
    private var openTroubles: [Subscription: Int] = [:]
    private(set) var book = TransactionBook()
    private(set) var subscriptions: [Subscription: SandboxAppStore.SubscriptionState] = [:]
    private var subscriptionsByAccount: [String: [Subscription]] = [:]
    /// What a new subscriber pays for a period, as last announced.
    var listPrices: [ProductIdentifier: Decimal]
    private let products: [ProductIdentifier: ProductDefinition]

    init(catalog: [ProductDefinition]) {
        products = Dictionary(catalog.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        listPrices = products.mapValues(\.price)
    }

    mutating func note(_ happening: Happening) {
        happenings.append(happening)
    }

    /// - Returns: Whether anything is other than it was.
    @discardableResult
    mutating func look(at store: SandboxAppStore) -> Bool {
        let changes = store.takeChanges()
        // A family's transactions come after the one that they share.
        let transactions = changes.flatMap(\.transactions).sorted { $0.number < $1.number }
        var step = Step(date: store.clock.now)
        step.changes = transactions.compactMap { transaction in
            let before = book[transaction.identifier]
            return before == transaction ? nil : (transaction, before)
        }
        for (transaction, before) in step.changes {
            if let before {
                noteChange(of: transaction, from: before, &step)
            } else {
                noteNew(transaction, &step)
            }
        }
        for (transaction, _) in step.changes { book.put(transaction) }
        var hasChanged = !step.changes.isEmpty
        for account in changes {
            for new in account.subscriptions {
                let original = new.renewal.originalTransactionIdentifier
                let subscription = Subscription(account: account.account, original: original)
                let before = subscriptions.updateValue(new, forKey: subscription)
                if before == nil { subscriptionsByAccount[account.account, default: []].append(subscription) }
                guard before != new else { continue }
                hasChanged = true
                if let before { noteChange(of: new.renewal, from: before.renewal, subscription, step) }
            }
        }
        return hasChanged
    }

    /// What one look has found so far.
    struct Step {
        let date: Date
        /// Transactions that are new or other than they were, with what they were.
        var changes: [(now: SandboxTransaction, before: SandboxTransaction?)] = []
        /// Subscriptions with a new period.
        var begun: Set<Subscription> = []
        /// Subscriptions with a period that was refunded, or a refund that was reversed.
        var refunded: Set<Subscription> = []
    }

    /// The subscriptions that an account has bought, each with its latest period.
    func subscriptions(of account: String)
        -> [(latest: SandboxTransaction, state: SandboxAppStore.SubscriptionState)]
    {
        (subscriptionsByAccount[account] ?? []).compactMap { subscription in
            guard let latest = book.latestPeriod(of: subscription), let state = subscriptions[subscription] else {
                return nil
            }
            return (latest, state)
        }
    }

    mutating func begin(_ kind: Trouble.Kind, _ subscription: Subscription, _ date: Date) {
        guard let product = book.latestPeriod(of: subscription)?.productIdentifier else { return }
        openTroubles[subscription] = troubles.count
        troubles.append(Trouble(kind: kind, subscription: subscription, product: product, start: date))
    }

    mutating func end(_ subscription: Subscription, _ date: Date) {
        guard let index = openTroubles.removeValue(forKey: subscription) else { return }
        troubles[index].end = date
    }
}

// MARK: - Words

extension StoreWatcher {
    func definition(_ product: ProductIdentifier?) -> ProductDefinition? { product.flatMap { products[$0] } }

    func title(_ product: ProductIdentifier?) -> String {
        guard let product else { return "" }
        return products[product].map(ProductNames.title) ?? product.shortened
    }

    /// 1 is the highest.
    func level(_ product: ProductIdentifier) -> Int { products[product]?.subscription?.groupLevel ?? 0 }

    func group(_ product: ProductIdentifier) -> String? { products[product]?.subscription?.subscriptionGroupIdentifier }

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
