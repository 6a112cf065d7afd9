import Foundation
import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Deals with a transaction that the store tells of. Called for one update after the other.
    func handle(_ transaction: PaymentTransaction) {
        let superseded = state.withLock { $0.transactions.insert(transaction) }
        if let superseded { broadcast.send(.removed(superseded)) }
        lanes.add(to: transaction.lane) {
            switch transaction.transactionState {
            case .purchasing: self.broadcast.send(.updated(transaction))
            case .deferred: self.suspend(transaction)
            case .failed: await self.fail(transaction)
            case .purchased, .restored: await self.complete(transaction)
            }
        }
    }

    func handle(_ renewal: SubscriptionRenewal) {
        lanes.add(to: renewal.originalTransactionIdentifier) {
            do {
                try await self.ledger.record(renewal)
                self.broadcast.send(.renewalChanged(renewal))
            } catch {
                self.log(
                    IAPLogEvent(
                        .error,
                        "The renewal of \(renewal.originalTransactionIdentifier) was not recorded. \(error)"
                    )
                )
            }
        }
    }

    /// Tries again whatever a step failed for: verification, the ledger, or the delivery handler. Returns when all has been
    /// tried once.
    public func processPendingTransactions() async {
        start()
        for task in retryPending() { await task.value }
    }

    /// Tries what the ledger holds undelivered, whether or not the store tells of it again, and what failed before.
    @discardableResult
    func retryPending() -> [Task<Void, Never>] {
        var pending = TransactionList()
        (ledger.undelivered + ledger.unwithdrawn).forEach { pending.insert($0.transaction) }
        state.withLock { $0.unprocessed.all }.forEach { pending.insert($0) }
        return pending.all.map { transaction in
            lanes.add(to: transaction.lane) {
                guard self.isPending(transaction.transactionIdentifier) else { return }
                await self.complete(transaction)
            }
        }
    }

    /// Whether there is something left to do, once its turn in the lane has come.
    private func isPending(_ identifier: TransactionIdentifier) -> Bool {
        state.withLock { $0.unprocessed[identifier] != nil } || ledger.transaction(identifier)?.isFulfilled == false
    }

    // MARK: States without a purchase

    private func suspend(_ transaction: PaymentTransaction) {
        let request = state.withLock { $0.requests.suspend(by: transaction) }
        broadcast.send(.updated(transaction))
        request?.answer.fulfill(.success(.pending(transaction)))
    }

    private func fail(_ transaction: PaymentTransaction) async {
        var transaction = transaction
        let error =
            transaction.error
            ?? IAPError(
                .unknown,
                "The store failed without a reason. Let the customer try again.",
                productIdentifier: transaction.payment.productIdentifier
            )
        transaction.error = error
        await finish(transaction)
        if error.code == .purchaseInterrupted {
            // The customer may still settle what interrupts the purchase: the story goes on.
            var pending = transaction
            pending.transactionState = .deferred
            return suspend(pending)
        }
        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        broadcast.send(.failed(transaction))
        request?.answer.fulfill(error.code == .paymentCancelled ? .success(.cancelled) : .failure(error))
    }

    // MARK: Verify, record, deliver, finish

    /// Takes a paid or revoked transaction through whichever steps it has not been through.
    ///
    /// - Parameter announcesKnown: Whether to tell of a transaction that was delivered before, as a restore does.
    /// - Returns: What kept it from being dealt with.
    @discardableResult
    func complete(_ transaction: PaymentTransaction, announcesKnown: Bool = false) async -> IAPError? {
        do {
            try await verify(transaction)
            if transaction.revocationDate != nil {
                try await revoke(transaction)
            } else {
                try await grant(transaction, announcesKnown: announcesKnown)
            }
            state.withLock { _ = $0.unprocessed.remove(transaction.transactionIdentifier) }
            return nil
        } catch {
            let error = IAPError(wrapping: error, as: .unknown)
            keep(transaction, error)
            return error
        }
    }

    private func verify(_ transaction: PaymentTransaction) async throws {
        switch await verifier.verify(transaction) {
        case .verified: return
        case .unverified(let error), .unknown(let error): throw error
        }
    }

    private func grant(_ transaction: PaymentTransaction, announcesKnown: Bool) async throws {
        let product = transaction.payment.productIdentifier
        guard transaction.transactionState != .restored || transaction.productType != .consumable else {
            log(IAPLogEvent(.warning, "The store restored \(product), a consumable. It grants nothing."))
            return await finish(transaction)
        }
        let recording = try await ledger.record(
            transaction,
            credits: try credits(for: transaction),
            isDelivered: deliveryHandler == nil
        )
        let record = recording.record
        guard !record.isRevoked else {
            await finish(transaction)
            return answerRevoked(transaction)
        }
        let isNews = recording.isNew || !record.isDelivered
        if !record.isDelivered { try await deliver(record) }
        await finish(transaction)

        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        if isNews || announcesKnown { broadcast.send(.updated(transaction)) }
        request?.answer.fulfill(answer(for: transaction, isNews: isNews))
    }

    /// A consumable that was delivered before is no answer to a wish for another one.
    private func answer(for transaction: PaymentTransaction, isNews: Bool) -> Result<PurchaseResult, any Error> {
        guard !isNews, transaction.productType == .consumable else { return .success(.purchased(transaction)) }
        return .failure(
            IAPError(
                .alreadyDelivered,
                """
                The store answered with the transaction of \(transaction.transactionDate.ISO8601Format()), which was \
                delivered before. Nothing was charged. It is finished now: buy again.
                """,
                productIdentifier: transaction.payment.productIdentifier,
                transactionIdentifier: transaction.transactionIdentifier
            )
        )
    }

    private func credits(for transaction: PaymentTransaction) throws -> [Credit] {
        guard let credit = credits[transaction.payment.productIdentifier] else { return [] }
        let (amount, isTooLarge) = credit.amount.multipliedReportingOverflow(by: transaction.payment.quantity)
        return [try Credit(isTooLarge ? .max : amount, of: credit.unit)]
    }

    private func deliver(_ record: RecordedTransaction) async throws {
        let transaction = record.transaction
        try await handle(Delivery(kind: .grant, transaction: transaction, credits: record.credits))
        try await ledger.markDelivered(transaction.transactionIdentifier)
    }

    private func revoke(_ transaction: PaymentTransaction) async throws {
        let revocation = try await ledger.revoke(transaction, isWithdrawn: deliveryHandler == nil)
        if let record = revocation?.record ?? ledger.transaction(transaction.transactionIdentifier), !record.isWithdrawn
        {
            try await handle(
                Delivery(kind: .withdrawal, transaction: transaction, credits: revocation?.takenBack ?? record.credits)
            )
            try await ledger.markWithdrawn(transaction.transactionIdentifier)
        }
        await finish(transaction)
        if let revocation { broadcast.send(.revoked(revocation)) }
        answerRevoked(transaction)
    }

    private func answerRevoked(_ transaction: PaymentTransaction) {
        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        request?.answer.fulfill(
            .failure(
                IAPError(
                    .productNotAvailable,
                    "The store answered with a purchase that it has taken back. Let the customer buy again.",
                    productIdentifier: transaction.payment.productIdentifier,
                    transactionIdentifier: transaction.transactionIdentifier
                )
            )
        )
    }

    private func handle(_ delivery: Delivery) async throws {
        guard let deliveryHandler else { return }
        do {
            try await deliveryHandler.deliver(delivery)
        } catch {
            throw IAPError(
                .deliveryFailed,
                "The delivery handler failed. The purchase is recorded and is delivered again later; see the cause.",
                productIdentifier: delivery.transaction.payment.productIdentifier,
                transactionIdentifier: delivery.transaction.transactionIdentifier,
                underlying: error
            )
        }
    }

    /// Leaves a transaction unfinished, to be tried again, and tells why.
    private func keep(_ transaction: PaymentTransaction, _ error: IAPError) {
        log(IAPLogEvent(.error, "Transaction \(transaction.transactionIdentifier) is kept unfinished. \(error)"))
        let request = state.withLock { state in
            state.unprocessed.insert(transaction)
            return state.requests.close(endedBy: transaction)
        }
        var failed = transaction
        failed.error = error
        broadcast.send(.failed(failed))
        request?.answer.fulfill(.failure(error))
    }

    /// Tells the store. Where that fails the transaction comes again, and only this step is left to do.
    private func finish(_ transaction: PaymentTransaction) async {
        if finishesTransactions {
            do {
                try await connection.finish(transaction)
            } catch {
                log(
                    IAPLogEvent(
                        .warning,
                        "The store was not told that \(transaction.transactionIdentifier) is done. \(error)"
                    )
                )
                return
            }
            broadcast.send(.finished(transaction))
        }
        // Whoever else finishes a transaction does not tell this queue, which has no more to do with it.
        let removed = state.withLock { $0.transactions.remove(transaction.transactionIdentifier) }
        if removed != nil { broadcast.send(.removed(transaction)) }
    }
}

extension Ledger.Recording {
    fileprivate var record: RecordedTransaction {
        switch self {
        case .recorded(let record), .known(let record): record
        }
    }

    fileprivate var isNew: Bool {
        switch self {
        case .recorded: true
        case .known: false
        }
    }
}
