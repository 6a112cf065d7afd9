#if canImport(Darwin)
import IAPCore
import StoreKit

/// The submissions that wait for an approval, and which transactions answer which submission.
///
/// StoreKit ties a transaction to its purchase only in the purchase's own result. A transaction that comes later, after
/// an approval, is recognized by its product, buyer and date. While a payment sheet is open, only its result answers
/// the submission: every other transaction is an older purchase, or one made elsewhere.
final class Submissions: Sendable {
    private struct State {
        var waiting: [Submission] = []
        var answered: [UInt64: Submission] = [:]
        /// Transactions received so far. StoreKit repeats unfinished ones, which answer nothing the second time.
        var received: Set<UInt64> = []

        mutating func answer(_ submission: Submission, by identifier: UInt64) {
            waiting.removeAll { $0.isSamePayment(as: submission) }
            answered[identifier] = submission
            received.insert(identifier)
        }
    }

    private let state = Locked(State())

    /// Keeps a submission that StoreKit left pending.
    func wait(_ submission: Submission) {
        state.withLock { state in
            state.waiting.removeAll { $0.lapseDate < submission.date }
            state.waiting.append(submission)
        }
    }

    /// Ties a submission to the transaction that answers it.
    func answer(_ submission: Submission, by identifier: UInt64) {
        state.withLock { $0.answer(submission, by: identifier) }
    }

    /// Forgets a finished transaction, which answers nothing from now on.
    func forget(_ identifier: UInt64) {
        state.withLock { $0.answered[identifier] = nil }
    }

    /// Returns the submission that a transaction answers: the one it is tied to or, for a new transaction, one that
    /// waits for it.
    func submission(answeredBy transaction: Transaction) -> Submission? {
        state.withLock { state in
            if let known = state.answered[transaction.id] { return known }
            guard state.received.insert(transaction.id).inserted,
                let submission = state.waiting.first(where: { $0.canBeAnswered(by: transaction) })
            else { return nil }
            state.answer(submission, by: transaction.id)
            return submission
        }
    }
}
#endif
