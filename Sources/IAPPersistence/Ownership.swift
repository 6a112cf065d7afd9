import Foundation
import IAPCore

/// Who owns what, kept ready for screens that ask while they draw.
struct Ownership: Sendable {
    /// How the customer stands with a product. Small and without references, since it is copied at each question.
    private struct Standing: Sendable {
        var type: ProductType
        /// Until when it is owned by its purchases alone, without grace periods and imports.
        var end = Date.distantPast
        /// Whether the store has ever taken it back, so that a claim from elsewhere no longer counts.
        var isRefunded = false
    }

    /// How a product is owned.
    struct Access {
        /// `nil` for what an import declared.
        var transaction: IdentifierKey?
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
    private var standings: [ProductIdentifier: Standing] = [:]
    /// Records that count: of a non-consumable, or of a non-renewing subscription.
    private var purchases: [ProductIdentifier: Timeline] = [:]
    /// Periods that were neither revoked nor upgraded, by expiration.
    private var periods: [ProductIdentifier: Timeline] = [:]
    private var groups: [String: Group] = [:]
    /// The periods of a subscription by its first purchase, by expiration.
    private var subscriptions: [IdentifierKey: Timeline] = [:]
    /// Subscriptions that had a grace period by the store's latest word, few at any time.
    private var graceEnds: [IdentifierKey: Date] = [:]

    private(set) var work = OpenWork()
    /// The latest date that the store has put on what is recorded, a transaction or a renewal: when the customer acted,
    /// or when the store spoke.
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
        guard let standing = standings[product] else { return imported.contains(product) }
        return isPurchased(product, standing) ?? isPurchased(product, standing, at: now(by: clock))
    }

    private func isPurchased(_ product: ProductIdentifier, at now: Date) -> Bool {
        guard let standing = standings[product] else { return imported.contains(product) }
        return isPurchased(product, standing) ?? isPurchased(product, standing, at: now)
    }

    /// `nil` where time decides.
    @inline(__always)
    private func isPurchased(_ product: ProductIdentifier, _ standing: Standing) -> Bool? {
        switch standing.type {
        case .consumable: false
        case .nonConsumable: standing.end == .never || !standing.isRefunded && imported.contains(product)
        case .nonRenewable, .autoRenewable: nil
        default: false
        }
    }

    private func isPurchased(_ product: ProductIdentifier, _ standing: Standing, at now: Date) -> Bool {
        standing.end > now || standing.type == .autoRenewable && hasGracePeriod(product, at: now)
    }

    private func hasGracePeriod(_ product: ProductIdentifier, at now: Date) -> Bool {
        graceEnds.contains { subscription, end in end > now && lastPeriod(of: subscription, of: product) != nil }
    }

    /// A subscription's latest period, if it is one of the product's.
    private func lastPeriod(of subscription: IdentifierKey, of product: ProductIdentifier) -> Timeline.Mark? {
        subscriptions[subscription]?.last.flatMap { periods[product]?.contains($0) == true ? $0 : nil }
    }

    /// How a product is owned; `nil` exactly when it is not.
    func access(to product: ProductIdentifier, at now: Date) -> Access? {
        guard isPurchased(product, at: now) else { return nil }
        guard let standing = standings[product], standing.type != .consumable else { return Access() }
        let last = standing.type == .autoRenewable ? periods[product]?.last : purchases[product]?.last
        if standing.end > now {
            return Access(transaction: last?.key, end: standing.end == .never ? nil : standing.end)
        }
        let graces = graceEnds.compactMap { subscription, end in
            end > now ? lastPeriod(of: subscription, of: product).map { (end: end, period: $0) } : nil
        }
        return graces.max { ($0.end, $0.period) < ($1.end, $1.period) }
            .map { Access(transaction: $0.period.key, end: $0.end, isInGracePeriod: true) } ?? Access()
    }

    /// The first date after `now` on which time alone ends something.
    func nextChange(after now: Date) -> Date? {
        let ends = standings.values.lazy.map(\.end).filter { $0 > now && $0 != .never }
        return [ends.min(), graceEnds.values.filter { $0 > now }.min()].compactMap { $0 }.min()
    }

    func purchasedProducts(at now: Date) -> Set<ProductIdentifier> {
        imported.union(standings.keys).filter { isPurchased($0, at: now) }
    }

    var subscriptionGroups: [String] { groups.keys.sorted() }

    /// The period that decides how the customer stands with a group: one that gives access if there is one, otherwise
    /// the one that ended last.
    func decidingPeriod(inGroup identifier: String, at now: Date) -> IdentifierKey? {
        guard let group = groups[identifier] else { return nil }
        if let last = group.livePeriods.last, last.date > now { return last.key }
        let inGrace = graceEnds.filter { $0.value > now }.compactMap { subscription, end in
            subscriptions[subscription]?.last.flatMap { group.livePeriods.contains($0) ? (end, $0) : nil }
        }
        if let latest = inGrace.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }) { return latest.1.key }
        return group.periods.last?.key
    }
}

// MARK: Keeping up

extension Ownership {
    mutating func note(_ renewal: SubscriptionRenewal) {
        changeCount += 1
        graceEnds[IdentifierKey(renewal.originalTransactionIdentifier)] = renewal.gracePeriodExpirationDate
        if let date = renewal.signedDate { note(storeDate: date) }
    }

    mutating func note(storeDate: Date) {
        guard storeDate > latestStoreDate else { return }
        latestStoreDate = storeDate
        // What ends may end by it.
        if !graceEnds.isEmpty || !purchases.isEmpty || !periods.isEmpty { changeCount += 1 }
    }

    /// Counts `new` in place of `old`, an earlier form of the same record.
    mutating func replace(_ old: Record, with new: Record, number: Int) {
        work.note(new)
        if old.isRevoked == new.isRevoked && old.word === new.word { return }
        removeMark(of: old, number: number)
        noteFacts(of: new.word, isRevoked: new.isRevoked)
        addMark(of: new, number: number)
    }

    /// Counts records that follow each other, the first of which has the number `first`.
    ///
    /// - Parameter isShown: Whether one counts; all do unless told otherwise.
    mutating func add(_ records: [Record], from first: Int, where isShown: ((Record) -> Bool)? = nil) {
        var places: [Int] = []
        for place in records.indices {
            if let isShown, !isShown(records[place]) {
                noteDates(of: records[place].word)
                continue
            }
            let word = records[place].word
            work.note(records[place])
            noteFacts(of: word, isRevoked: records[place].isRevoked)
            if word.productType != .consumable { places.append(place) }
        }
        // By date, since timelines grow best at their ends: however the records lie, each is added in constant time.
        func date(_ place: Int) -> Date { records[place].word.markDate }
        if zip(places, places.dropFirst()).contains(where: { date($0) > date($1) }) {
            places.sort { (date($0), $0) < (date($1), $1) }
        }
        for place in places { addMark(of: records[place], number: first + place) }
    }

    private mutating func noteFacts(of word: StoreWord, isRevoked: Bool) {
        noteDates(of: word)
        let known = standings[word.product]
        var standing = known ?? Standing(type: word.productType)
        standing.type = word.productType
        if isRevoked { standing.isRefunded = true }
        if let known, known.type == standing.type, known.isRefunded == standing.isRefunded { return }
        if known != nil || standing.type != .consumable { changeCount += 1 }
        standings[word.product] = standing
        if known?.type != standing.type { settle(word.product) }
    }

    private mutating func noteDates(of word: StoreWord) {
        // A renewal is dated by its period, which may begin a day later than the store charges for it.
        if word.isPurchase { note(storeDate: word.date) }
        if let date = word.revocationDate { note(storeDate: date) }
        if let date = word.signedDate { note(storeDate: date) }
    }

    private mutating func removeMark(of record: Record, number: Int) {
        let word = record.word
        let mark = word.mark(number)
        if word.productType != .consumable { changeCount += 1 }
        switch word.productType {
        case .consumable: return
        case .nonConsumable, .nonRenewable:
            purchases[word.product]?.remove(mark)
        case .autoRenewable:
            periods[word.product]?.remove(mark)
            subscriptions[word.subscriptionKey]?.remove(mark)
            if let group = word.group {
                groups[group]?.periods.remove(mark)
                groups[group]?.livePeriods.remove(mark)
            }
        default: return
        }
        settle(word.product)
    }

    private mutating func addMark(of record: Record, number: Int) {
        let word = record.word
        let mark = word.mark(number)
        if word.productType != .consumable { changeCount += 1 }
        switch word.productType {
        case .consumable: return
        case .nonConsumable, .nonRenewable:
            guard !record.isRevoked else { return }
            purchases[word.product, default: Timeline()].insert(mark)
            settle(word.product, with: mark)
        case .autoRenewable:
            guard !word.isUpgraded else { return }
            subscriptions[word.subscriptionKey, default: Timeline()].insert(mark)
            if let group = word.group { groups[group, default: Group()].periods.insert(mark) }
            guard !record.isRevoked else { return }
            periods[word.product, default: Timeline()].insert(mark)
            if let group = word.group { groups[group]?.livePeriods.insert(mark) }
            settle(word.product)
        default: return
        }
    }

    /// Works out until when a product is owned.
    ///
    /// - Parameter mark: A purchase that was added to the product's.
    private mutating func settle(_ product: ProductIdentifier, with mark: Timeline.Mark? = nil) {
        guard var standing = standings[product] else { return }
        switch standing.type {
        case .autoRenewable: standing.end = periods[product]?.last?.date ?? .distantPast
        case .nonConsumable, .nonRenewable:
            let purchases = purchases[product]
            if standing.type == .nonRenewable, let period = nonRenewingPeriods[product] {
                if let mark, purchases?.last == mark {
                    standing.end = period.end(of: mark, after: standing.end)
                } else {
                    standing.end = purchases.endOfAll(period)
                }
            } else {
                standing.end = purchases?.last == nil ? .distantPast : .never
            }
        default: standing.end = .distantPast
        }
        standings[product] = standing
    }
}

extension Timeline? {
    fileprivate func endOfAll(_ period: ProductSubscriptionPeriod) -> Date {
        self?.marks.reduce(.distantPast) { end, mark in period.end(of: mark, after: end) } ?? .distantPast
    }
}

extension Date {
    /// Later than every other date.
    fileprivate static let never = Date(timeIntervalSinceReferenceDate: .infinity)
}

extension ProductSubscriptionPeriod {
    /// The end of what was bought at `mark`: it begins where an earlier purchase ends, if that still lasts.
    fileprivate func end(of mark: Timeline.Mark, after earlierEnd: Date) -> Date {
        date(after: max(mark.date, earlierEnd), times: Int(mark.quantity))
    }
}
