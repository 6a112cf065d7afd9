package import IAPCore

extension PaymentTransaction {
    /// What is recorded, brought up to a newer revision: each fact as ``facts`` says. An older revision changes nothing.
    func updated(with revision: PaymentTransaction) -> PaymentTransaction {
        guard !isNewer(than: revision) else { return self }
        var transaction = self
        Self.facts.update(&transaction, with: revision)
        // A store signs anew each time. Of a purchase, the later date alone is kept as well: an older refund that comes
        // late must not outrank it. Of a restore it is not, for the ledger would grow with each.
        guard transaction != self || revision.transactionState == .purchased && revision.isNewer(than: self) else {
            return self
        }
        Self.facts.updateSignature(of: &transaction, with: revision)
        return transaction
    }

    /// Whether the store signed this later than `other`, as far as both are dated.
    package func isNewer(than other: PaymentTransaction) -> Bool {
        guard let signedDate, let date = other.signedDate else { return false }
        return signedDate > date
    }
}

// MARK: Checking and reinstating

extension PaymentTransaction {
    /// A revoked transaction, brought up to a newer revision that is not revoked.
    func reinstated(by revision: PaymentTransaction) -> PaymentTransaction {
        var transaction = updated(with: revision)
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.signedDate = revision.signedDate
        transaction.jwsRepresentation = revision.jwsRepresentation ?? jwsRepresentation
        return transaction
    }

    func checkHasIdentifier() throws {
        guard transactionIdentifier.rawValue.isEmpty else { return }
        throw IAPError(
            .invalidAction,
            "A transaction without an identifier cannot be recorded: nothing would distinguish it from another one.",
            productIdentifier: payment.productIdentifier
        )
    }

    func checkIsPaid() throws {
        try checkHasIdentifier()
        guard revocationDate == nil else {
            throw IAPError(
                .invalidAction,
                "Transaction \(transactionIdentifier) was revoked and grants nothing. Revoke it in the ledger instead.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: transactionIdentifier
            )
        }
        guard transactionState == .purchased || transactionState == .restored else {
            throw IAPError(
                .invalidAction,
                "Transaction \(transactionIdentifier) is \(transactionState.rawValue) and grants nothing. Record it once "
                    + "the store says that it is purchased or restored.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: transactionIdentifier
            )
        }
    }
}
