import Foundation
import IAPCore

extension AppStoreServer {
    /// The next date, up to a limit, at which something happens by itself.
    mutating func nextDueDate(upTo limit: Date) -> Date? {
        guard let earliest = store.earliestDueDate, earliest <= limit else { return nil }
        store.setEarliestDueDate(accounts.lazy.compactMap(\.nextDueDate).min())
        return store.earliestDueDate.flatMap { $0 <= limit ? $0 : nil }
    }

    /// Does what falls due up to `date`, in order, each at its own date. The store's time never goes back.
    ///
    /// What falls due at one date happens in the order of the accounts, and in an account in the order of purchase.
    mutating func settle(to date: Date) {
        while let due = nextDueDate(upTo: date) {
            store.now = max(store.now, due)
            for index in accounts.indices {
                for identifier in accounts[index].due(at: due) {
                    act(as: index) { $0.settle(identifier, in: &$1) }
                }
            }
        }
        store.now = max(store.now, date)
    }
}
