import Foundation
import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Deals with a transaction that the store tells of. Called for one update after the other.
    func handle(_ transaction: PaymentTransaction) {
        let superseded = state.withLock { state in
            state.requests.noteOutcome(transaction)
            return state.transactions.holdsLaterWord(than: transaction) ? nil : state.transactions.insert(transaction)
        }
        if let superseded { broadcast.send(.removed(superseded)) }
        switch transaction.transactionState {
        case .purchasing: lanes.addPrompt(to: transaction.lanes) { self.announcePurchasing(transaction) }
        case .deferred: lanes.addPrompt(to: transaction.lanes) { self.suspend(transaction) }
        case .failed, .purchased, .restored: lanes.add(to: transaction.lanes) { await self.end(transaction) }
        }
    }

    /// Deals with a transaction that will not wait any longer.
    private func end(_ transaction: PaymentTransaction) async {
        if transaction.transactionState == .failed {
            await fail(transaction)
        } else {
            await complete(transaction)
        }
    }

    @discardableResult
    func handle(_ renewal: SubscriptionRenewal) -> Task<Void, Never> {
        lanes.add(to: [.transaction(renewal.originalTransactionIdentifier)]) {
            let subscription = renewal.originalTransactionIdentifier
            do {
                try await self.ledger.record(renewal)
                self.state.withLock { state in
                    // A later word may have failed meanwhile, and is still to be recorded.
                    if state.unrecordedRenewals[subscription]?.isSaid(after: renewal) != true {
                        state.unrecordedRenewals[subscription] = nil
                    }
                }
                self.broadcast.send(.renewalChanged(renewal))
            } catch {
                self.state.withLock { state in
                    guard state.unrecordedRenewals[subscription]?.isSaid(after: renewal) != true else { return }
                    state.unrecordedRenewals[subscription] = renewal
                }
                self.log(IAPLogEvent(.error, "The renewal of \(subscription) is kept to be recorded later. \(error)"))
            }
        }
    }

    /// Tries again whatever a step failed for: verification, the ledger, the delivery handler, or telling the store. Returns
    /// when all has been tried once.
    public func processPendingTransactions() async {
        start()
        let renewals = state.withLock { Array($0.unrecordedRenewals.values) }
        let renewalTasks = renewals.map { handle($0) }
        for task in retryPending() { await task.value }
        for task in renewalTasks { await task.value }
    }

    /// Tries what the ledger holds undelivered, whether or not the store tells of it again, and what failed before.
    @discardableResult
    func retryPending() -> [Task<Void, Never>] {
        var pending = TransactionList()
        if deliversPurchases { (ledger.undelivered + ledger.unwithdrawn).forEach { pending.insert($0.transaction) } }
        state.withLock { $0.unprocessed.all }.forEach { pending.insert($0) }
        let retries = pending.all.map { transaction in
            lanes.add(to: transaction.lanes) {
                guard self.isPending(transaction.transactionIdentifier) else { return }
                await self.end(transaction)
            }
        }
        return [transferPurchases()] + retries
    }

    /// Whether there is something left to do, once its turn in the lane has come.
    private func isPending(_ identifier: TransactionIdentifier) -> Bool {
        state.withLock { $0.unprocessed[identifier] != nil } || ledger.transaction(identifier)?.isFulfilled == false
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
            // The purchase that it repeats may be unfinished, and a store finishes by identifier.
            let isGiven = ledger.transaction(transaction.transactionIdentifier)?.isFulfilled == true
            let isFinished = isGiven ? await finish(transaction) : false
            tell(of: transaction, isNews: false, isWorthTelling: false)
            return tellEnd(of: transaction, isFinished: isFinished)
        }
        try await withdraw(beforeReinstating: transaction)
        let recording = try await ledger.record(
            transaction,
            credits: try credits(for: transaction),
            isDelivered: deliversPurchases && deliveryHandler == nil
        )
        let record = recording.record
        guard !record.isRevoked else {
            let isFinished = await finish(transaction)
            answerRevoked(transaction)
            return tellEnd(of: transaction, isFinished: isFinished)
        }
        let isNews = recording.isNew || !record.isDelivered
        if !record.isDelivered, deliversPurchases { try await deliver(record, isNew: recording.isNew) }
        let isFinished = await finish(transaction)
        tell(of: transaction, isNews: isNews, isWorthTelling: isNews || announcesKnown)
        if recording.hasChanged, !isNews { broadcast.send(.changed(transaction)) }
        tellEnd(of: transaction, isFinished: isFinished)
    }

    private func revoke(_ transaction: PaymentTransaction) async throws {
        let identifier = transaction.transactionIdentifier
        let revoked = try await ledger.revoke(transaction, hasHandler: deliveryHandler != nil || !deliversPurchases)
        var news = revoked
        if deliversPurchases, let record = revoked ?? ledger.transaction(identifier), record.isRevoked,
            !record.isWithdrawn
        {
            try await withdraw(record, transaction)
            news = ledger.transaction(identifier)
        }
        let isFinished = await finish(transaction)
        if let news { broadcast.send(.revoked(news)) }
        answerRevoked(transaction)
        tellEnd(of: transaction, isFinished: isFinished)
    }

    /// Leaves a transaction unfinished, to be tried again, and tells why.
    private func keep(_ transaction: PaymentTransaction, _ error: IAPError) {
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
