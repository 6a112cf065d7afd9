public import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Asks the store what the customer bought earlier, and records and delivers what is missing.
    ///
    /// The customer may have to sign in, so call this for a tap on “Restore”, never at launch
    /// ([Restoring purchased products](https://developer.apple.com/documentation/storekit/restoring-purchased-products)). A
    /// call while another one for the same name runs joins it.
    ///
    /// - Returns: The transactions of products that are owned now, in the store's order. Empty when there is nothing to
    ///   restore: grant nothing then.
    /// - Throws: ``IAPError``; code `paymentCancelled` when the customer did not sign in. When some transactions fail, the
    ///   others are restored, and observers are told of the failures; when all fail, the first failure is thrown.
    ///   `CancellationError`.
    @discardableResult
    public func restoreCompletedTransactions(
        applicationUsername: String? = nil
    ) async throws -> [PaymentTransaction] {
        try Task.checkCancellation()
        start()
        let (restore, isNew) = state.withLock { state in
            if let running = state.restores[applicationUsername] { return (running, false) }
            let restore = Promise<[PaymentTransaction]>()
            state.restores[applicationUsername] = restore
            return (restore, true)
        }
        if isNew {
            Task { await self.restore(applicationUsername, answering: restore) }
        }
        return try await restore.value()
    }

    private func restore(_ applicationUsername: String?, answering restore: Promise<[PaymentTransaction]>) async {
        let result: Result<[PaymentTransaction], IAPError>
        do {
            let transactions = try await connection.restoreCompletedTransactions(
                applicationUsername: applicationUsername
            )
            result = await record(transactions)
        } catch {
            result = .failure(IAPError(wrapping: error, as: .unknown))
        }
        state.withLock { $0.restores[applicationUsername] = nil }
        switch result {
        case .success(let transactions): broadcast.send(.restoreFinished(transactions))
        case .failure(let error): broadcast.send(.restoreFailed(error))
        }
        restore.fulfill(result.mapError { $0 })
    }

    private func record(_ transactions: [PaymentTransaction]) async -> Result<[PaymentTransaction], IAPError> {
        // What was bought and is not finished yet is completed as the purchase that it is: restored, it would grant no credits.
        let transactions = transactions.map { transaction in
            let unfinished = state.withLock { $0.transactions[transaction.transactionIdentifier] }
            return unfinished?.transactionState == .purchased ? unfinished ?? transaction : transaction
        }
        let tasks = transactions.map { transaction in
            lanes.add(to: transaction.lanes) { await self.complete(transaction, announcesKnown: true) }
        }
        var failures: [IAPError] = []
        var restored: [PaymentTransaction] = []
        for (transaction, task) in zip(transactions, tasks) {
            if let failure = await task.value {
                failures.append(failure)
            } else if transaction.revocationDate == nil, ledger.isPurchased(transaction.payment.productIdentifier) {
                restored.append(transaction)
            }
        }
        if let failure = failures.first, failures.count == transactions.count { return .failure(failure) }
        return .success(restored)
    }
}
