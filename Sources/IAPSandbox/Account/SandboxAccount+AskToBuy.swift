import Foundation
import IAPCore
import IAPStoreKitFile

extension SandboxAccount {
    /// How long a request waits for an answer, by an Apple answer: https://developer.apple.com/forums/thread/706277
    private static let approvalInterval: TimeInterval = 24 * 60 * 60

    /// Defers a payment until it is approved. Asking again for the same product joins the earlier request and gives
    /// it another day (same source). A consumable comes to one device alone, so that each device asks for its own.
    mutating func askToBuy(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String,
        answering request: UUID?,
        in store: inout StoreContext
    ) {
        let deadline = store.now.addingTimeInterval(Self.approvalInterval)
        store.expectAction(at: deadline)
        let pending = records.latest(of: definition.productIdentifier) { record in
            record.isPendingAskToBuyConfirmation && (definition.type != .consumable || record.device == device)
        }
        if let pending {
            askedToBuy.removeAll { $0 == pending.id }
            askedToBuy.append(pending.id)
            change(pending.id, in: &store) { $0.pendingAction = .approval(until: deadline) }
            announce(pending.transaction, answering: request, to: device, in: &store)
            deliver(pending.id, answering: request, to: device, in: &store)
            return
        }
        let transaction = store.transaction(
            store.nextIdentifier(),
            payment,
            for: definition,
            .deferred,
            account: self
        )
        announce(transaction, answering: request, to: device, in: &store)
        record(
            TransactionRecord(
                transaction: transaction,
                device: device,
                requestIdentifier: request,
                pendingAction: .approval(until: deadline)
            ),
            in: &store
        )
        askedToBuy.append(transaction.id)
        deliver(transaction.id, answering: request, in: &store)
    }

    mutating func approveAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let record = try pendingRecord(identifier)
        let payment = record.transaction.payment
        guard let definition = store.productForSale(payment.productIdentifier) else {
            throw IAPError(
                .productNotAvailable,
                "“\(payment.productIdentifier)” is no longer sold. Put it on sale again, or decline.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        askedToBuy.removeAll { $0 == identifier }
        if definition.type != .consumable,
            earlierTransaction(answering: payment, for: definition, on: record.device, in: store) != nil
        {
            // The customer came to have it in the meantime.
            forget([identifier])
        }
        complete(
            payment,
            for: definition,
            on: record.device,
            answering: record.requestIdentifier,
            as: identifier,
            in: &store
        )
    }

    mutating func declineAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        _ = try pendingRecord(identifier)
        endAskToBuy(identifier, "The purchase was not approved. The customer may ask again.", in: &store)
    }

    /// Ends a request that was not answered in time.
    mutating func lapseAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) {
        endAskToBuy(
            identifier,
            "Nobody approved the purchase within 24 hours. The customer may ask again.",
            in: &store
        )
    }

    private mutating func endAskToBuy(
        _ identifier: TransactionIdentifier,
        _ message: String,
        in store: inout StoreContext
    ) {
        guard let record = records[identifier] else { return }
        askedToBuy.removeAll { $0 == identifier }
        let date = store.now
        change(identifier, in: &store) { record in
            record.pendingAction = nil
            record.requestIdentifier = nil
            record.transaction.transactionState = .failed
            record.transaction.transactionDate = date
            record.transaction.error = IAPError(
                .purchaseDeclined,
                message,
                productIdentifier: record.transaction.productIdentifier
            )
        }
        deliver(identifier, answering: record.requestIdentifier, in: &store)
    }

    private func pendingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        let record = try existingRecord(identifier)
        guard record.isPendingAskToBuyConfirmation else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) does not wait for approval. Pick one with isPendingAskToBuyConfirmation.",
                transactionIdentifier: identifier
            )
        }
        return record
    }
}
