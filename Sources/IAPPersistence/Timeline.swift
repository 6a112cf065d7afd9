import Foundation
import IAPCore

/// Recorded transactions by date. Adding at the end, as a store does, costs constant time.
struct Timeline: Sendable {
    struct Mark: Comparable, Sendable {
        let date: Date
        /// The record's place in the ledger; of two marks with one date, the later record is behind.
        let number: Int
        let key: IdentifierKey
        let quantity: Int8

        static func < (left: Mark, right: Mark) -> Bool { (left.date, left.number) < (right.date, right.number) }
    }

    private(set) var marks: [Mark] = []

    var last: Mark? { marks.last }

    mutating func insert(_ mark: Mark) {
        marks.insert(mark, at: place(of: mark))
    }

    func contains(_ mark: Mark) -> Bool {
        let place = place(of: mark)
        return place < marks.count && marks[place] == mark
    }

    mutating func remove(_ mark: Mark) {
        let place = place(of: mark)
        if place < marks.count, marks[place] == mark { marks.remove(at: place) }
    }

    /// The index of the first mark that is not before `mark`.
    private func place(of mark: Mark) -> Int {
        if let last = marks.last, last < mark { return marks.count }
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if marks[middle] < mark { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension StoreWord {
    /// By what its timeline is sorted: a period by when it ends, or ended because it was revoked, so that a year that
    /// was refunded does not hide a month that was bought later. A period without an end gives no access: it is over
    /// when it begins.
    var markDate: Date {
        guard productType == .autoRenewable else { return date }
        let end = expirationDate ?? date
        return revocationDate.map { min($0, end) } ?? end
    }

    func mark(_ number: Int) -> Timeline.Mark {
        Timeline.Mark(
            date: markDate,
            number: number,
            key: key,
            quantity: productType == .autoRenewable ? 1 : quantity
        )
    }
}
