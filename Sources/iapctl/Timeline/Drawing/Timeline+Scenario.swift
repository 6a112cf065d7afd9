import Foundation
import IAPCatalog
import IAPCore
import IAPSandbox

extension Timeline {
    /// - Parameter title: What the scenario is called.
    init(_ scenario: Scenario, title: String) {
        let watcher = scenario.watcher
        let now = scenario.store.clock.now
        let bought = watcher.transactions.filter { $0.state == .purchased || $0.state == .restored }
        let people = AccountNames(watcher.happenings.compactMap(\.account))
        let ends = bought.filter { $0.cancelDate == nil && !$0.isUpgraded }.compactMap(\.expirationDate)
        let end = max(now, ends.max() ?? now, scenario.start.addingTimeInterval(1))
        let drawing = LifeDrawing(
            watcher: watcher,
            catalog: scenario.configuration.products,
            bought: bought,
            now: now,
            people: people
        )
        let hasTime = watcher.happenings.contains { !DateWriting.isMidnight($0.date) }
        self.init(
            title: title,
            start: scenario.start,
            now: now,
            end: end,
            lives: drawing.lives,
            notes: watcher.happenings.filter { $0.kind == .note }
                .map { Mark(date: $0.date, kind: .note, text: $0.text) },
            entries: watcher.happenings.map { happening in
                Entry(
                    date: DateWriting.text(happening.date, hasTime: hasTime),
                    kind: happening.kind,
                    subject: watcher.title(happening.product) + people.suffix(happening.account),
                    text: happening.text,
                    price: happening.price ?? "",
                    transaction: happening.transaction?.rawValue ?? ""
                )
            }
        )
    }
}

/// How accounts are told apart: not at all where there is one, and by what stands before `@` where that is enough.
private struct AccountNames {
    private let names: [String: String]

    init(_ accounts: [String]) {
        let accounts = Set(accounts)
        let short = accounts.map { $0.prefix { $0 != "@" } }
        let isClear = Set(short).count == accounts.count && !short.contains("")
        let names = accounts.map { ($0, isClear ? String($0.prefix { $0 != "@" }) : $0) }
        self.names = accounts.count > 1 ? Dictionary(names, uniquingKeysWith: { first, _ in first }) : [:]
    }

    func suffix(_ account: String?) -> String {
        account.flatMap { names[$0] }.map { " · \($0)" } ?? ""
    }
}

/// Makes bands and marks of what a watcher saw.
private struct LifeDrawing {
    let watcher: StoreWatcher
    let catalog: [ProductDefinition]
    let bought: [SandboxTransaction]
    let now: Date
    let people: AccountNames

    /// One for each account and group, in the order in which they began; then what was bought once.
    var lives: [Timeline.Life] {
        var seen: Set<[String]> = []
        var lives: [Timeline.Life] = []
        let happenings = watcher.happenings.filter { $0.account != nil && $0.product != nil }
        for happening in happenings {
            guard let account = happening.account, let product = definition(happening.product) else { continue }
            let group = product.subscription?.subscriptionGroupIdentifier ?? ""
            guard seen.insert([account, group]).inserted else { continue }
            lives.append(life(of: account, group: group, product))
        }
        return lives
    }

    private func definition(_ identifier: ProductIdentifier?) -> ProductDefinition? {
        catalog.first { $0.id == identifier }
    }

    private func life(of account: String, group: String, _ first: ProductDefinition) -> Timeline.Life {
        let own = watcher.happenings.filter {
            ($0.account == account || $0.account == nil)
                && definition($0.product).map { $0.subscription?.subscriptionGroupIdentifier ?? "" } == group
        }
        let lived = Set(own.filter { $0.account != nil }.compactMap(\.product))
        let products = catalog.filter { lived.contains($0.id) }.enumerated().sorted {
            (watcher.level($0.element.id), $0.offset) < (watcher.level($1.element.id), $1.offset)
        }.map(\.element)
        let names = first.groupLocalizations.filter { !$0.displayName.isEmpty }
        let name = names.first { $0.locale.hasPrefix("en") } ?? names.first
        let once = products.map(ProductNames.title).joined(separator: ", ")
        let title = group.isEmpty ? "Bought once: \(once)" : name?.displayName ?? group
        return Timeline.Life(
            name: title + people.suffix(account),
            state: group.isEmpty ? "" : state(of: account, lived),
            // What is bought once lasts no time: marks say it all.
            lanes: group.isEmpty
                ? [] : products.map { Timeline.Lane(name: ProductNames.title(of: $0), bands: bands(of: $0, account)) },
            marks: own.filter { $0.kind != .renewed && $0.kind != .setting }
                .map { Timeline.Mark(date: $0.date, kind: $0.kind, text: "\(watcher.title($0.product)): \($0.text)") }
        )
    }

    // MARK: Bands

    private func bands(of product: ProductDefinition, _ account: String) -> [Timeline.Band] {
        let periods = bought.filter { $0.productIdentifier == product.id && $0.account == account }.flatMap(bands)
        let troubles = watcher.troubles
            .filter { $0.product == product.id && $0.subscription.account == account }
            .map { trouble in
                let isGrace = trouble.kind == .grace
                return band(
                    isGrace ? .grace : .retry,
                    trouble.start,
                    trouble.end ?? now,
                    isGrace ? "grace" : "retry",
                    isGrace ? "Grace period" : "Billing retry"
                )
            }
        return (periods + troubles).sorted { $0.start < $1.start }
    }

    private func bands(of transaction: SandboxTransaction) -> [Timeline.Band] {
        guard let paidEnd = transaction.expirationDate else { return [] }
        let start = transaction.purchaseDate
        // A better plan takes the place of the rest of the period.
        let next = bought.first { $0.subscription == transaction.subscription && $0.purchaseDate > start }
        let end = transaction.isUpgraded ? min(paidEnd, next?.purchaseDate ?? paidEnd) : paidEnd
        let isFree = transaction.price == 0 && transaction.offerType != nil
        let kind: Timeline.Band.Kind = isFree ? .free : transaction.offerType == nil ? .paid : .offer
        let price = watcher.price(transaction.price, transaction.currencyCode) ?? ""
        let offer = transaction.offerType.map { ", \($0.words)" } ?? ""
        let detail = "Transaction \(transaction.identifier), \(isFree ? "free" : price)\(offer)"
        let label = isFree ? "free" : transaction.ownershipType == .familyShared ? "shared" : price
        let lost = transaction.ownershipType == .familyShared ? "not shared" : "refunded"
        guard let refund = transaction.cancelDate, refund < end else { return [band(kind, start, end, label, detail)] }
        return [
            band(kind, start, refund, label, detail),
            band(.refunded, refund, end, lost, "Transaction \(transaction.identifier), \(lost)"),
        ]
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
            detail: "\(detail), \(watcher.date(start)) to \(watcher.date(end))"
        )
    }

    // MARK: State

    private func state(of account: String, _ products: Set<ProductIdentifier>) -> String {
        let latest = bought.last { products.contains($0.productIdentifier) && $0.account == account }
        guard let latest, let end = latest.expirationDate else { return "nothing bought" }
        let title = watcher.title(latest.productIdentifier)
        if let date = latest.cancelDate {
            return latest.ownershipType == .familyShared ? "no longer shared" : "refunded on \(watcher.date(date))"
        }
        guard let renewal = watcher.renewals[latest.subscription] else {
            return end > now ? "\(title), shared until \(watcher.date(end))" : "shared until \(watcher.date(end))"
        }
        if let grace = renewal.gracePeriodExpirationDate { return "in its grace period until \(watcher.date(grace))" }
        if renewal.isInBillingRetry { return "in billing retry" }
        guard end > now, renewal.expirationReason == nil else {
            let told = watcher.happenings.last {
                $0.kind == .expired && $0.account == account && $0.product == latest.productIdentifier
            }
            return "expired on \(watcher.date(told?.date ?? min(end, now)))"
        }
        let until = "\(title) until \(watcher.date(end))"
        guard renewal.willAutoRenew || renewal.renewalPrice != nil else { return "\(until), then it ends" }
        if renewal.priceIncreaseStatus == .pending { return "\(until), waits for consent to the higher price" }
        let next = watcher.title(renewal.autoRenewPreference ?? latest.productIdentifier)
        let price = watcher.price(renewal.renewalPrice, renewal.currencyCode).map { " for \($0)" } ?? ""
        return next == title ? "\(until), then again\(price)" : "\(until), then \(next)\(price)"
    }
}
