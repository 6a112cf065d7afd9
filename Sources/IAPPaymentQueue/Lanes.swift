import IAPCore

/// Work that is done in order within a lane, and side by side across lanes.
///
/// All that concerns one purchase — its redeliveries, its renewals, its revocation — has one lane.
final class Lanes: Sendable {
    private struct Lane {
        let number: Int
        let last: Task<Void, Never>
    }

    private struct State {
        var next = 0
        var lanes: [TransactionIdentifier: Lane] = [:]
    }

    private let state = Locked(State())

    /// Adds work behind everything that was added to the lane before. The task ends with the work's result.
    @discardableResult
    func add<Outcome: Sendable>(
        to lane: TransactionIdentifier,
        _ work: @escaping @Sendable () async -> Outcome
    ) -> Task<Outcome, Never> {
        state.withLock { state in
            let previous = state.lanes[lane]?.last
            state.next += 1
            let number = state.next
            let task = Task {
                await previous?.value
                return await work()
            }
            let end = Task {
                _ = await task.value
                self.state.withLock { state in
                    if state.lanes[lane]?.number == number { state.lanes[lane] = nil }
                }
            }
            state.lanes[lane] = Lane(number: number, last: end)
            return task
        }
    }
}

extension PaymentTransaction {
    /// The subscription's or the purchase's first transaction, as far as the store names it.
    var lane: TransactionIdentifier { originalTransactionIdentifier ?? transactionIdentifier }
}
