import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

extension Timeline {
    /// - Parameter title: What the scenario is called.
    init(_ scenario: Scenario, title: String) {
        let watcher = scenario.watcher
        let now = scenario.store.clock.now
        let bought = watcher.book.transactions.filter { $0.state == .purchased || $0.state == .restored }
            .sorted { $0.number < $1.number }
        let people = AccountNames(watcher.happenings.compactMap(\.account))
        let ends = bought.filter { $0.cancelDate == nil && !$0.isUpgraded }.compactMap(\.expirationDate)
        let end = max(now, ends.max() ?? now, scenario.start.addingTimeInterval(1))
        let drawing = LifeDrawing(
            watcher: watcher,
            catalog: scenario.configuration.products.map(\.id),
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
                    plan: watcher.title(happening.product),
                    account: people.suffix(happening.account),
                    text: happening.text,
                    price: happening.price ?? "",
                    transaction: happening.transaction?.rawValue ?? ""
                )
            }
        )
    }
}

/// How accounts are told apart: not at all where there is one, and by what stands before `@` where that is enough.
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
