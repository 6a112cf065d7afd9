import Foundation
import IAPCore
import IAPSandbox
import IAPStoreKitFile

extension Timeline {
    /// - Parameter title: The scenario's name.
    init(_ scenario: Scenario, title: String) {
        self = TimelineBuilder(scenario).timeline(title: title)
    }
}

/// Makes a timeline of the events and transactions that were recorded.
struct TimelineBuilder {
    /// A customer's plan.
    private struct Plan: Hashable {
        let account: String
        let product: ProductIdentifier
    }

    let recorder: ScenarioRecorder
    let now: Date
    private let start: Date
    private let accounts: AccountNames
    /// The order of the products in the catalog.
    private let order: [ProductIdentifier: Int]
    private let purchases: [Plan: [SandboxTransaction]]
    private let billingIssues: [Plan: [ScenarioRecorder.BillingIssue]]
    /// The date of the next purchase of the same subscription.
    private var nextStarts: [TransactionIdentifier: Date] = [:]

    init(_ scenario: Scenario) {
        recorder = scenario.recorder
        (start, now) = (scenario.start, scenario.store.clock.now)
        accounts = AccountNames(recorder.events.compactMap(\.account))
        order = Dictionary(
            scenario.configuration.products.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        let purchases = recorder.transactions.filter { $0.state == .purchased || $0.state == .restored }
        self.purchases = Dictionary(grouping: purchases) { Plan(account: $0.account, product: $0.productIdentifier) }
        billingIssues = Dictionary(grouping: recorder.billingIssues) {
            Plan(account: $0.subscription.account, product: $0.product)
        }
        for chain in Dictionary(grouping: purchases, by: \.subscription).values {
            for (transaction, next) in zip(chain, chain.dropFirst()) {
                nextStarts[transaction.identifier] = next.purchaseDate
            }
        }
    }

    func timeline(title: String) -> Timeline {
        let running = purchases.values.joined().filter { $0.cancelDate == nil && !$0.isUpgraded }
        let hasTime = recorder.events.contains { !$0.date.isMidnight }
        return Timeline(
            title: title,
            start: start,
            now: now,
            end: max(now, running.compactMap(\.expirationDate).max() ?? now, start.addingTimeInterval(1)),
            sections: sections,
            notes: recorder.events.filter { $0.kind == .note }.map { mark($0, $0.text) },
            entries: recorder.events.map { event in
                Timeline.Entry(
                    date: hasTime ? event.date.dayAndTime : event.date.day,
                    kind: event.kind,
                    plan: recorder.title(event.product),
                    account: accounts.suffix(event.account),
                    text: event.text,
                    price: event.price ?? "",
                    transaction: event.transaction?.rawValue ?? ""
                )
            }
        )
    }

    private func mark(_ event: ScenarioEvent, _ text: String) -> Timeline.Mark {
        Timeline.Mark(date: event.date, kind: event.kind, detail: "\(event.date.dayAndTime), \(text)")
    }

    // MARK: Sections

    /// One for each account and group: the accounts in the order of their first events, and of each its groups in the
    /// same order, then what it bought once.
    private var sections: [Timeline.Section] {
        struct Key: Hashable {
            let account: String
            let group: String?
        }
        let events = recorder.events.compactMap { event in
            recorder.definition(event.product).map { (event, group: $0.subscription?.subscriptionGroupIdentifier) }
        }
        var (sections, known, accountOrder) = ([(Key, [ScenarioEvent])](), Set<Key>(), [String: Int]())
        for (index, (event, group)) in events.enumerated() {
            guard let account = event.account, known.insert(Key(account: account, group: group)).inserted else {
                continue
            }
            accountOrder[account] = accountOrder[account] ?? accountOrder.count
            // A new price concerns every customer of the group from here on.
            let own = events[index...].filter { $0.group == group && $0.0.account ?? account == account }
            sections.append((Key(account: account, group: group), own.map(\.0)))
        }
        func position(_ key: Key) -> (Int, Int) { (accountOrder[key.account] ?? 0, key.group == nil ? 1 : 0) }
        return sections.sorted { position($0.0) < position($1.0) }.map { section($0.account, $0.group, $1) }
    }

    private func section(_ account: String, _ group: String?, _ events: [ScenarioEvent]) -> Timeline.Section {
        let owned = Set(events.filter { $0.account != nil }.compactMap(\.product))
        let products = owned.compactMap(recorder.definition)
            .sorted { (recorder.level($0.id), order[$0.id] ?? 0) < (recorder.level($1.id), order[$1.id] ?? 0) }
        // A new price of a plan that the customer never had is not shown.
        let marks = events.filter { event in
            event.kind != .renewed && event.kind != .setting && event.product.map(owned.contains) ?? true
        }.map { mark($0, "\(recorder.title($0.product)): \($0.text)") }
        guard let group else {
            // A product that is bought once has no length in time: marks show all of it.
            return Timeline.Section(
                name: "Bought once" + accounts.suffix(account),
                state: products.map(ProductNames.title).joined(separator: ", ").shortened,
                tracks: [],
                marks: marks
            )
        }
        let names = (products.first?.groupLocalizations ?? []).filter { !$0.displayName.allSatisfy(\.isWhitespace) }
        let name = (names.first { $0.locale.hasPrefix("en") } ?? names.first)?.displayName ?? group
        let latest = products.compactMap { purchases[Plan(account: account, product: $0.id)]?.last }
            .max { $0.number < $1.number }
        return Timeline.Section(
            name: name.shortened + accounts.suffix(account),
            state: latest.map(state) ?? "nothing bought",
            tracks: products.map { product in
                Timeline.Track(
                    name: ProductNames.title(of: product),
                    bands: bands(of: Plan(account: account, product: product.id))
                )
            },
            marks: marks
        )
    }

    // MARK: Bands

    private func bands(of plan: Plan) -> [Timeline.Band] {
        let periods = (purchases[plan] ?? []).flatMap(bands)
        let issues = (billingIssues[plan] ?? []).map { issue in
            issue.isGracePeriod
                ? band(.grace, issue.start, issue.end ?? now, "grace", "Grace period")
                : band(.retry, issue.start, issue.end ?? now, "retry", "Billing retry")
        }
        return (periods + issues).sorted { $0.start < $1.start }
    }

    private func bands(of transaction: SandboxTransaction) -> [Timeline.Band] {
        guard let paidEnd = transaction.expirationDate else { return [] }
        let start = transaction.purchaseDate
        let next = nextStarts[transaction.identifier].map { max(start, $0) }
        // A better plan takes the place of the rest of the period.
        let end = transaction.isUpgraded ? min(paidEnd, next ?? paidEnd) : paidEnd
        let isFree = transaction.price == 0 && transaction.offerType != nil
        let isShared = transaction.ownershipType == .familyShared
        let kind: Timeline.Band.Kind = isFree ? .free : transaction.offerType == nil ? .paid : .offer
        let price = recorder.text(for: transaction.price, transaction.currencyCode) ?? ""
        let offer = transaction.offerType.map { ", \($0.text)" } ?? ""
        let number = "Transaction \(transaction.identifier)"
        let label = isFree ? "free" : isShared ? "shared" : price
        let detail = "\(number), \(isFree ? "free" : price)\(offer)"
        guard let refund = transaction.cancelDate, refund < end else { return [band(kind, start, end, label, detail)] }
        let lost = isShared ? "not shared" : "refunded"
        // What is bought again takes the place of what was refunded.
        let lostEnd = max(refund, next.map { min($0, end) } ?? end)
        return [band(kind, start, refund, label, detail), band(.refunded, refund, lostEnd, lost, "\(number), \(lost)")]
    }

    private func band(
        _ kind: Timeline.Band.Kind,
        _ start: Date,
        _ end: Date,
        _ label: String,
        _ detail: String
    ) -> Timeline.Band {
        Timeline.Band(
            kind: kind,
            start: start,
            end: max(start, end),
            label: label,
            detail: "\(detail), \(start.dayAndTime) to \(end.dayAndTime)"
        )
    }
}

/// Short distinct names of accounts: none where there is one account, and the part before `@` where that is enough.
struct AccountNames {
    private let names: [String: String]

    init(_ accounts: [String]) {
        let accounts = Set(accounts)
        let short = accounts.map { $0.prefix { $0 != "@" } }
        let isClear = Set(short).count == accounts.count && !short.contains("")
        let names = accounts.map { ($0, isClear ? String($0.prefix { $0 != "@" }) : $0) }
        self.names = accounts.count > 1 ? Dictionary(names, uniquingKeysWith: { first, _ in first }) : [:]
    }

    func suffix(_ account: String?) -> String {
        account.flatMap { names[$0] }.map { " · \($0.shortened)" } ?? ""
    }
}
