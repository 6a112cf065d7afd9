import Foundation
import IAPCore

/// What an app on a device has yet to finish, in the order of first delivery. Adding, finding and removing cost the
/// same however much waits.
struct TransactionQueue: Sendable, Equatable {
    struct Entry: Sendable, Equatable, Codable {
        let transaction: TransactionIdentifier
        let product: ProductIdentifier
        /// The submission that it answers.
        let requestIdentifier: UUID?
    }

    private var entries: [TransactionIdentifier: Entry] = [:]
    private var positions: [TransactionIdentifier: Int] = [:]
    private var transactionsByProduct: [ProductIdentifier: Set<TransactionIdentifier>] = [:]
    private var nextPosition = 0

    var all: [Entry] { sorted(entries.keys) }

    func entries(of product: ProductIdentifier) -> [Entry] { sorted(transactionsByProduct[product] ?? []) }

    func contains(_ transaction: TransactionIdentifier) -> Bool { entries[transaction] != nil }

    /// Adds an entry at the end, or puts it in the place of the transaction's earlier one.
    mutating func put(_ entry: Entry) {
        if entries.updateValue(entry, forKey: entry.transaction) == nil {
            positions[entry.transaction] = nextPosition
            transactionsByProduct[entry.product, default: []].insert(entry.transaction)
            nextPosition += 1
        }
    }

    mutating func remove(_ transactions: some Sequence<TransactionIdentifier>) {
        for transaction in transactions {
            guard let entry = entries.removeValue(forKey: transaction) else { continue }
            positions[transaction] = nil
            transactionsByProduct[entry.product]?.remove(transaction)
        }
    }

    private func sorted(_ transactions: some Collection<TransactionIdentifier>) -> [Entry] {
        transactions.sorted { positions[$0] ?? 0 < positions[$1] ?? 0 }.compactMap { entries[$0] }
    }
}

extension TransactionQueue: Codable {
    init(from decoder: any Decoder) throws {
        for entry in try [Entry](from: decoder) { put(entry) }
    }

    func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
    }
}
