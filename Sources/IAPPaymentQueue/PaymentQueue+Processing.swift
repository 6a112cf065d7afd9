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
    func end(_ transaction: PaymentTransaction) async {
        if transaction.transactionState == .failed {
            await fail(transaction)
        } else {
            await complete(transaction)
        }
    }

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
        let product = transaction.productIdentifier
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
            !record.isRevocationDelivered
        {
            try await withdraw(record, transaction)
            news = ledger.transaction(identifier)
        }
        let isFinished = await finish(transaction)
        if let news { broadcast.send(.revoked(news)) }
        answerRevoked(transaction)
        tellEnd(of: transaction, isFinished: isFinished)
    }
}
