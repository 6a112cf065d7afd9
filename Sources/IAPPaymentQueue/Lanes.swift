import Foundation
import IAPCore

/// Work that is done in order within a lane, and side by side across lanes.
///
/// All that concerns one purchase — its states, its redeliveries, its renewals, its revocation — meets in a lane: that of its
/// request, or that of its transaction.
final class Lanes: Sendable {
    enum Lane: Hashable {
        case request(UUID)
        case transaction(TransactionIdentifier)
    }

    private struct Tail {
        let number: Int
        let end: @Sendable () async -> Void
    }

    private struct State {
        var next = 0
        var tails: [Lane: Tail] = [:]
    }

    private let state = Locked(State())

    /// Adds work behind everything that was added to any of the lanes before. The task ends with the work's result.
    @discardableResult
    func add<Outcome: Sendable>(
        to lanes: Set<Lane>,
        _ work: @escaping @Sendable () async -> Outcome
    ) -> Task<Outcome, Never> {
        state.withLock { state in
            let previous = lanes.compactMap { state.tails[$0]?.end }
            state.next += 1
            let number = state.next
            let task = Task {
                for end in previous { await end() }
                let outcome = await work()
                self.leave(lanes, number)
                return outcome
            }
            for lane in lanes { state.tails[lane] = Tail(number: number) { _ = await task.value } }
            return task
        }
    }

    private func leave(_ lanes: Set<Lane>, _ number: Int) {
        state.withLock { state in
            for lane in lanes where state.tails[lane]?.number == number { state.tails[lane] = nil }
        }
    }

    /// Returns when all is done that was added before.
    func drained() async {
        for tail in state.withLock({ Array($0.tails.values) }) { await tail.end() }
    }
}

extension PaymentTransaction {
    /// The lanes of the transaction, of the subscription's or the purchase's first one as far as the store names it, and of the
    /// request that it answers.
    var lanes: Set<Lanes.Lane> {
        // A store may name the first one at one time and withhold it at another.
        var lanes: Set<Lanes.Lane> = [.transaction(transactionIdentifier)]
        if let original = originalTransactionIdentifier { lanes.insert(.transaction(original)) }
        if let request = payment.requestIdentifier { lanes.insert(.request(request)) }
        return lanes
    }
}
