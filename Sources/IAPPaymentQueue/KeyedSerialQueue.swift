import Foundation
import IAPCore

/// Asynchronous work that is done in order for each key, and side by side across keys.
///
/// Everything that concerns one purchase shares a key, that of its request or that of its transaction: its states, its
/// redeliveries, its renewals, its revocation.
final class KeyedSerialQueue: Sendable {
    enum Key: Hashable {
        case request(UUID)
        case transaction(TransactionIdentifier)
        /// What passes from one account to another.
        case accounts
    }

    private struct State {
        var nextNumber = 0
        /// The work that was added last for each key.
        var last: [Key: (number: Int, end: @Sendable () async -> Void)] = [:]
    }

    private let state = Locked(State())

    /// Adds work behind everything that was added for any of the keys before. The task ends with the work's result.
    @discardableResult
    func add<Outcome: Sendable>(
        for keys: [Key],
        _ work: @escaping @Sendable () async -> Outcome
    ) -> Task<Outcome, Never> {
        state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            let earlier = keys.compactMap { state.last[$0]?.end }
            // It is in the state by the time it ends, which takes the same lock.
            let task = Task {
                for end in earlier { await end() }
                let outcome = await work()
                self.forget(number, keys)
                return outcome
            }
            for key in keys { state.last[key] = (number, { _ = await task.value }) }
            return task
        }
    }

    private func forget(_ number: Int, _ keys: [Key]) {
        state.withLock { state in
            for key in keys where state.last[key]?.number == number { state.last[key] = nil }
        }
    }

    /// Returns once everything that was added before is done.
    func waitUntilEmpty() async {
        let last = state.withLock { $0.last.values.sorted { $0.number < $1.number } }
        for (_, end) in last { await end() }
    }
}

extension PaymentTransaction {
    /// The keys of the transaction, of the first one of the subscription or the purchase if the store names it, and of
    /// the request that it answers.
    var keys: [KeyedSerialQueue.Key] {
        // A store may name the first one at one time and withhold it at another.
        var keys: [KeyedSerialQueue.Key] = [.transaction(transactionIdentifier)]
        if let original = originalTransactionIdentifier, original != transactionIdentifier {
            keys.append(.transaction(original))
        }
        if let request = payment.requestIdentifier { keys.append(.request(request)) }
        return keys
    }
}
