import IAPCore
import IAPPersistence

/// Takes transactions through their life cycles: carries out what ``TransactionLifecycle`` decides.
struct TransactionProcessor: Sendable {
    private typealias Event = TransactionLifecycle.Event

    let connection: any StoreConnection
    let ledger: Ledger
    let options: PaymentQueue.Options
    let state: Locked<QueueState>
    let broadcast: Broadcast<PaymentQueueEvent>

    /// Takes a transaction through the steps that it has not been through. Called for one transaction at a time of those
    /// that share a key (``PaymentTransaction/keys``).
    ///
    /// - Parameter sendsKnown: Whether observers receive a transaction that was delivered before, as after a restore.
    /// - Returns: Why it could not be dealt with.
    @discardableResult
    func process(_ transaction: PaymentTransaction, sendsKnown: Bool = false) async -> IAPError? {
        var lifecycle = TransactionLifecycle(
            of: transaction,
            deliversPurchases: options.deliversPurchases,
            sendsKnown: sendsKnown
        )
        var next: Event? = .received(knowledge(of: transaction))
        while let event = next {
            next = nil
            for effect in lifecycle.handle(event) { next = await carryOut(effect, for: lifecycle.transaction) }
        }
        guard case .kept(let error) = lifecycle.state else { return nil }
        options.log(
            IAPLogEvent(.error, "Transaction \(transaction.transactionIdentifier) is kept unfinished. \(error)")
        )
        return error
    }

    private func knowledge(of transaction: PaymentTransaction) -> TransactionLifecycle.Knowledge {
        // A paid one is looked up once it is verified.
        guard !transaction.transactionState.isPaid else { return TransactionLifecycle.Knowledge() }
        let record = ledger.transaction(transaction.transactionIdentifier)
        return state.withLock { state in
            let request = transaction.payment.requestIdentifier
            let kept = state.unfinished.transactions[transaction.transactionIdentifier]
            return TransactionLifecycle.Knowledge(
                record: record,
                kept: kept.flatMap { $0.transactionState.isPaid ? $0 : nil },
                isRequestOpen: state.requests.isOpen(request),
                hasRequestEnded: state.requests.hasEnded(request)
            )
        }
    }

    private func carryOut(
        _ effect: TransactionLifecycle.Effect,
        for transaction: PaymentTransaction
    ) async -> Event? {
        do {
            switch effect {
            case .verify: return .verified(try await verify(transaction))
            case .record(let known): return try await record(transaction, known)
            case .recordRevocation: return try await recordRevocation(transaction)
            case .deliver(let record, let isNew): return try await deliver(record, isNew: isNew)
            case .deliverRevocation(let record, let revoked): return try await deliverRevocation(record, of: revoked)
            case .finish: return .finished(await finish(transaction))
            case .send(let event): broadcast.send(event)
            case .answer(let isNew, let isSent): answer(with: transaction, isNew: isNew, isSent: isSent)
            case .endRequest(let result, let event, let always):
                endRequest(of: transaction, result, sending: event, always: always)
            case .suspendRequest(let pending): suspendRequest(pending)
            case .keep: state.withLock { $0.unfinished.keep(transaction) }
            case .drop: state.withLock { _ = $0.transactions.remove(transaction.transactionIdentifier) }
            case .reinsert(let paid): state.withLock { _ = $0.transactions.insert(paid) }
            case .leave: leave(transaction)
            case .warn(let text): options.log(IAPLogEvent(.warning, text))
            }
            return nil
        } catch {
            return .stepFailed(IAPError(wrapping: error, as: .unknown))
        }
    }
}

// MARK: Steps

extension TransactionProcessor {
    /// - Returns: What the ledger knows of the transaction.
    private func verify(_ transaction: PaymentTransaction) async throws -> RecordedTransaction? {
        switch await (options.verifier ?? .connection).verify(transaction) {
        case .verified: break
        case .unverified(let error), .unknown(let error): throw error
        }
        let known = ledger.transaction(transaction.transactionIdentifier)
        guard options.deliversPurchases, transaction.revocationDate == nil, let known,
            transaction.isNewer(than: known.transaction)
        else { return known }
        // Another process may have recorded a refund that this reverses.
        try await ledger.refresh()
        return ledger.transaction(transaction.transactionIdentifier)
    }

    private func record(_ transaction: PaymentTransaction, _ known: RecordedTransaction?) async throws -> Event {
        let recording = try await ledger.record(
            transaction,
            credits: try credits(for: transaction, known),
            isDelivered: options.deliversPurchases && options.deliveryHandler == nil
        )
        return .recorded(recording.record, isNew: recording.isNew, hasChanged: recording.hasChanged)
    }

    private func credits(for transaction: PaymentTransaction, _ known: RecordedTransaction?) throws -> [Credit] {
        guard ProductType.known.contains(transaction.productType) else {
            throw IAPError(
                .unsupported,
                """
                \(transaction.productIdentifier) is of the kind “\(transaction.productType.rawValue)”, which this version of the \
                SDK does not know. Update the SDK; the transaction is kept until then.
                """,
                productIdentifier: transaction.productIdentifier,
                transactionIdentifier: transaction.transactionIdentifier
            )
        }
        guard let credit = options.credits[transaction.productIdentifier] else {
            // Finishing it would take the money for nothing, since a consumable never comes back.
            let isGiven = known.map { $0.isFulfilled || !$0.credits.isEmpty } ?? false
            guard
                transaction.productType != .consumable || options.deliveryHandler != nil
                    || !options.finishesWhatItDelivers || isGiven
            else {
                throw IAPError(
                    .deliveryNotConfigured,
                    """
                    \(transaction.productIdentifier) is a consumable without a credit, and there is no delivery handler. Give \
                    the store a credit for this identifier, or a handler; the transaction is kept until then.
                    """,
                    productIdentifier: transaction.productIdentifier,
                    transactionIdentifier: transaction.transactionIdentifier
                )
            }
            return []
        }
        let (amount, isTooLarge) = credit.amount.multipliedReportingOverflow(by: transaction.quantity)
        return [try Credit(isTooLarge ? .max : amount, of: credit.unit)]
    }

    private func recordRevocation(_ transaction: PaymentTransaction) async throws -> Event {
        let revoked = try await ledger.revoke(
            transaction,
            hasHandler: options.deliveryHandler != nil || !options.deliversPurchases
        )
        return .revocationRecorded(
            revoked ?? ledger.transaction(transaction.transactionIdentifier),
            isNew: revoked != nil
        )
    }

    private func deliver(_ record: RecordedTransaction, isNew: Bool) async throws -> Event {
        let identifier = record.transaction.transactionIdentifier
        if !isNew {
            // Another process on the same ledger may have delivered what it recorded.
            try await ledger.refresh()
            if ledger.transaction(identifier)?.isFulfilled == true { return .delivered(nil) }
        }
        try await handle(Delivery(grantOf: record))
        try await ledger.markDelivered(identifier)
        return .delivered(ledger.transaction(identifier))
    }

    private func deliverRevocation(
        _ record: RecordedTransaction,
        of transaction: PaymentTransaction
    ) async throws -> Event {
        try await handle(Delivery(revocationOf: record, transaction))
        try await ledger.markRevocationDelivered(transaction.transactionIdentifier)
        return .revocationDelivered(ledger.transaction(transaction.transactionIdentifier))
    }

    private func handle(_ delivery: Delivery) async throws {
        do {
            try await options.deliveryHandler?.deliver(delivery)
        } catch {
            throw IAPError(
                .deliveryFailed,
                "The delivery handler failed. The purchase is recorded and is delivered again later; see the cause.",
                productIdentifier: delivery.transaction.productIdentifier,
                transactionIdentifier: delivery.transaction.transactionIdentifier,
                underlying: error
            )
        }
    }

    /// Finishes the transaction with the store. Where that fails, it comes again, and only this step is left to do.
    private func finish(_ transaction: PaymentTransaction) async -> Bool {
        // A store finishes by identifier. An older revision would make it forget a newer one that is still to be done.
        guard !state.withLock({ $0.holdsNewerRevision(than: transaction) }) else { return false }
        do {
            if options.finishesWhatItDelivers { try await connection.finish(transaction) }
        } catch {
            let identifier = transaction.transactionIdentifier
            options.log(IAPLogEvent(.warning, "The store could not finish \(identifier), which comes again. \(error)"))
            state.withLock { $0.unfinished.keep(transaction) }
            return false
        }
        state.withLock { $0.unfinished.remove(transaction) }
        return true
    }
}

// MARK: Reports

extension TransactionProcessor {
    private func answer(with transaction: PaymentTransaction, isNew: Bool, isSent: Bool) {
        let request = state.withLock { state in
            state.inbox.discardPurchaseIntents(for: transaction.productIdentifier)
            let request = state.requests.close(endedBy: transaction, isNew: isNew)
            if let identifier = request?.identifier { state.transactions.removeUnpaid(of: identifier) }
            return request
        }
        guard let request else {
            if isSent { broadcast.send(.updated(transaction)) }
            return
        }
        do throws(IAPError) {
            let result = try PurchaseResult(of: request.payment, answeredBy: transaction, isNew: isNew)
            broadcast.send(.updated(transaction))
            request.end(.success(result))
        } catch {
            var failed = transaction
            failed.error = error
            broadcast.send(isNew ? .updated(transaction) : .failed(failed))
            request.end(.failure(error))
        }
    }

    private func endRequest(
        of transaction: PaymentTransaction,
        _ result: Result<PurchaseResult, IAPError>,
        sending event: PaymentQueueEvent?,
        always: Bool
    ) {
        let request = state.withLock { $0.requests.close(endedBy: transaction) }
        if let event, always || request != nil { broadcast.send(event) }
        request?.end(result.mapError { $0 })
    }

    private func suspendRequest(_ transaction: PaymentTransaction) {
        let request = state.withLock { $0.requests.suspend(by: transaction) }
        broadcast.send(.updated(transaction))
        request?.end(.success(.pending(transaction)))
    }

    private func leave(_ transaction: PaymentTransaction) {
        // Beside another SDK that finishes transactions, this queue has no more to do with them.
        if options.finishesWhatItDelivers { broadcast.send(.finished(transaction)) }
        let removed = state.withLock { $0.transactions.remove(transaction.transactionIdentifier) }
        if removed != nil { broadcast.send(.removed(transaction)) }
    }
}

extension PaymentTransactionState {
    var isPaid: Bool { self == .purchased || self == .restored }
}
