import Foundation
import IAPCore

/// Who owns what, kept ready for screens that ask while they draw.
struct Ownership: Sendable {
    private struct Product: Sendable {
        var type: ProductType
        /// Records that count: of a non-consumable, or of a non-renewing subscription.
        var owned = Timeline()
        /// When what `owned` paid for ends, in the past if nothing is owned; `nil` where no period is declared.
        var nonRenewingEnd: Date?
        /// Periods that were neither revoked nor upgraded, by expiration.
        var periods = Timeline()
        /// Whether the store has ever taken it back, so that a claim from elsewhere no longer counts.
        var isRefunded = false

        mutating func addPurchase(_ mark: Timeline.Mark, period: ProductSubscriptionPeriod?) {
            owned.insert(mark)
            if let period, owned.last == mark {
                nonRenewingEnd = period.end(of: mark, after: nonRenewingEnd)
            } else {
                computeEnd(period: period)
            }
        }

        mutating func computeEnd(period: ProductSubscriptionPeriod?) {
            guard let period else { return }
            nonRenewingEnd = owned.marks.reduce(.distantPast) { end, mark in period.end(of: mark, after: end) }
        }
    }

    private struct Group: Sendable {
        /// Periods that were not upgraded, by expiration.
        var periods = Timeline()
        /// Those of them that were not revoked.
        var livePeriods = Timeline()
    }

    private let nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod]
    private var products: [ProductIdentifier: Product] = [:]
    private var groups: [String: Group] = [:]
    /// The periods of a subscription by its first purchase, by expiration.
    private var subscriptions: [TransactionIdentifier: Timeline] = [:]
    /// Subscriptions that had a grace period by the store's latest word, few at any time.
    private var graceEnds: [TransactionIdentifier: Date] = [:]

    private(set) var undelivered: Set<TransactionIdentifier> = []
    private(set) var unwithdrawn: Set<TransactionIdentifier> = []
    /// The latest date that the store has put on a recorded transaction.
    private(set) var latestStoreDate = Date.distantPast
    /// What was declared as owned by an import.
    var imported: Set<ProductIdentifier> = []

    init(nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod]) {
        self.nonRenewingPeriods = nonRenewingPeriods
    }
}

// MARK: Asking

extension Ownership {
    func isPurchased(_ identifier: ProductIdentifier, at now: Date) -> Bool {
        guard let product = products[identifier] else { return imported.contains(identifier) }
        switch product.type {
        case .consumable: return false
        case .nonConsumable:
            return product.owned.last != nil || (imported.contains(identifier) && !product.isRefunded)
        case .nonRenewable:
            return product.nonRenewingEnd.map { $0 > now } ?? (product.owned.last != nil)
        case .autoRenewable:
            if let last = product.periods.last, last.date > now { return true }
            return graceEnds.contains { subscription, end in
                guard end > now, let last = subscriptions[subscription]?.last else { return false }
                return product.periods.contains(last)
            }
        }
    }

    func purchasedProducts(at now: Date) -> Set<ProductIdentifier> {
        imported.union(products.keys).filter { isPurchased($0, at: now) }
    }

    var subscriptionGroups: [String] { groups.keys.sorted() }

    /// The period that decides how the customer stands with a group: one that gives access if there is one, otherwise
    /// the one that ended last.
    func decidingPeriod(inGroup identifier: String, at now: Date) -> TransactionIdentifier? {
        guard let group = groups[identifier] else { return nil }
        if let last = group.livePeriods.last, last.date > now { return last.identifier }
        let inGrace = graceEnds.filter { $0.value > now }.compactMap { subscription, end in
            subscriptions[subscription]?.last.flatMap { group.livePeriods.contains($0) ? (end, $0) : nil }
        }
        if let latest = inGrace.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }) { return latest.1.identifier }
        return group.periods.last?.identifier
    }
}

// MARK: Keeping up

extension Ownership {
    mutating func note(_ renewal: SubscriptionRenewal) {
        graceEnds[renewal.originalTransactionIdentifier] = renewal.gracePeriodExpirationDate
    }

    mutating func note(storeDate: Date) {
        latestStoreDate = max(latestStoreDate, storeDate)
    }

    /// Counts `new` in place of `old`, an earlier form of the same record.
    mutating func replace(_ old: RecordedTransaction?, with new: RecordedTransaction, number: Int) {
        let identifier = new.transaction.transactionIdentifier
        if new.isDelivered || new.isRevoked { undelivered.remove(identifier) } else { undelivered.insert(identifier) }
        if new.isRevoked && !new.isWithdrawn { unwithdrawn.insert(identifier) } else { unwithdrawn.remove(identifier) }
        if let old {
            if old.isRevoked == new.isRevoked && old.transaction == new.transaction { return }
            remove(old, number: number)
        }
        add(new, number: number)
    }

    private mutating func remove(_ record: RecordedTransaction, number: Int) {
        let transaction = record.transaction
        let identifier = transaction.payment.productIdentifier
        switch transaction.productType {
        case .consumable: break
        case .nonConsumable, .nonRenewable:
            products[identifier]?.owned.remove(transaction.purchaseMark(number))
            products[identifier]?.computeEnd(period: nonRenewingPeriods[identifier])
        case .autoRenewable:
            let mark = transaction.periodMark(number)
            products[identifier]?.periods.remove(mark)
            subscriptions[transaction.subscriptionIdentifier]?.remove(mark)
            guard let group = transaction.subscriptionGroupIdentifier else { return }
            groups[group]?.periods.remove(mark)
            groups[group]?.livePeriods.remove(mark)
        }
    }

    private mutating func add(_ record: RecordedTransaction, number: Int) {
        let transaction = record.transaction
        let identifier = transaction.payment.productIdentifier
        // A renewal is dated by its period, which may begin a day later than the store charges for it.
        if transaction.reason == .purchase { latestStoreDate = max(latestStoreDate, transaction.transactionDate) }
        if let revocationDate = transaction.revocationDate { latestStoreDate = max(latestStoreDate, revocationDate) }
        products[identifier, default: Product(type: transaction.productType)].type = transaction.productType
        if record.isRevoked { products[identifier]?.isRefunded = true }
        switch transaction.productType {
        case .consumable: break
        case .nonConsumable:
            if !record.isRevoked { products[identifier]?.owned.insert(transaction.purchaseMark(number)) }
        case .nonRenewable:
            guard !record.isRevoked else { return }
            products[identifier]?.addPurchase(
                transaction.purchaseMark(number),
                period: nonRenewingPeriods[identifier]
            )
        case .autoRenewable:
            guard !transaction.isUpgraded else { return }
            let mark = transaction.periodMark(number)
            subscriptions[transaction.subscriptionIdentifier, default: Timeline()].insert(mark)
            if !record.isRevoked { products[identifier]?.periods.insert(mark) }
            guard let group = transaction.subscriptionGroupIdentifier else { return }
            groups[group, default: Group()].periods.insert(mark)
            if !record.isRevoked { groups[group]?.livePeriods.insert(mark) }
        }
    }
}

extension ProductSubscriptionPeriod {
    /// The end of what was bought at `mark`: it begins where an earlier purchase ends, if that still lasts.
    fileprivate func end(of mark: Timeline.Mark, after earlierEnd: Date?) -> Date {
        date(after: max(mark.date, earlierEnd ?? .distantPast), times: mark.quantity)
    }
}

extension PaymentTransaction {
    fileprivate func purchaseMark(_ number: Int) -> Timeline.Mark {
        Timeline.Mark(
            date: transactionDate,
            number: number,
            identifier: transactionIdentifier,
            quantity: payment.quantity
        )
    }

    /// A period without an end gives no access: it is over when it begins.
    fileprivate func periodMark(_ number: Int) -> Timeline.Mark {
        Timeline.Mark(
            date: expirationDate ?? transactionDate,
            number: number,
            identifier: transactionIdentifier,
            quantity: 1
        )
    }
}
