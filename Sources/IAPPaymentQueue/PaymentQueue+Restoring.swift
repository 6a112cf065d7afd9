public import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Asks the store what the customer bought earlier, and records and delivers what is missing.
    ///
    /// The customer may have to sign in, so call this for a tap on “Restore”, never at launch ([Restoring purchased
    /// products](https://developer.apple.com/documentation/storekit/restoring-purchased-products)). A call while
    /// another one for the same name runs joins it.
    ///
    /// - Returns: The transactions of products that are owned now, in the store's order. Empty when there is nothing to
    ///   restore: grant nothing then.
    /// - Throws: ``IAPError``; code `paymentCancelled` when the customer did not sign in. When some transactions fail,
    ///   the others are restored, and observers are told of the failures; when all fail, the first failure is thrown.
    ///   `CancellationError`.
    @discardableResult
    public func restoreCompletedTransactions(
        applicationUsername: String? = nil
    ) async throws -> [PaymentTransaction] {
        try Task.checkCancellation()
        start()
        let (restore, isNew) = state.withLock { state in
            let running = state.restores[applicationUsername]
            var restore = running ?? Restore()
            restore.callerCount += 1
            state.restores[applicationUsername] = restore
            return (restore.answer, running == nil)
        }
        if isNew {
            Task { await self.restore(applicationUsername, answering: restore) }
        }
        do {
            return try await restore.value()
        } catch let cancellation as CancellationError {
            state.withLock { $0.leaveRestore(applicationUsername, restore) }
            throw cancellation
        }
    }

    /// Records and delivers what the store knows on this device that the customer has, and the ledger does not, such as
    /// after a reinstallation. Nobody is asked to sign in, so that an app may call it at launch.
    ///
    /// - Returns: As ``restoreCompletedTransactions(applicationUsername:)``. What was known already is not told again.
    /// - Throws: ``IAPError``; code `unsupported` where a store cannot tell without asking. As a restore when all fail.
    @discardableResult
    public func synchronize() async throws -> [PaymentTransaction] {
        start()
        return try await record(try await connection.currentTransactions(), announcesKnown: false).get()
    }

    /// How many callers wait for the restores under way. A test waits for it.
    package var restoreCallerCount: Int { state.withLock { $0.restores.values.reduce(0) { $0 + $1.callerCount } } }

    /// A restore that runs, and how many callers wait for it.
    struct Restore {
        let answer = Promise<[PaymentTransaction]>()
        var callerCount = 0
    }

    private func restore(_ applicationUsername: String?, answering restore: Promise<[PaymentTransaction]>) async {
        let result: Result<[PaymentTransaction], IAPError>
        do {
            let transactions = try await connection.restoreCompletedTransactions(
                applicationUsername: applicationUsername
            )
            result = await record(transactions, announcesKnown: true)
        } catch {
            result = .failure(IAPError(wrapping: error, as: .unknown))
        }
        state.withLock { $0.forgetRestore(applicationUsername, restore) }
        switch result {
        case .success(let transactions): broadcast.send(.restoreFinished(transactions))
        case .failure(let error): broadcast.send(.restoreFailed(error))
        }
        restore.fulfill(result.mapError { $0 })
    }

    private func record(
        _ transactions: [PaymentTransaction],
        announcesKnown: Bool
    ) async -> Result<[PaymentTransaction], IAPError> {
        let tasks = transactions.map { transaction in
            lanes.add(to: transaction.lanes) {
                let transaction = self.unfinishedPurchase(transaction.transactionIdentifier) ?? transaction
                return (transaction, await self.complete(transaction, announcesKnown: announcesKnown))
            }
        }
        var failures: [IAPError] = []
        var restored: [PaymentTransaction] = []
        for task in tasks {
            let (transaction, failure) = await task.value
            if let failure {
                failures.append(failure)
            } else if transaction.revocationDate == nil, ledger.isPurchased(transaction.productIdentifier) {
                restored.append(transaction)
            }
        }
        if let failure = failures.first, failures.count == transactions.count { return .failure(failure) }
        return .success(restored)
    }

    /// What was bought and is not finished yet, which is completed as the purchase that it is: restored, it would grant
    /// no credits.
    private func unfinishedPurchase(_ identifier: TransactionIdentifier) -> PaymentTransaction? {
        let unfinished = state.withLock { $0.transactions[identifier] }
        return unfinished?.transactionState == .purchased ? unfinished : nil
    }
}

extension PaymentQueue.State {
    /// Notes that a caller has stopped waiting. The next one begins anew when nobody waits: the store may never answer.
    fileprivate mutating func leaveRestore(_ applicationUsername: String?, _ answer: Promise<[PaymentTransaction]>) {
        guard restores[applicationUsername]?.answer === answer else { return }
        restores[applicationUsername]?.callerCount -= 1
        if restores[applicationUsername]?.callerCount == 0 { restores[applicationUsername] = nil }
    }

    fileprivate mutating func forgetRestore(_ applicationUsername: String?, _ answer: Promise<[PaymentTransaction]>) {
        if restores[applicationUsername]?.answer === answer { restores[applicationUsername] = nil }
    }
}
