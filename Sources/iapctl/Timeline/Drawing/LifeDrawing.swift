import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

/// Makes bands and marks of what a watcher saw.
struct LifeDrawing {
    /// A customer's plan.
    struct Plan: Hashable {
        let account: String
        let product: ProductIdentifier
    }

    let watcher: StoreWatcher
    let now: Date
    private let people: AccountNames
    /// Where products stand in the catalog.
    private let places: [ProductIdentifier: Int]
    let bought: [Plan: [SandboxTransaction]]
    private let troubles: [Plan: [StoreWatcher.Trouble]]
    /// When a purchase was followed by the next one of its subscription.
    private var nextStarts: [TransactionIdentifier: Date] = [:]
    private(set) var expiries: [Plan: Date] = [:]

    /// - Parameters:
    ///   - catalog: In its order.
    ///   - bought: By identifier.
    init(
        watcher: StoreWatcher,
        catalog: [ProductIdentifier],
        bought: [SandboxTransaction],
        now: Date,
        people: AccountNames
    ) {
        (self.watcher, self.now, self.people) = (watcher, now, people)
        places = Dictionary(
            catalog.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        self.bought = Dictionary(grouping: bought) { Plan(account: $0.account, product: $0.productIdentifier) }
        troubles = Dictionary(grouping: watcher.troubles) {
            Plan(account: $0.subscription.account, product: $0.product)
        }
        var followers: [StoreWatcher.Subscription: SandboxTransaction] = [:]
        for transaction in bought.reversed() {
            if let next = followers.updateValue(transaction, forKey: transaction.subscription) {
                nextStarts[transaction.identifier] = next.purchaseDate
            }
        }
        for happening in watcher.happenings where happening.kind == .expired {
            guard let account = happening.account, let product = happening.product else { continue }
            expiries[Plan(account: account, product: product)] = happening.date
        }
    }

    /// What happened to an account with a group of plans, or with what is bought once.
    private struct Story {
        let account: String
        let group: String?
        var happenings: [Happening] = []
    }

    /// One for each account and group: the accounts in the order in which they came, and of each its groups in the
    /// order in which they began, then what it bought once.
    var lives: [Timeline.Life] {
        struct Key: Hashable {
            let account: String
            let group: String?
        }
        var (stories, places) = ([Story](), [Key: Int]())
        /// Of what happens to everybody who has to do with a group, such as a new price.
        var (shared, told) = ([String?: [Happening]](), [Key: Int]())
        for happening in watcher.happenings {
            guard let product = happening.product, watcher.definition(product) != nil else { continue }
            let group = watcher.group(product)
            guard let account = happening.account else {
                shared[group, default: []].append(happening)
                continue
            }
            let key = Key(account: account, group: group)
            let place = places[key] ?? stories.count
            if place == stories.count {
                places[key] = place
                // What was before it began is no part of it.
                told[key] = shared[group]?.count
                stories.append(Story(account: account, group: group))
            }
            let news = shared[group] ?? []
            stories[place].happenings += news[(told[key] ?? 0)...]
            told[key] = news.count
            stories[place].happenings.append(happening)
        }
        for (key, place) in places { stories[place].happenings += (shared[key.group] ?? [])[(told[key] ?? 0)...] }
        var turns: [String: Int] = [:]
        for story in stories where turns[story.account] == nil { turns[story.account] = turns.count }
        func turn(_ story: Story) -> (Int, Int) { (turns[story.account] ?? 0, story.group == nil ? 1 : 0) }
        return stories.sorted { turn($0) < turn($1) }.map(life)
    }

    private func life(_ story: Story) -> Timeline.Life {
        let lived = Set(story.happenings.filter { $0.account != nil }.compactMap(\.product))
        let products = lived.compactMap(watcher.definition)
            .sorted { (watcher.level($0.id), places[$0.id] ?? 0) < (watcher.level($1.id), places[$1.id] ?? 0) }
        let names = (products.first?.groupLocalizations ?? []).filter { !$0.displayName.allSatisfy(\.isWhitespace) }
        let name = names.first { $0.locale.hasPrefix("en") } ?? names.first
        let title = story.group.map { (name?.displayName ?? $0).shortened } ?? "Bought once"
        return Timeline.Life(
            name: title + people.suffix(story.account),
            state: story.group == nil
                ? products.map(ProductNames.title).joined(separator: ", ").shortened
                : state(of: story.account, products),
            // What is bought once lasts no time: marks say it all.
            lanes: story.group == nil
                ? []
                : products.map {
                    Timeline.Lane(
                        name: ProductNames.title(of: $0),
                        bands: bands(of: Plan(account: story.account, product: $0.id))
                    )
                },
            // A new price of a plan that the customer never had is no part of its life.
            marks: story.happenings
                .filter { $0.kind != .renewed && $0.kind != .setting && $0.product.map(lived.contains) ?? true }
                .map { Timeline.Mark(date: $0.date, kind: $0.kind, text: "\(watcher.title($0.product)): \($0.text)") }
        )
    }

    // MARK: Bands

    private func bands(of plan: Plan) -> [Timeline.Band] {
        let periods = (bought[plan] ?? []).flatMap(bands)
        let troubles = (troubles[plan] ?? []).map { trouble in
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
        let next = nextStarts[transaction.identifier].map { max(start, $0) }
        let end = transaction.isUpgraded ? min(paidEnd, next ?? paidEnd) : paidEnd
        let isFree = transaction.price == 0 && transaction.offerType != nil
        let kind: Timeline.Band.Kind = isFree ? .free : transaction.offerType == nil ? .paid : .offer
        let price = watcher.price(transaction.price, transaction.currencyCode) ?? ""
        let offer = transaction.offerType.map { ", \($0.words)" } ?? ""
        let detail = "Transaction \(transaction.identifier), \(isFree ? "free" : price)\(offer)"
        let label = isFree ? "free" : transaction.ownershipType == .familyShared ? "shared" : price
        let lost = transaction.ownershipType == .familyShared ? "not shared" : "refunded"
        // What was bought again in the meantime takes the place of what was lost.
        let lostEnd = next.map { min($0, end) } ?? end
        guard let refund = transaction.cancelDate, refund < end else { return [band(kind, start, end, label, detail)] }
        return [
            band(kind, start, refund, label, detail),
            band(.refunded, refund, max(refund, lostEnd), lost, "Transaction \(transaction.identifier), \(lost)"),
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
}
