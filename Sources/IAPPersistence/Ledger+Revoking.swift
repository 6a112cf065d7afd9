package import IAPCore

extension Ledger {
    /// Records that the store revoked a transaction, and takes what is left of its credits from the balances.
    ///
    /// A transaction that was never recorded is recorded as revoked, granting nothing, so that it never counts later,
    /// unless the store reverses that.
    ///
    /// - Parameter hasHandler: Whether a delivery handler has to deal with the revocation; otherwise that counts as
    ///   delivered with this call.
    /// - Returns: Its record, with the credits that were revoked; `nil` when the transaction was revoked before, or the store has
    ///   said since (``PaymentTransaction/signedDate``) that it is not.
    /// - Throws: ``IAPError`` with code `invalidAction` when the transaction is not of the ledger's environment,
    ///   `storageFailed` when it could not be made durable. Nothing counts then.
    package func revoke(_ transaction: PaymentTransaction, hasHandler: Bool) async throws -> RecordedTransaction? {
        try transaction.checkHasIdentifier()
        let transaction = transaction.normalized
        return try await journal.commit { [clock] state in
            try state.checkEnvironment(of: transaction)
            let known = state.record(of: transaction)
            let now = state.now(by: clock)
            var facts = known.map { $0.transaction.updated(with: transaction) } ?? transaction
            if let known {
                guard !known.transaction.isNewer(than: transaction) else { return nil }
                guard !known.isRevoked else {
                    // Revoked once more, after a reversal that did not arrive: it must not count when it comes late.
                    if facts != known.transaction { state.append(LedgerEntry(.updated(facts), date: now)) }
                    return nil
                }
                facts.signedDate = transaction.signedDate
            }
            let identifier = facts.transactionIdentifier
            let revoked = try state.left(of: known?.credits ?? [], from: known?.account)
            state.append(LedgerEntry(.revoked(facts, credits: revoked), date: now))
            // What was never recorded was never given.
            if known == nil || !hasHandler { state.append(LedgerEntry(.revocationDelivered(identifier), date: now)) }
            return try state.recordToBe(identifier)
        }
    }

    /// Records that the app's delivery handler has dealt with a revocation. Once is enough.
    ///
    /// - Throws: ``IAPError`` with code `transactionNotFound` when it was never recorded, `invalidAction` when it is
    ///   not revoked, `storageFailed`.
    package func markRevocationDelivered(_ identifier: TransactionIdentifier) async throws {
        try await journal.commit { [clock] state in
            let record = try state.recordToBe(identifier)
            guard record.isRevoked else {
                throw IAPError(
                    .invalidAction,
                    "Transaction \(identifier) was not revoked, so its revocation cannot have been delivered. Revoke it first.",
                    transactionIdentifier: identifier
                )
            }
            guard !record.isRevocationDelivered else { return }
            state.append(LedgerEntry(.revocationDelivered(record.identifier), date: state.now(by: clock)))
        }
    }
}

extension LedgerState {
    /// Which part of credits the balances still hold.
    fileprivate func left(of credits: [Credit], from account: String?) throws -> [Credit] {
        try credits.compactMap { credit in
            let amount = min(credit.amount, balances.amount(of: credit.unit, takenFrom: account))
            return amount > 0 ? try Credit(amount, of: credit.unit) : nil
        }
    }
}
