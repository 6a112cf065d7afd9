import Foundation
import IAPCore

/// What falls due when, the earliest first: a binary heap, so that looking costs nothing and adding little.
///
/// What was put off or taken back stays in the heap; whoever takes an entry out checks that it still holds.
struct Agenda: Sendable {
    struct Entry: Sendable, Hashable {
        enum What: Sendable, Hashable {
            /// Of the subscription that the transaction with this number began.
            case subscription(Int)
            case approval(Int)
        }

        let date: Date
        let account: Int
        let what: What

        /// Of what falls due at one date, the earlier account's comes first, and in it the earlier purchase's, so that
        /// the order does not depend on how the entries came in.
        fileprivate func isBefore(_ other: Entry) -> Bool {
            if date != other.date { return date < other.date }
            return (account, what.number) < (other.account, other.what.number)
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func add(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

extension Agenda.Entry.What {
    fileprivate var number: Int {
        switch self {
        case .subscription(let number), .approval(let number): number
        }
    }
}
