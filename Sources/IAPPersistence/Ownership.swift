import Foundation
import IAPCore

/// Who owns what, kept ready for screens that ask while they draw.
struct Ownership: Sendable {
    /// What is known of a product. Small and without references, since it is copied at each question.
    private struct ProductState: Sendable {
        var type: ProductType
        /// Until when it is owned by its purchases alone, without grace periods and imports.
        var end = Date.distantPast
        /// Whether the store has ever revoked it, so that a claim from elsewhere no longer counts.
        var isRefunded = false
    }

    /// How a product is owned.
    struct Access {
        /// `nil` for what an import declared.
        var transaction: TransactionIdentifier?
        /// `nil` when it does not end.
        var end: Date?
        var isInGracePeriod = false
    }

    private struct Group: Sendable {
        /// Periods that were not upgraded, by expiration.
        var periods = Timeline()
        /// Those of them that were not revoked.
        var livePeriods = Timeline()
    }

    private let nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod]
    private var products: [ProductIdentifier: ProductState] = [:]
    /// Records that count: of a non-consumable, or of a non-renewing subscription.
    private var purchases: [ProductIdentifier: Timeline] = [:]
    /// Periods that were neither revoked nor upgraded, by expiration.
    private var periods: [ProductIdentifier: Timeline] = [:]
    private var groups: [String: Group] = [:]
    /// The periods of a subscription by its first purchase, by expiration.
    private var subscriptions: [TransactionIdentifier: Timeline] = [:]
    /// Subscriptions that had a grace period by the store's latest revision, few at any time.
    private var graceEnds: [TransactionIdentifier: Date] = [:]

    private(set) var work = OpenWork()
    /// The latest date that the store has put on what is recorded, a transaction or a renewal: when the customer acted,
    /// or when the store signed.
    private(set) var latestStoreDate = Date.distantPast
    /// What was declared as owned by an import.
    var imported: Set<ProductIdentifier> = [] { didSet { changeCount += 1 } }
    /// Grows whenever an answer may be another one than before. Whoever buys coins owns what they owned.
    private(set) var changeCount = 0

    init(nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod]) {
        self.nonRenewingPeriods = nonRenewingPeriods
    }

    /// What is known of it without any record and renewal.
    var withoutRecords: Ownership {
        var ownership = Ownership(nonRenewingPeriods: nonRenewingPeriods)
        ownership.imported = imported
        ownership.latestStoreDate = latestStoreDate
        ownership.changeCount = changeCount + 1
        return ownership
    }
}

// MARK: Asking

extension Ownership {
    /// The clock's date, or the latest on which the customer bought or was refunded, or the store signed what is
    /// recorded, if that is later.
    func now(by clock: any StoreClock) -> Date {
        max(clock.now, latestStoreDate)
    }

    /// The clock is asked only where time decides.
    @inline(__always)
    func isPurchased(_ product: ProductIdentifier, by clock: any StoreClock) -> Bool {
        guard let state = products[product] else { return imported.contains(product) }
        return isPurchased(product, state) ?? isPurchased(product, state, at: now(by: clock))
    }

    private func isPurchased(_ product: ProductIdentifier, at now: Date) -> Bool {
        guard let state = products[product] else { return imported.contains(product) }
        return isPurchased(product, state) ?? isPurchased(product, state, at: now)
    }

    /// `nil` where time decides.
    @inline(__always)
    private func isPurchased(_ product: ProductIdentifier, _ state: ProductState) -> Bool? {
        switch state.type {
        case .consumable: false
        case .nonConsumable: state.end == .never || !state.isRefunded && imported.contains(product)
        case .nonRenewable, .autoRenewable: nil
        default: false
        }
    }

    private func isPurchased(_ product: ProductIdentifier, _ state: ProductState, at now: Date) -> Bool {
        state.end > now || state.type == .autoRenewable && hasGracePeriod(product, at: now)
    }

    private func hasGracePeriod(_ product: ProductIdentifier, at now: Date) -> Bool {
        graceEnds.contains { subscription, end in end > now && lastPeriod(of: subscription, of: product) != nil }
    }

    /// A subscription's latest period, if it is one of the product's.
    private func lastPeriod(of subscription: TransactionIdentifier, of product: ProductIdentifier) -> Timeline.Item? {
        subscriptions[subscription]?.last.flatMap { periods[product]?.contains($0) == true ? $0 : nil }
    }

    /// How a product is owned; `nil` exactly when it is not.
    func access(to product: ProductIdentifier, at now: Date) -> Access? {
        guard isPurchased(product, at: now) else { return nil }
        guard let state = products[product], state.type != .consumable else { return Access() }
        let last = state.type == .autoRenewable ? periods[product]?.last : purchases[product]?.last
        if state.end > now {
            return Access(transaction: last?.transaction, end: state.end == .never ? nil : state.end)
        }
        let graces = graceEnds.compactMap { subscription, end in
            end > now ? lastPeriod(of: subscription, of: product).map { (end: end, period: $0) } : nil
        }
        return graces.max { ($0.end, $0.period) < ($1.end, $1.period) }
            .map { Access(transaction: $0.period.transaction, end: $0.end, isInGracePeriod: true) } ?? Access()
    }

    /// The first date after `now` on which time alone ends something.
    func nextChange(after now: Date) -> Date? {
        let ends = products.values.lazy.map(\.end).filter { $0 > now && $0 != .never }
        return [ends.min(), graceEnds.values.filter { $0 > now }.min()].compactMap { $0 }.min()
    }

    func purchasedProducts(at now: Date) -> Set<ProductIdentifier> {
        imported.union(products.keys).filter { isPurchased($0, at: now) }
    }

    var subscriptionGroups: [String] { groups.keys.sorted() }

    /// The period that decides the customer's status in a group: one that gives access if there is one, otherwise
    /// the one that ended last.
    func decidingPeriod(inGroup identifier: String, at now: Date) -> TransactionIdentifier? {
        guard let group = groups[identifier] else { return nil }
        if let last = group.livePeriods.last, last.date > now { return last.transaction }
        let inGrace = graceEnds.filter { $0.value > now }.compactMap { subscription, end in
            subscriptions[subscription]?.last.flatMap { group.livePeriods.contains($0) ? (end, $0) : nil }
        }
        if let latest = inGrace.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }) { return latest.1.transaction }
        return group.periods.last?.transaction
    }
}

// MARK: Keeping up

extension Ownership {
    mutating func note(_ renewal: SubscriptionRenewal) {
        changeCount += 1
        graceEnds[renewal.originalTransactionIdentifier] = renewal.gracePeriodExpirationDate
        if let date = renewal.signedDate { note(storeDate: date) }
    }

    mutating func note(storeDate: Date) {
        guard storeDate > latestStoreDate else { return }
        latestStoreDate = storeDate
        // What ends may end by it.
        if !graceEnds.isEmpty || !purchases.isEmpty || !periods.isEmpty { changeCount += 1 }
    }

    /// Counts `new` in place of `old`, an earlier form of the same record.
    mutating func replace(_ old: RecordedTransaction, with new: RecordedTransaction, number: Int) {
        work.note(new)
        if old.isRevoked == new.isRevoked && old.transaction == new.transaction { return }
        removeItem(of: old, number: number)
        noteFacts(of: new.transaction, isRevoked: new.isRevoked)
        addItem(of: new, number: number)
    }

    /// Counts records that follow each other, the first of which has the number `first`.
    ///
    /// - Parameter isShown: Whether one counts; with `nil`, all do.
    mutating func add(
        _ records: [RecordedTransaction],
        from first: Int,
        where isShown: ((RecordedTransaction) -> Bool)? = nil
    ) {
        var places: [Int] = []
        for place in records.indices {
            if let isShown, !isShown(records[place]) {
                noteDates(of: records[place].transaction)
                continue
            }
            let transaction = records[place].transaction
            work.note(records[place])
            noteFacts(of: transaction, isRevoked: records[place].isRevoked)
            if transaction.productType != .consumable { places.append(place) }
        }
        // By date, since timelines grow best at their ends: however the records lie, each is added in constant time.
        func date(_ place: Int) -> Date { records[place].transaction.timelineDate }
        if zip(places, places.dropFirst()).contains(where: { date($0) > date($1) }) {
            places.sort { (date($0), $0) < (date($1), $1) }
        }
        for place in places { addItem(of: records[place], number: first + place) }
    }

    private mutating func noteFacts(of transaction: PaymentTransaction, isRevoked: Bool) {
        noteDates(of: transaction)
        let known = products[transaction.productIdentifier]
        var state = known ?? ProductState(type: transaction.productType)
        state.type = transaction.productType
        if isRevoked { state.isRefunded = true }
        if let known, known.type == state.type, known.isRefunded == state.isRefunded { return }
        if known != nil || state.type != .consumable { changeCount += 1 }
        products[transaction.productIdentifier] = state
        if known?.type != state.type { updateEnd(of: transaction.productIdentifier) }
    }

    private mutating func noteDates(of transaction: PaymentTransaction) {
        // A renewal is dated by its period, which may begin a day later than the store charges for it.
        if transaction.reason == .purchase { note(storeDate: transaction.transactionDate) }
        if let date = transaction.revocationDate { note(storeDate: date) }
        if let date = transaction.signedDate { note(storeDate: date) }
    }

    private mutating func removeItem(of record: RecordedTransaction, number: Int) {
        let transaction = record.transaction
        let item = transaction.timelineItem(number)
        if transaction.productType != .consumable { changeCount += 1 }
        switch transaction.productType {
        case .consumable: return
        case .nonConsumable, .nonRenewable:
            purchases[transaction.productIdentifier]?.remove(item)
        case .autoRenewable:
            periods[transaction.productIdentifier]?.remove(item)
            subscriptions[transaction.subscriptionIdentifier]?.remove(item)
            if let group = transaction.subscriptionGroupIdentifier {
                groups[group]?.periods.remove(item)
                groups[group]?.livePeriods.remove(item)
            }
        default: return
        }
        updateEnd(of: transaction.productIdentifier)
    }

    private mutating func addItem(of record: RecordedTransaction, number: Int) {
        let transaction = record.transaction
        let item = transaction.timelineItem(number)
        if transaction.productType != .consumable { changeCount += 1 }
        switch transaction.productType {
        case .consumable: return
        case .nonConsumable, .nonRenewable:
            guard !record.isRevoked else { return }
            purchases[transaction.productIdentifier, default: Timeline()].insert(item)
            updateEnd(of: transaction.productIdentifier, with: item)
        case .autoRenewable:
            guard !transaction.isUpgraded else { return }
            subscriptions[transaction.subscriptionIdentifier, default: Timeline()].insert(item)
            if let group = transaction.subscriptionGroupIdentifier {
                groups[group, default: Group()].periods.insert(item)
            }
            guard !record.isRevoked else { return }
            periods[transaction.productIdentifier, default: Timeline()].insert(item)
            if let group = transaction.subscriptionGroupIdentifier { groups[group]?.livePeriods.insert(item) }
            updateEnd(of: transaction.productIdentifier)
        default: return
        }
    }

    /// Works out until when a product is owned.
    ///
    /// - Parameter item: A purchase that was added to the product's.
    private mutating func updateEnd(of product: ProductIdentifier, with item: Timeline.Item? = nil) {
        guard var state = products[product] else { return }
        switch state.type {
        case .autoRenewable: state.end = periods[product]?.last?.date ?? .distantPast
        case .nonConsumable, .nonRenewable:
            let purchases = purchases[product]
            if state.type == .nonRenewable, let period = nonRenewingPeriods[product] {
                if let item, purchases?.last == item {
                    state.end = period.end(of: item, after: state.end)
                } else {
                    state.end = purchases.endOfAll(period)
                }
            } else {
                state.end = purchases?.last == nil ? .distantPast : .never
            }
        default: state.end = .distantPast
        }
        products[product] = state
    }
}

extension Timeline? {
    fileprivate func endOfAll(_ period: ProductSubscriptionPeriod) -> Date {
        self?.items.reduce(.distantPast) { end, item in period.end(of: item, after: end) } ?? .distantPast
    }
}

extension Date {
    /// Later than every other date.
    fileprivate static let never = Date(timeIntervalSinceReferenceDate: .infinity)
}

extension ProductSubscriptionPeriod {
    /// The end of what was bought at `item`: it begins where an earlier purchase ends, if that still lasts.
    fileprivate func end(of item: Timeline.Item, after earlierEnd: Date) -> Date {
        date(after: max(item.date, earlierEnd), times: Int(item.quantity))
    }
}
