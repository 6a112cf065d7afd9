package import IAPCore

extension PaymentTransaction {
    /// The first purchase of the subscription.
    var subscriptionIdentifier: TransactionIdentifier { originalTransactionIdentifier ?? transactionIdentifier }

    /// What is recorded, brought up to what the store says now.
    ///
    /// Identifiers, state, date and payment stay: a transaction that repeats a purchase has others, and some systems
    /// read a restored quantity back as 1. What the store leaves out this time is kept. A word older than the recorded
    /// one changes nothing.
    func updated(with news: PaymentTransaction) -> PaymentTransaction {
        guard !isSaid(after: news) else { return self }
        var transaction = self
        transaction.originalPurchaseDate = news.originalPurchaseDate ?? originalPurchaseDate
        transaction.expirationDate = news.expirationDate ?? expirationDate
        transaction.revocationDate = news.revocationDate ?? revocationDate
        transaction.revocationReason = news.revocationReason ?? revocationReason
        transaction.ownershipType = news.ownershipType
        transaction.subscriptionGroupIdentifier = news.subscriptionGroupIdentifier ?? subscriptionGroupIdentifier
        transaction.appTransactionIdentifier = news.appTransactionIdentifier ?? appTransactionIdentifier
        transaction.isUpgraded = isUpgraded || news.isUpgraded
        transaction.offerType = news.offerType ?? offerType
        transaction.offerIdentifier = news.offerIdentifier ?? offerIdentifier
        transaction.price = news.price ?? price
        transaction.currencyCode = news.currencyCode ?? currencyCode
        transaction.storefront = news.storefront ?? storefront
        // A store signs anew at each telling. Of a purchase, the later date alone is kept as well: an older refund that
        // comes late must not outrank it. Of a restore it is not, for the ledger would grow with each.
        guard transaction != self || news.transactionState == .purchased && news.isSaid(after: self) else {
            return self
        }
        transaction.signedDate = news.signedDate ?? signedDate
        transaction.jwsRepresentation = news.jwsRepresentation ?? jwsRepresentation
        return transaction
    }

    /// Whether nothing differs but the signature, and whether the account is told.
    func saysTheSame(as other: PaymentTransaction) -> Bool {
        var unsigned = self
        unsigned.signedDate = other.signedDate
        unsigned.jwsRepresentation = other.jwsRepresentation
        unsigned.appTransactionIdentifier = other.appTransactionIdentifier
        return unsigned == other
    }

    /// Whether the store said this later than `other`, as far as both are dated.
    package func isSaid(after other: PaymentTransaction) -> Bool {
        guard let signedDate, let date = other.signedDate else { return false }
        return signedDate > date
    }
}

// MARK: Checking and reinstating

extension PaymentTransaction {
    /// A revoked transaction, brought up to the store's word that it is not.
    func reinstated(by news: PaymentTransaction) -> PaymentTransaction {
        var transaction = updated(with: news)
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.signedDate = news.signedDate
        transaction.jwsRepresentation = news.jwsRepresentation ?? jwsRepresentation
        return transaction
    }

    func checkHasIdentifier() throws {
        guard transactionIdentifier.rawValue.isEmpty else { return }
        throw IAPError(
            .invalidAction,
            "A transaction without an identifier cannot be recorded: it could not be told from another one.",
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
