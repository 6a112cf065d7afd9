import Foundation
import IAPCore

extension SandboxAccount {
    /// How long a request waits for an answer, by an Apple answer: https://developer.apple.com/forums/thread/706277
    private static let approvalInterval: TimeInterval = 24 * 60 * 60

    /// Defers a payment until it is approved. Asking again for the same product joins the earlier request and gives
    /// it another day (same source). A consumable comes to one device alone, so that each device asks for its own.
    mutating func askToBuy(_ purchase: Purchase, in store: inout StoreContext) {
        let deadline = store.now.addingTimeInterval(Self.approvalInterval)
        let pending = records.last { record in
            record.isPendingAskToBuyConfirmation && record.transaction.productIdentifier == purchase.product.id
                && (purchase.product.type != .consumable || record.device == purchase.device)
        }
        if let pending {
            askedToBuy.removeAll { $0 == pending.id }
            askedToBuy.append(pending.id)
            change(pending.id, in: &store) { $0.pendingAction = .approval(until: deadline) }
            announce(pending.transaction, for: purchase, in: &store)
            return deliver(pending.id, answering: purchase, in: &store)
        }
        let transaction = newTransaction(store.nextIdentifier(), purchase, .deferred, in: store)
        announce(transaction, for: purchase, in: &store)
        var record = TransactionRecord(transaction: transaction, device: purchase.device)
        record.requestIdentifier = purchase.request
        record.pendingAction = .approval(until: deadline)
        add(record, in: &store)
        askedToBuy.append(transaction.id)
        deliver(transaction.id, request: purchase.request, in: &store)
    }

    mutating func approveAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let purchase = try pendingRecord(identifier).pendingPurchase(in: store)
        askedToBuy.removeAll { $0 == identifier }
        if purchase.product.type != .consumable, earlierTransaction(answering: purchase, in: store) != nil {
            // The customer came to have it in the meantime.
            forget([identifier])
        }
        removeRecord(identifier)
        complete(purchase, as: identifier, in: &store)
    }

    mutating func declineAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        _ = try pendingRecord(identifier)
        endAskToBuy(identifier, "The purchase was not approved. The customer may ask again.", in: &store)
    }

    /// Ends a request that was not answered in time.
    mutating func lapseAskToBuy(_ identifier: TransactionIdentifier, in store: inout StoreContext) {
        let message = "The purchase was not approved within 24 hours. The customer may ask again."
        endAskToBuy(identifier, message, in: &store)
    }

    private mutating func endAskToBuy(
        _ identifier: TransactionIdentifier,
        _ message: String,
        in store: inout StoreContext
    ) {
        let request = record(identifier)?.requestIdentifier
        askedToBuy.removeAll { $0 == identifier }
        let date = store.now
        change(identifier, in: &store) { record in
            let product = record.transaction.productIdentifier
            record.pendingAction = nil
            record.requestIdentifier = nil
            record.transaction.transactionState = .failed
            record.transaction.transactionDate = date
            record.transaction.error = IAPError(.purchaseDeclined, message, productIdentifier: product)
        }
        deliver(identifier, request: request, in: &store)
    }

    private func pendingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        let record = try existingRecord(identifier)
        guard record.isPendingAskToBuyConfirmation else {
            throw IAPError.invalidAction(
                identifier,
                "Transaction \(identifier) does not wait for approval. Pick one with isPendingAskToBuyConfirmation."
            )
        }
        return record
    }
}
