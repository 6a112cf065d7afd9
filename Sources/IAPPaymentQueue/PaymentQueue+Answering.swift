import IAPCore
import IAPPersistence

/// Telling what became of a transaction: whoever asked for it, and everyone.
extension PaymentQueue {
    /// Tells of a transaction that counts, to whoever asked for it and, if it is worth telling or was asked for, to
    /// everyone.
    func tell(of transaction: PaymentTransaction, isNews: Bool, isWorthTelling: Bool) {
        let request = state.withLock { state in
            state.dismissPurchaseIntents(for: transaction.productIdentifier)
            let request = state.requests.close(endedBy: transaction, isNews: isNews)
            if let identifier = request?.payment.requestIdentifier { state.transactions.removeUnpaid(of: identifier) }
            return request
        }
        guard let request else {
            if isWorthTelling { broadcast.send(.updated(transaction)) }
            return
        }
        do throws(IAPError) {
            let result = try result(of: request.payment, endedBy: transaction, isNews: isNews)
            broadcast.send(.updated(transaction))
            request.end(.success(result))
        } catch {
            var failed = transaction
            failed.error = error
            broadcast.send(isNews ? .updated(transaction) : .failed(failed))
            request.end(.failure(error))
        }
    }

    private func result(
        of payment: Payment,
        endedBy transaction: PaymentTransaction,
        isNews: Bool
    ) throws(IAPError) -> PurchaseResult {
        let product = transaction.productIdentifier
        let identifier = transaction.transactionIdentifier
        // A change of plan may be answered with the plan that runs until the change.
        if product != payment.productIdentifier, transaction.productType != .autoRenewable {
            throw IAPError(
                .unknown,
                """
                The store answered a purchase of \(payment.productIdentifier) with one of \(product), which is delivered. \
                What became of the other is not known: look at the customer's transactions.
                """,
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        // Until a consumable is finished the store hands it out again, instead of charging for another one.
        if isNews, transaction.productType == .consumable, transaction.payment.isAnotherWish(than: payment) {
            throw IAPError(
                .alreadyDelivered,
                """
                The store answered with transaction \(identifier), an earlier purchase that was not completed, of \
                \(transaction.quantity) and not of \(payment.quantity). It is delivered now; nothing was charged. \
                Let the customer buy again.
                """,
                productIdentifier: product,
                transactionIdentifier: identifier
            )
        }
        // A consumable that was delivered before is no answer to a wish for another one.
        if !isNews, transaction.productType == .consumable {
            throw IAPError(
                .alreadyDelivered,
                """
                The store answered with transaction \(identifier), which was delivered before. Nothing was charged, and the \
                store has been told: buy again. If it keeps happening with a simulated store, its history is younger than the \
                ledger: keep both, or neither.
                """,
                productIdentifier: product,
                transactionIdentifier: identifier
            )
        }
        return .purchased(transaction)
    }

    func answerRevoked(_ transaction: PaymentTransaction) {
        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        request?.end(
            .failure(
                IAPError(
                    .productNotAvailable,
                    "The store answered with a purchase that it has taken back. Let the customer buy again.",
                    productIdentifier: transaction.productIdentifier,
                    transactionIdentifier: transaction.transactionIdentifier
                )
            )
        )
    }

    /// Tells of the end of a transaction, after telling what became of it. Whoever else finishes transactions does not
    /// tell this queue, which has no more to do with them.
    func tellEnd(of transaction: PaymentTransaction, isFinished: Bool) {
        guard isFinished else { return }
        if finishesTransactions { broadcast.send(.finished(transaction)) }
        let removed = state.withLock { $0.transactions.remove(transaction.transactionIdentifier) }
        if removed != nil { broadcast.send(.removed(transaction)) }
    }
}

extension Payment {
    /// Whether somebody asked for another quantity, or for another of the app's accounts. Other facts may be lost on
    /// the way.
    fileprivate func isAnotherWish(than other: Payment) -> Bool {
        let tokens = [appAccountToken, other.appAccountToken].compactMap { $0 }
        return quantity != other.quantity || Set(tokens).count > 1
    }
}
