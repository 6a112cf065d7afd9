import IAPCore
import IAPPersistence

/// The end of what is done with a transaction: the store is told, or it is kept to be tried again.
extension PaymentQueue {
    /// Leaves a transaction unfinished, to be tried again, and tells why.
    func keep(_ transaction: PaymentTransaction, _ error: IAPError) {
        log(IAPLogEvent(.error, "Transaction \(transaction.transactionIdentifier) is kept unfinished. \(error)"))
        let request = state.withLock { state in
            state.keep(transaction)
            return state.requests.close(endedBy: transaction)
        }
        var failed = transaction
        failed.error = error
        broadcast.send(.failed(failed))
        request?.end(.failure(error))
    }

    /// Tells the store. Where that fails the transaction comes again, and only this step is left to do.
    func finish(_ transaction: PaymentTransaction) async -> Bool {
        // A store finishes by identifier. With an old word it would forget a later one that is still to be dealt with.
        guard !state.withLock({ $0.holdsLaterWord(than: transaction) }) else { return false }
        do {
            if finishesTransactions { try await connection.finish(transaction) }
        } catch {
            log(
                IAPLogEvent(
                    .warning,
                    "The store was not told that \(transaction.transactionIdentifier) is done. \(error)"
                )
            )
            state.withLock { $0.keep(transaction) }
            return false
        }
        state.withLock { $0.settle(transaction) }
        return true
    }
}

extension PaymentQueue.State {
    /// Whether the store has said something later of a transaction, and that has not been dealt with.
    fileprivate func holdsLaterWord(than transaction: PaymentTransaction) -> Bool {
        transactions.holdsLaterWord(than: transaction) || unprocessed.holdsLaterWord(than: transaction)
    }

    /// Has a transaction tried again, unless a later word on it is to be.
    fileprivate mutating func keep(_ transaction: PaymentTransaction) {
        if !unprocessed.holdsLaterWord(than: transaction) { unprocessed.insert(transaction) }
    }

    /// Notes that there is nothing left to do for a word. A later one stays to be tried again.
    fileprivate mutating func settle(_ transaction: PaymentTransaction) {
        if !unprocessed.holdsLaterWord(than: transaction) {
            unprocessed.remove(transaction.transactionIdentifier)
        }
    }
}
