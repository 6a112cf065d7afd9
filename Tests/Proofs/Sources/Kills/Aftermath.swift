import Foundation
import IAP
import IAPSandbox
import PurchaseAudit

/// What killed processes have left, launched once more, brought to rest and compared.
struct Aftermath {
    let directory: URL
    let roles: [Role]

    func check() async throws -> (charges: Int, repairs: Int, compactions: Int) {
        let diary = try Diary(in: directory)
        var opened: [(appStore: SandboxAppStore, store: IAPStore)] = []
        var charges: [Charge] = []
        for role in roles {
            let appStore = try role.appStore(in: directory)
            let store = try await role.store(in: directory, appStore, diary, starts: false)
            opened.append((appStore, store))
            try await rest(store, appStore)
            charges += role.charges(of: appStore)
        }
        // One process may not have read what the other has recorded.
        for (_, store) in opened {
            try await store.restorePurchases()
            await store.queue.processPendingTransactions()
            try await store.ledger.refresh()
        }
        let contents = try Diary.read(in: directory)
        var repairs = 0
        for (appStore, store) in opened {
            var account = LedgerAccount(credits: try Shop.credits())
            try account.follow(store.ledger.history)
            try Audit(ledger: store.ledger, charges: charges, goods: contents.goods, spends: contents.spends)
                .check(account)
            let season = try ProductSubscriptionPeriod(iso8601: Shop.seasonLength)
            let now = max(appStore.clock.now, account.latestStoreDate)
            let due = charges.sorted { $0.date < $1.date }.owned(at: now, seasonLength: season)
            try require(
                store.purchasedProducts == due,
                "Owned are \(store.purchasedProducts.sorted()), and should be \(due.sorted())."
            )
            for identifier in contents.bought {
                try require(account.knows(identifier), "The acknowledged \(identifier) is lost.")
            }
            repairs += store.ledger.recoveryReport.count
        }
        return (charges.count, repairs, contents.compactions)
    }

    /// Waits until everything that the store has sent has been dealt with.
    private func rest(_ store: IAPStore, _ appStore: SandboxAppStore) async throws {
        let events = store.events
        store.start()
        // What the store sends comes in order, so that this comes behind all that was unfinished.
        appStore.storefront = try AppStorefront(countryCode: "GBR")
        var hasHeardAll = false
        for await event in events {
            switch event {
            case .storefrontChanged: hasHeardAll = true
            case .failed(let transaction) where transaction.transactionState != .failed:
                throw Violation(
                    "\(transaction.transactionIdentifier) failed: \(transaction.error.map { "\($0)" } ?? "")"
                )
            case .closed: throw Violation("The connection has ended.")
            default: break
            }
            if hasHeardAll, store.queue.transactions.allSatisfy({ $0.transactionState == .deferred }) { return }
        }
    }
}
