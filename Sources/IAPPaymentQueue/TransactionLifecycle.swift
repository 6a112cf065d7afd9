import IAPCore
import IAPPersistence

/// The way of one transaction, as the store reported it once, from there to its end.
///
/// Pure: ``handle(_:)`` decides what follows from an event; ``TransactionProcessor`` carries the effects out, and returns
/// what came of the last one as the next event. A paid transaction is verified, recorded, delivered and finished, in this
/// order; a step that fails leaves it unfinished, to be tried again.
struct TransactionLifecycle: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The store has reported the transaction, and nothing is done yet.
        case received
        /// The store works on the payment.
        case purchasing
        /// The payment waits for an approval, or for the customer.
        case deferred
        case verifying
        /// The delivery handler revokes an earlier grant, since the store has reversed the revocation.
        case revokingBeforeReinstating
        case recording
        case delivering(hasChanged: Bool)
        /// Another process has recorded a revocation while the delivery handler was granting.
        case revokingAfterDelivery(hasChanged: Bool)
        case recordingRevocation
        case deliveringRevocation
        case finishing(Outcome)
        /// A step has failed. The transaction stays unfinished.
        case kept(IAPError)
        case ended
    }

    /// What is reported once the transaction is finished with the store.
    enum Outcome: Hashable, Sendable {
        /// Recorded and delivered; new with `isNew`, or with other facts than before.
        case granted(isNew: Bool, hasChanged: Bool)
        /// A consumable that was restored, which grants nothing.
        case restoredConsumable
        /// With `nil`, the ledger knew of the revocation already.
        case revoked(RecordedTransaction?)
        case failed
        case interrupted(isLate: Bool)
        /// The store reported a failure after the payment, which stays paid.
        case failedAfterPayment(PaymentTransaction)
    }

    /// What the queue and the ledger know before an unpaid transaction is dealt with.
    struct Knowledge: Hashable, Sendable {
        var record: RecordedTransaction?
        /// The transaction as it was paid, where a step failed for it.
        var kept: PaymentTransaction?
        var isRequestOpen = false
        var hasRequestEnded = false
    }

    enum Event: Hashable, Sendable {
        case received(Knowledge)
        /// With what the ledger knows of the transaction already.
        case verified(RecordedTransaction?)
        case recorded(RecordedTransaction, isNew: Bool, hasChanged: Bool)
        /// With the transaction's record, and whether the revocation is new to it.
        case revocationRecorded(RecordedTransaction?, isNew: Bool)
        /// With the transaction's record afterwards; `nil` when another process that shares the ledger has delivered it.
        case delivered(RecordedTransaction?)
        /// With the transaction's record afterwards.
        case revocationDelivered(RecordedTransaction?)
        /// With `false`, the store could not finish it, and reports the transaction again.
        case finished(Bool)
        case stepFailed(IAPError)
    }

    enum Effect: Hashable, Sendable {
        // Steps. Each is the last effect of its event, and ends with an event of its own.
        case verify
        /// With what the ledger knows of the transaction already.
        case record(RecordedTransaction?)
        case recordRevocation
        case deliver(RecordedTransaction, isNew: Bool)
        case deliverRevocation(RecordedTransaction, of: PaymentTransaction)
        case finish

        // Reports, and changes of what the queue holds.
        case send(PaymentQueueEvent)
        /// Ends the request that the transaction answers with its purchase, and sends it to observers if they are to
        /// have it, or a caller waits for it.
        case answer(isNew: Bool, isSent: Bool)
        /// Ends the request that the transaction answers, if one is open, and sends the event: before the caller
        /// continues, and with `always` even when none is open.
        case endRequest(Result<PurchaseResult, IAPError>, sending: PaymentQueueEvent?, always: Bool)
        /// Has the request wait for an approval or for the customer.
        case suspendRequest(PaymentTransaction)
        /// Has the transaction tried again.
        case keep
        /// Removes the transaction from the queue: it was reported too late to mean anything.
        case drop
        /// Puts the transaction into the queue as it was paid.
        case reinsert(PaymentTransaction)
        /// Sends that the transaction is finished and out of the queue.
        case leave
        case warn(String)
    }

    private(set) var state: State
    let transaction: PaymentTransaction
    /// The store's reason for a failure.
    private let failure: IAPError
    private let deliversPurchases: Bool
    private let sendsKnown: Bool

    /// - Parameters:
    ///   - deliversPurchases: Whether this process delivers; otherwise another one on the ledger does.
    ///   - sendsKnown: Whether observers receive a transaction that was delivered before, as after a restore.
    init(
        of transaction: PaymentTransaction,
        in state: State = .received,
        deliversPurchases: Bool = true,
        sendsKnown: Bool = false
    ) {
        self.state = state
        failure =
            transaction.error
            ?? IAPError(
                .unknown,
                "The store failed without a reason. Let the customer try again.",
                productIdentifier: transaction.productIdentifier
            )
        var transaction = transaction
        if transaction.transactionState == .failed { transaction.error = failure }
        self.transaction = transaction
        self.deliversPurchases = deliversPurchases
        self.sendsKnown = sendsKnown
    }

    /// Moves on. An event that the state does not wait for changes nothing.
    mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.received, .received(let known)):
            return begin(known)
        case (.verifying, .verified(let record)):
            return decide(record)
        case (.revokingBeforeReinstating, .revocationDelivered(let record)):
            state = .recording
            return (record.map { [.send(.revoked($0))] } ?? []) + [.record(record)]
        case (.recording, .recorded(let record, let isNew, let hasChanged)):
            // The ledger knows of a revocation, though the store reports the transaction as paid.
            if record.isRevoked { return finish(as: .revoked(nil)) }
            guard !record.isDelivered, deliversPurchases else {
                return finish(as: .granted(isNew: isNew || !record.isDelivered, hasChanged: hasChanged))
            }
            state = .delivering(hasChanged: hasChanged)
            return [.deliver(record, isNew: isNew)]
        case (.delivering(let hasChanged), .delivered(let record)):
            guard let record, record.isRevoked else {
                return finish(as: .granted(isNew: true, hasChanged: hasChanged))
            }
            // Also when the other process has delivered the revocation: this handler may have granted after that.
            state = .revokingAfterDelivery(hasChanged: hasChanged)
            return [.deliverRevocation(record, of: record.transaction)]
        case (.revokingAfterDelivery(let hasChanged), .revocationDelivered):
            return finish(as: .granted(isNew: true, hasChanged: hasChanged))
        case (.recordingRevocation, .revocationRecorded(let record, let isNew)):
            guard deliversPurchases, let record, record.isRevoked, !record.isRevocationDelivered else {
                return finish(as: .revoked(isNew ? record : nil))
            }
            state = .deliveringRevocation
            return [.deliverRevocation(record, of: transaction)]
        case (.deliveringRevocation, .revocationDelivered(let record)):
            return finish(as: .revoked(record))
        case (.finishing(let outcome), .finished(let isFinished)):
            state = .ended
            return report(outcome, isFinished: isFinished)
        case (.verifying, .stepFailed(let error)), (.revokingBeforeReinstating, .stepFailed(let error)),
            (.recording, .stepFailed(let error)), (.delivering, .stepFailed(let error)),
            (.revokingAfterDelivery, .stepFailed(let error)), (.recordingRevocation, .stepFailed(let error)),
            (.deliveringRevocation, .stepFailed(let error)):
            state = .kept(error)
            var failed = transaction
            failed.error = error
            return [.keep, .endRequest(.failure(error), sending: .failed(failed), always: true)]
        default:
            return []
        }
    }

    private mutating func begin(_ known: Knowledge) -> [Effect] {
        switch transaction.transactionState {
        case .purchasing:
            // A purchase of what is owned begins with the transaction that is known, under a request that is new.
            let isLate = known.record != nil && !known.isRequestOpen || known.hasRequestEnded
            state = isLate ? .ended : .purchasing
            return isLate ? [.drop] : [.send(.updated(transaction))]
        case .deferred:
            // The store has sold it since, or its request has ended.
            let isLate = known.record != nil || known.hasRequestEnded
            state = isLate ? .ended : .deferred
            return isLate ? [.drop] : [.suspendRequest(transaction)]
        case .failed:
            return fail(known)
        case .purchased, .restored:
            state = .verifying
            return [.verify]
        }
    }

    private mutating func fail(_ known: Knowledge) -> [Effect] {
        // What was paid stays paid, whatever failure the store reports afterwards: only a revocation ends that.
        if let paid = known.kept ?? known.record?.transaction {
            let warning = Effect.warn(
                "The store says that \(paid.transactionIdentifier) failed, which was paid. \(failure)"
            )
            let isDealtWith = known.kept == nil && known.record?.isFulfilled == true
            if isDealtWith { return [warning] + finish(as: .failedAfterPayment(paid)) }
            // Finishing it now would lose what was paid.
            state = .ended
            return [warning] + report(.failedAfterPayment(paid), isFinished: false)
        }
        // The customer may still settle what interrupts the purchase.
        let isInterrupted = failure.code == .purchaseInterrupted
        let isLate = known.record != nil || known.hasRequestEnded
        return finish(as: isInterrupted ? .interrupted(isLate: isLate) : .failed)
    }

    /// Decides what a verified transaction, paid or revoked, needs.
    private mutating func decide(_ record: RecordedTransaction?) -> [Effect] {
        if transaction.revocationDate != nil {
            state = .recordingRevocation
            return [.recordRevocation]
        }
        if transaction.transactionState == .restored, transaction.productType == .consumable {
            let warning = Effect.warn(
                "The store restored \(transaction.productIdentifier), a consumable. It grants nothing."
            )
            // The purchase that it repeats may be unfinished, and a store finishes by identifier.
            if record?.isFulfilled == true { return [warning] + finish(as: .restoredConsumable) }
            state = .ended
            return [warning] + report(.restoredConsumable, isFinished: false)
        }
        if deliversPurchases, let record, !record.isRevocationDelivered, record.isReinstated(by: transaction) {
            state = .revokingBeforeReinstating
            return [.deliverRevocation(record, of: record.transaction)]
        }
        state = .recording
        return [.record(record)]
    }

    private mutating func finish(as outcome: Outcome) -> [Effect] {
        state = .finishing(outcome)
        return [.finish]
    }

    private func report(_ outcome: Outcome, isFinished: Bool) -> [Effect] {
        let leave: [Effect] = isFinished ? [.leave] : []
        switch outcome {
        case .granted(let isNew, let hasChanged):
            let change: [Effect] = hasChanged && !isNew ? [.send(.changed(transaction))] : []
            return [.answer(isNew: isNew, isSent: isNew || sendsKnown)] + change + leave
        case .restoredConsumable:
            return [.answer(isNew: false, isSent: false)] + leave
        case .revoked(let record):
            return (record.map { [.send(.revoked($0))] } ?? []) + [endRequestRevoked] + leave
        case .failed:
            let result: Result<PurchaseResult, IAPError> =
                failure.isCancellation ? .success(.cancelled) : .failure(failure)
            return [.endRequest(result, sending: .failed(transaction), always: true)] + leave
        case .interrupted(let isLate):
            var pending = transaction
            pending.transactionState = .deferred
            return [isLate ? .drop : .suspendRequest(pending)] + leave
        case .failedAfterPayment(let paid):
            return [
                isFinished ? .drop : .reinsert(paid),
                .endRequest(.failure(failure), sending: .failed(transaction), always: false),
            ]
        }
    }

    private var endRequestRevoked: Effect {
        .endRequest(
            .failure(
                IAPError(
                    .productNotAvailable,
                    "The store answered with a purchase that it has revoked. Let the customer buy again.",
                    productIdentifier: transaction.productIdentifier,
                    transactionIdentifier: transaction.transactionIdentifier
                )
            ),
            sending: nil,
            always: false
        )
    }
}
