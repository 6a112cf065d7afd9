import IAPCore
import IAPPersistence

/// What is still to do and the ledger does not know of: transactions for which a step failed, and renewals that could not
/// be recorded.
struct UnfinishedWork {
    enum Item: Hashable, Sendable {
        case transaction(PaymentTransaction)
        case renewal(SubscriptionRenewal)
    }

    private enum Key: Hashable {
        case transaction(TransactionIdentifier)
        case renewal(TransactionIdentifier)
    }

    private var items: [Key: (number: Int, item: Item)] = [:]
    private var nextNumber = 0

    func transaction(_ identifier: TransactionIdentifier) -> PaymentTransaction? {
        if case .transaction(let transaction) = items[.transaction(identifier)]?.item { transaction } else { nil }
    }

    func contains(_ item: Item) -> Bool { items[key(of: item)] != nil }

    /// Whether it has the same transaction or renewal as the store stated it later.
    func holdsNewerRevision(than item: Item) -> Bool {
        items[key(of: item)].map { $0.item.isNewer(than: item) } ?? false
    }

    /// Has something tried again, unless a newer revision of it is to be.
    mutating func keep(_ item: Item) {
        guard !holdsNewerRevision(than: item) else { return }
        let key = key(of: item)
        items[key] = (items[key]?.number ?? nextNumber, item)
        nextNumber += 1
    }

    /// Notes that nothing is left to do for a revision. A newer one stays.
    mutating func remove(_ item: Item) {
        if !holdsNewerRevision(than: item) { items[key(of: item)] = nil }
    }

    /// Everything that is to be tried again, together with the ledger's open work: first what only the ledger knows,
    /// then the rest, oldest first.
    func items(with openWork: [RecordedTransaction]) -> [Item] {
        openWork.map { Item.transaction($0.transaction) }.filter { !contains($0) }
            + items.values.sorted { $0.number < $1.number }.map(\.item)
    }

    private func key(of item: Item) -> Key {
        switch item {
        case .transaction(let transaction): .transaction(transaction.transactionIdentifier)
        case .renewal(let renewal): .renewal(renewal.originalTransactionIdentifier)
        }
    }
}

extension UnfinishedWork.Item {
    fileprivate func isNewer(than other: UnfinishedWork.Item) -> Bool {
        switch (self, other) {
        case (.transaction(let transaction), .transaction(let other)): transaction.isNewer(than: other)
        case (.renewal(let renewal), .renewal(let other)): renewal.isNewer(than: other)
        default: false
        }
    }
}
