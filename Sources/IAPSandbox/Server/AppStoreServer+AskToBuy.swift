import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// How long a request waits for an answer, by an Apple answer: https://developer.apple.com/forums/thread/706277
    static let approvalInterval: TimeInterval = 24 * 60 * 60

    /// Defers a payment until somebody approves. Asking again for the same product joins the earlier request and gives
    /// it another day (same source). A consumable comes to one device alone, so that each device asks for its own.
    mutating func askToBuy(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String,
        answering request: UUID?
    ) {
        let deadline = now.addingTimeInterval(Self.approvalInterval)
        let pending = history.accounts[account].askedToBuy.first {
            guard let record = history.accounts[account][$0] else { return false }
            return record.common.payment.productIdentifier == definition.productIdentifier
                && (definition.type != .consumable || record.device == device)
        }
        if let pending, let transaction = history.accounts[account][pending]?.transaction {
            history.accounts[account].askedToBuy.removeAll { $0 == pending }
            history.accounts[account].askedToBuy.append(pending)
            history.accounts[account].change(pending) { $0.obstacle = .approval(until: deadline) }
            agenda.add(Agenda.Entry(date: deadline, account: account, what: .approval(pending.number)))
            announce(transaction, answering: request, to: device)
            deliver(pending, answering: request, to: device)
            return
        }
        let transaction = transaction(nextIdentifier(), payment, for: definition, .deferred)
        announce(transaction, answering: request, to: device)
        record(
            TransactionRecord(
                transaction: transaction,
                device: device,
                requestIdentifier: request,
                obstacle: .approval(until: deadline)
            )
        )
        history.accounts[account].askedToBuy.append(transaction.id)
        agenda.add(Agenda.Entry(date: deadline, account: account, what: .approval(transaction.id.number)))
        deliver(transaction.id, answering: request)
    }

    mutating func approveAskToBuy(_ identifier: TransactionIdentifier) throws {
        let record = try pendingRecord(identifier)
        let payment = record.transaction.payment
        guard let definition = productForSale(payment.productIdentifier) else {
            throw IAPError(
                .productNotAvailable,
                "“\(payment.productIdentifier)” is no longer sold. Put it on sale again, or decline.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        history.accounts[account].askedToBuy.removeAll { $0 == identifier }
        if definition.type != .consumable,
            earlierTransaction(answering: payment, for: definition, on: record.device) != nil
        {
            // The customer came to have it in the meantime.
            forget { $0 == identifier }
        }
        complete(
            payment,
            for: definition,
            on: record.device,
            answering: record.requestIdentifier,
            as: identifier
        )
    }

    mutating func declineAskToBuy(_ identifier: TransactionIdentifier) throws {
        _ = try pendingRecord(identifier)
        endAskToBuy(identifier, "The purchase was not approved. The customer may ask again.")
    }

    /// Ends a request that nobody answered in time.
    mutating func lapseAskToBuy(_ identifier: TransactionIdentifier) {
        endAskToBuy(identifier, "Nobody approved the purchase within 24 hours. The customer may ask again.")
    }

    private mutating func endAskToBuy(_ identifier: TransactionIdentifier, _ message: String) {
        guard let record = history.accounts[account][identifier] else { return }
        history.accounts[account].askedToBuy.removeAll { $0 == identifier }
        let date = now
        history.accounts[account].change(identifier) { record in
            record.obstacle = nil
            record.requestIdentifier = nil
            record.transaction.transactionState = .failed
            record.transaction.transactionDate = date
            record.transaction.error = IAPError(
                .purchaseDeclined,
                message,
                productIdentifier: record.transaction.productIdentifier
            )
        }
        deliver(identifier, answering: record.requestIdentifier)
    }

    private mutating func pendingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
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
