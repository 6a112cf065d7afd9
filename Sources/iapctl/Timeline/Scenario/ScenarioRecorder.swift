import Foundation
import IAPCore
import IAPPresentation
import IAPSandbox
import IAPStoreKitFile

/// Compares a store with what it was when it was last recorded, and makes events of the differences.
struct ScenarioRecorder {
    /// A customer's subscription in one group.
    struct Subscription: Hashable, Sendable {
        let account: String
        let original: TransactionIdentifier
    }

    /// A time in which a renewal could not be charged.
    struct BillingIssue: Sendable {
        let isGracePeriod: Bool
        let subscription: Subscription
        let product: ProductIdentifier
        let start: Date
        /// `nil` while it goes on.
        var end: Date?
    }

    private(set) var events: [ScenarioEvent] = []
    private(set) var billingIssues: [BillingIssue] = []
    /// In the order of their numbers.
    private(set) var transactions: [SandboxTransaction] = []
    private(set) var states: [Subscription: SandboxAppStore.SubscriptionState] = [:]
    /// What a new subscriber pays for a period.
    var listPrices: [ProductIdentifier: Decimal]
    private var indices: [TransactionIdentifier: Int] = [:]
    private var latestPeriods: [Subscription: TransactionIdentifier] = [:]
    private let products: [ProductIdentifier: ProductDefinition]

    init(products: [ProductDefinition]) {
        self.products = Dictionary(products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        listPrices = self.products.mapValues(\.price)
    }

    mutating func add(_ event: ScenarioEvent) {
        events.append(event)
    }

    /// What has changed since the store was last recorded.
    struct Step {
        let date: Date
        /// The transactions that are new or have changed, with what they were.
        let changes: [(now: SandboxTransaction, before: SandboxTransaction?)]

        /// Whether a subscription has a new period.
        func begins(_ subscription: Subscription) -> Bool {
            changes.contains { now, before in
                now.subscription == subscription && [.purchased, .restored].contains(now.state)
                    && before?.state != now.state
            }
        }

        /// Whether a period was refunded, or its refund reversed.
        func changesRefund(of subscription: Subscription) -> Bool {
            changes.contains { now, before in
                now.subscription == subscription && before.map { $0.cancelDate != now.cancelDate } ?? false
            }
        }
    }

    /// - Returns: Whether anything has changed.
    @discardableResult
    mutating func record(_ store: SandboxAppStore) -> Bool {
        let accounts = store.takeChanges()
        // A family's transactions come after the one that they share.
        let transactions = accounts.flatMap(\.transactions).sorted { $0.number < $1.number }
        let step = Step(
            date: store.clock.now,
            changes: transactions.map { ($0, self[$0.identifier]) }.filter { $0.0 != $0.1 }
        )
        for (transaction, before) in step.changes {
            if let before {
                recordChange(of: transaction, from: before, step)
            } else {
                recordNew(transaction, step)
            }
        }
        for (transaction, _) in step.changes { keep(transaction) }
        var hasChanged = !step.changes.isEmpty
        for account in accounts {
            for state in account.subscriptions {
                let original = state.renewal.originalTransactionIdentifier
                let subscription = Subscription(account: account.account, original: original)
                let before = states.updateValue(state, forKey: subscription)
                guard before != state else { continue }
                hasChanged = true
                if let before { recordChange(of: state.renewal, from: before.renewal, subscription, step) }
            }
        }
        return hasChanged
    }

    private mutating func keep(_ transaction: SandboxTransaction) {
        if let index = indices[transaction.identifier] {
            transactions[index] = transaction
        } else {
            indices[transaction.identifier] = transactions.count
            transactions.append(transaction)
        }
        let latest = latestPeriod(of: transaction.subscription)
        if transaction.state == .purchased, latest.map({ $0.number < transaction.number }) ?? true {
            latestPeriods[transaction.subscription] = transaction.identifier
        }
    }

    subscript(identifier: TransactionIdentifier) -> SandboxTransaction? {
        indices[identifier].map { transactions[$0] }
    }

    /// The transaction that paid for the latest period of a subscription.
    func latestPeriod(of subscription: Subscription) -> SandboxTransaction? {
        latestPeriods[subscription].flatMap { self[$0] }
    }

    /// The subscriptions that an account has bought, each with its latest period.
    func subscriptions(
        of account: String
    ) -> [(latest: SandboxTransaction, state: SandboxAppStore.SubscriptionState)] {
        states.filter { $0.key.account == account }.compactMap { subscription, state in
            latestPeriod(of: subscription).map { ($0, state) }
        }
    }

    mutating func beginBillingIssue(isGracePeriod: Bool, _ subscription: Subscription, _ date: Date) {
        guard let product = latestPeriod(of: subscription)?.productIdentifier else { return }
        billingIssues.append(
            BillingIssue(isGracePeriod: isGracePeriod, subscription: subscription, product: product, start: date)
        )
    }

    mutating func endBillingIssue(_ subscription: Subscription, _ date: Date) {
        let index = billingIssues.lastIndex { $0.subscription == subscription && $0.end == nil }
        if let index { billingIssues[index].end = date }
    }
}

// MARK: - Products and prices

extension ScenarioRecorder {
    func definition(_ product: ProductIdentifier?) -> ProductDefinition? { product.flatMap { products[$0] } }

    func title(_ product: ProductIdentifier?) -> String {
        definition(product).map(ProductNames.title) ?? product?.shortened ?? ""
    }

    /// 1 is the highest.
    func level(_ product: ProductIdentifier) -> Int { products[product]?.subscription?.groupLevel ?? 0 }

    func group(_ product: ProductIdentifier) -> String? { products[product]?.subscription?.subscriptionGroupIdentifier }

    func text(for price: Decimal?, _ currency: CurrencyCode?) -> String? {
        guard let price else { return nil }
        guard let currency else { return "\(price)" }
        return PriceFormat(currencyCode: currency, locale: Locale(identifier: "en_US")).text(for: price)
    }
}

extension SandboxTransaction {
    var number: Int { Int(identifier.rawValue) ?? 0 }

    var subscription: ScenarioRecorder.Subscription {
        ScenarioRecorder.Subscription(account: account, original: originalTransactionIdentifier)
    }
}
