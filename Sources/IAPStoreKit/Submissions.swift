#if canImport(Darwin)
import IAPCore
import StoreKit

/// The submissions that wait for somebody else, and which transactions answer which submission.
///
/// StoreKit ties a transaction to its purchase only in the purchase's own result. One that comes later, after an
/// approval, is known by what it is for, and when. While a payment sheet is open nothing but its result answers it:
/// what StoreKit tells meanwhile is an older purchase, or one made elsewhere.
final class Submissions: Sendable {
    fileprivate struct State {
        var waiting: [Submission] = []
        var answered: [UInt64: Submission] = [:]
        /// StoreKit repeats unfinished transactions, which are nobody's answer the second time.
        var told: Set<UInt64> = []
    }

    private let state = Locked(State())

    /// Notes that a purchase ended with StoreKit waiting for somebody else.
    func wait(_ submission: Submission) {
        state.withLock { state in
            state.waiting.removeAll { $0.lapseDate < submission.date }
            state.waiting.append(submission)
        }
    }

    /// Notes that a purchase ended with a transaction.
    func answer(_ submission: Submission, by identifier: UInt64) {
        state.withLock { $0.answer(submission, by: identifier) }
    }

    /// Notes that a transaction is finished: what StoreKit tells of it from now on answers nobody.
    func forget(_ identifier: UInt64) {
        state.withLock { $0.answered[identifier] = nil }
    }

    /// The submission that a transaction is known to answer or, being told for the first time, answers now.
    func submission(answeredBy transaction: Transaction) -> Submission? {
        state.withLock { state in
            if let known = state.answered[transaction.id] { return known }
            guard state.told.insert(transaction.id).inserted,
                let submission = state.waiting.first(where: { $0.canBeAnswered(by: transaction) })
            else { return nil }
            state.answer(submission, by: transaction.id)
            return submission
        }
    }
}

extension Submissions.State {
    fileprivate mutating func answer(_ submission: Submission, by identifier: UInt64) {
        waiting.removeAll { $0.isSameWish(as: submission) }
        answered[identifier] = submission
        told.insert(identifier)
    }
}
#endif
