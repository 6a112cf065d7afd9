public import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Asks the store what the customer bought earlier, and records and delivers what is missing.
    ///
    /// The customer may have to sign in, so call this for a tap on “Restore”, never at launch ([Restoring purchased
    /// products](https://developer.apple.com/documentation/storekit/restoring-purchased-products)). A call while
    /// another one for the same name runs joins it.
    ///
    /// - Parameters:
    ///   - applicationUsername: Restores what was bought under this name alone, if the store keeps names.
    ///   - timeout: How long to wait for the store's answer; `nil` for as long as it takes. What comes later is recorded
    ///     and delivered all the same.
    /// - Returns: The transactions of products that are owned now, in the store's order. Empty when there is nothing to
    ///   restore: grant nothing then.
    /// - Throws: ``IAPError``; code `paymentCancelled` when the customer did not sign in, `timedOut` when the timeout has
    ///   passed. When some transactions fail, the others are restored, and observers receive the failures; when all
    ///   fail, the first failure is thrown. `CancellationError`.
    @discardableResult
    public func restoreCompletedTransactions(
        applicationUsername: String? = nil,
        timeout: Duration? = nil
    ) async throws -> [PaymentTransaction] {
        try Task.checkCancellation()
        return try await waitForRestore(applicationUsername, timeout).value()
    }

    /// Restores, and calls `completion` with what ``restoreCompletedTransactions(applicationUsername:timeout:)`` returns
    /// or throws.
    package func restoreCompletedTransactions(
        completion: @escaping @Sendable (Result<[PaymentTransaction], any Error>) -> Void
    ) {
        waitForRestore(nil, nil).whenEnded(completion)
    }

    private func waitForRestore(_ applicationUsername: String?, _ timeout: Duration?) -> CallerWait<
        [PaymentTransaction]
    > {
        start()
        let (restore, isNew) = state.withLock { $0.restores.join(applicationUsername) }
        if isNew {
            Task { await self.restore(applicationUsername, answering: restore) }
        }
        return CallerWait(
            for: restore,
            timeout: timeout,
            clock: connection.clock,
            timedOut: { [self] in timedOut("restore") },
            leave: { [self] in state.withLock { $0.restores.leave(applicationUsername, restore) } }
        )
    }

    /// Records and delivers what the store knows on this device that the customer has, and the ledger does not, such as
    /// after a reinstallation. The customer is not asked to sign in, so that an app may call it at launch.
    ///
    /// - Returns: As ``restoreCompletedTransactions(applicationUsername:timeout:)``. What was known already is not sent again.
    /// - Throws: ``IAPError``; code `unsupported` where a store cannot say without asking. As a restore when all fail.
    @discardableResult
    public func synchronize() async throws -> [PaymentTransaction] {
        start()
        return try await record(try await connection.currentTransactions(), sendsKnown: false).get()
    }

    /// How many callers wait for the restores under way. A test waits for it.
    package var restoreCallerCount: Int { state.withLock { $0.restores.callerCount } }

    private func restore(_ applicationUsername: String?, answering restore: Restores.Answer) async {
        let end: @Sendable (Result<[PaymentTransaction], IAPError>) -> Void = { [self] result in
            state.withLock { $0.restores.end(applicationUsername, restore) }
            switch result {
            case .success(let transactions): broadcast.send(.restoreFinished(transactions))
            case .failure(let error): broadcast.send(.restoreFailed(error))
            }
            restore.fulfill(result.mapError { $0 })
        }
        do {
            let transactions = try await connection.restoreCompletedTransactions(
                applicationUsername: applicationUsername
            )
            await record(transactions, sendsKnown: true, end: end)
        } catch {
            end(.failure(IAPError(wrapping: error, as: .unknown)))
        }
    }

    /// - Parameter end: Called with the result before ``waitUntilIdle()`` returns.
    @discardableResult
    private func record(
        _ transactions: [PaymentTransaction],
        sendsKnown: Bool,
        end: @escaping @Sendable (Result<[PaymentTransaction], IAPError>) -> Void = { _ in }
    ) async -> Result<[PaymentTransaction], IAPError> {
        let tasks = transactions.map { transaction in
            work.add(for: transaction.keys) {
                let transaction = self.unfinishedPurchase(transaction.transactionIdentifier) ?? transaction
                return (transaction, await self.processor.process(transaction, sendsKnown: sendsKnown))
            }
        }
        // Behind all of them.
        return await work.add(for: Array(Set(transactions.flatMap(\.keys)))) {
            var failures: [IAPError] = []
            var restored: [PaymentTransaction] = []
            for task in tasks {
                let (transaction, failure) = await task.value
                if let failure {
                    failures.append(failure)
                } else if transaction.revocationDate == nil, self.ledger.isPurchased(transaction.productIdentifier) {
                    restored.append(transaction)
                }
            }
            let result: Result<[PaymentTransaction], IAPError> =
                if let failure = failures.first, failures.count == transactions.count {
                    .failure(failure)
                } else {
                    .success(restored)
                }
            end(result)
            return result
        }.value
    }

    /// What was bought and is not finished yet, which is completed as the purchase that it is: restored, it would grant
    /// no credits.
    private func unfinishedPurchase(_ identifier: TransactionIdentifier) -> PaymentTransaction? {
        let unfinished = state.withLock { $0.transactions[identifier] }
        return unfinished?.transactionState == .purchased ? unfinished : nil
    }
}
