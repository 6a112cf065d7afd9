import IAPCore
import IAPPersistence

/// States of a transaction that is not paid: the store works on it, it waits for somebody, it failed.
extension PaymentQueue {
    func announcePurchasing(_ transaction: PaymentTransaction) {
        let isKnown = ledger.transaction(transaction.transactionIdentifier) != nil
        let isLate = state.withLock { state in
            // A purchase of what is owned begins with the transaction that is known, under a request that is new.
            let request = transaction.payment.requestIdentifier
            guard isKnown && !state.requests.isOpen(request) || state.requests.hasEnded(request) else { return false }
            state.transactions.remove(transaction.transactionIdentifier)
            return true
        }
        if !isLate { broadcast.send(.updated(transaction)) }
    }

    func suspend(_ transaction: PaymentTransaction) {
        let isKnown = ledger.transaction(transaction.transactionIdentifier) != nil
        let isLate = state.withLock { state in
            // The store has sold it since, or its request has ended.
            guard isKnown || state.requests.hasEnded(transaction.payment.requestIdentifier) else { return false }
            state.transactions.remove(transaction.transactionIdentifier)
            return true
        }
        guard !isLate else { return }
        let request = state.withLock { $0.requests.suspend(by: transaction) }
        broadcast.send(.updated(transaction))
        request?.end(.success(.pending(transaction)))
    }

    func fail(_ transaction: PaymentTransaction) async {
        var transaction = transaction
        let error =
            transaction.error
            ?? IAPError(
                .unknown,
                "The store failed without a reason. Let the customer try again.",
                productIdentifier: transaction.productIdentifier
            )
        transaction.error = error
        if let paid = paidForm(of: transaction) { return await dismissFailure(of: paid, saying: transaction, error) }
        let isFinished = await finish(transaction)
        defer { tellEnd(of: transaction, isFinished: isFinished) }
        if error.code == .purchaseInterrupted {
            // The customer may still settle what interrupts the purchase: the story goes on.
            var pending = transaction
            pending.transactionState = .deferred
            return suspend(pending)
        }
        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        broadcast.send(.failed(transaction))
        request?.end(error.code == .paymentCancelled ? .success(.cancelled) : .failure(error))
    }

    /// What the store has said of a transaction before, if that was paid. Paid it stays, whatever failure the store
    /// tells afterwards: only a revocation takes a purchase back.
    private func paidForm(of failed: PaymentTransaction) -> PaymentTransaction? {
        let identifier = failed.transactionIdentifier
        if let record = ledger.transaction(identifier) { return record.transaction }
        let kept = state.withLock { $0.unprocessed[identifier] }
        return kept?.transactionState == .purchased || kept?.transactionState == .restored ? kept : nil
    }

    /// Lets a purchase be what it was: done, or kept to be tried again. Finishing it now would lose what was paid.
    private func dismissFailure(
        of paid: PaymentTransaction,
        saying failed: PaymentTransaction,
        _ error: IAPError
    ) async {
        log(IAPLogEvent(.warning, "The store says that \(paid.transactionIdentifier) failed, which was paid. \(error)"))
        let isFulfilled = ledger.transaction(paid.transactionIdentifier)?.isFulfilled ?? false
        if isFulfilled, await finish(failed) {
            state.withLock { _ = $0.transactions.remove(failed.transactionIdentifier) }
        } else {
            state.withLock { _ = $0.transactions.insert(paid) }
        }
        guard let request = state.withLock({ $0.requests.close(endedBy: failed) }) else { return }
        broadcast.send(.failed(failed))
        request.end(.failure(error))
    }
}
