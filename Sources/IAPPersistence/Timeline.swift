import Foundation
import IAPCore

/// Recorded transactions by date. Adding at the end, as a store does, costs constant time.
struct Timeline: Sendable {
    struct Item: Comparable, Sendable {
        let date: Date
        /// The record's place in the ledger; of two items with one date, the later record is behind.
        let number: Int
        let transaction: TransactionIdentifier
        let quantity: Int

        static func < (left: Item, right: Item) -> Bool { (left.date, left.number) < (right.date, right.number) }
    }

    private(set) var items: [Item] = []

    var last: Item? { items.last }

    mutating func insert(_ item: Item) {
        items.insert(item, at: place(of: item))
    }

    func contains(_ item: Item) -> Bool {
        let place = place(of: item)
        return place < items.count && items[place] == item
    }

    mutating func remove(_ item: Item) {
        let place = place(of: item)
        if place < items.count, items[place] == item { items.remove(at: place) }
    }

    /// The index of the first item that is not before `item`.
    private func place(of item: Item) -> Int {
        if let last = items.last, last < item { return items.count }
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle] < item { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension PaymentTransaction {
    /// By what its timeline is sorted: a period by when it ends, or ended because it was revoked, so that a year that
    /// was refunded does not hide a month that was bought later. A period without an end gives no access: it is over
    /// when it begins.
    var timelineDate: Date {
        guard productType == .autoRenewable else { return transactionDate }
        let end = expirationDate ?? transactionDate
        return revocationDate.map { min($0, end) } ?? end
    }

    func timelineItem(_ number: Int) -> Timeline.Item {
        Timeline.Item(
            date: timelineDate,
            number: number,
            transaction: transactionIdentifier,
            quantity: productType == .autoRenewable ? 1 : quantity
        )
    }
}
