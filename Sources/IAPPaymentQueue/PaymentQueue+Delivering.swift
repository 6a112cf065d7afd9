import IAPCore
import IAPPersistence

/// Giving what a transaction bought, and taking it back.
extension PaymentQueue {
    func credits(for transaction: PaymentTransaction) throws -> [Credit] {
        let product = transaction.productIdentifier
        guard ProductType.known.contains(transaction.productType) else {
            throw IAPError(
                .unsupported,
                """
                \(product) is of the kind “\(transaction.productType.rawValue)”, which this version of the SDK does not \
                know. Update the SDK; the transaction is kept until then.
                """,
                productIdentifier: product,
                transactionIdentifier: transaction.transactionIdentifier
            )
        }
        guard let credit = credits[product] else {
            // Finishing it would take the money for nothing, since a consumable never comes back.
            guard
                transaction.productType != .consumable || deliveryHandler != nil || !finishesTransactions
                    || isGiven(transaction.transactionIdentifier)
            else {
                throw IAPError(
                    .deliveryNotConfigured,
                    """
                    \(product) is a consumable without a credit, and there is no delivery handler. Give the store a credit for \
                    this identifier, or a handler; the transaction is kept until then.
                    """,
                    productIdentifier: product,
                    transactionIdentifier: transaction.transactionIdentifier
                )
            }
            return []
        }
        let (amount, isTooLarge) = credit.amount.multipliedReportingOverflow(by: transaction.quantity)
        return [try Credit(isTooLarge ? .max : amount, of: credit.unit)]
    }

    /// Whether nothing is left to give, or the ledger itself has given something.
    private func isGiven(_ identifier: TransactionIdentifier) -> Bool {
        ledger.transaction(identifier).map { $0.isFulfilled || !$0.credits.isEmpty } ?? false
    }

    func deliver(_ record: RecordedTransaction, isNew: Bool) async throws {
        let transaction = record.transaction
        // Another process on the same ledger may have delivered what it recorded.
        if !isNew {
            try await ledger.refresh()
            if ledger.transaction(transaction.transactionIdentifier)?.isFulfilled == true { return }
        }
        try await handle(
            Delivery(
                kind: .grant,
                transaction: transaction,
                credits: record.lastGrant,
                grantNumber: record.grantNumber
            )
        )
        try await ledger.markDelivered(transaction.transactionIdentifier)
        // Another process may have heard of a refund, and withdrawn it, while the handler was giving.
        if let record = ledger.transaction(transaction.transactionIdentifier), record.isRevoked {
            try await withdraw(record, record.transaction)
        }
    }

    func withdraw(_ record: RecordedTransaction, _ transaction: PaymentTransaction) async throws {
        try await handle(
            Delivery(
                kind: .withdrawal,
                transaction: transaction,
                credits: record.revokedCredits,
                grantNumber: record.grantNumber
            )
        )
        try await ledger.markRevocationDelivered(transaction.transactionIdentifier)
    }

    /// Has the handler take back what it has yet to, since it is about to give it again.
    func withdraw(beforeReinstating transaction: PaymentTransaction) async throws {
        guard deliversPurchases, let known = ledger.transaction(transaction.transactionIdentifier) else { return }
        if transaction.isNewer(than: known.transaction) {
            // Another process may have recorded the refund that this reverses.
            try await ledger.refresh()
        }
        guard let record = ledger.transaction(transaction.transactionIdentifier), !record.isRevocationDelivered,
            record.isReinstated(by: transaction)
        else { return }
        try await withdraw(record, record.transaction)
        if let record = ledger.transaction(transaction.transactionIdentifier) { broadcast.send(.revoked(record)) }
    }

    private func handle(_ delivery: Delivery) async throws {
        guard let deliveryHandler else { return }
        do {
            try await deliveryHandler.deliver(delivery)
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
}
