import IAPCore

/// What a family member has through a buyer. Each member has transactions of its own
/// (https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app).
extension SandboxAccount {
    /// Gets the use of a purchase of another account.
    ///
    /// - Parameter isSent: Whether the member's devices receive it; otherwise a restore brings it.
    mutating func share(_ record: TransactionRecord, isSent: Bool = true, in store: inout StoreContext) {
        let bought = record.transaction
        guard bought.ownershipType == .purchased,
            store.definition(of: bought.productIdentifier)?.isFamilyShareable ?? false
        else { return }
        let group = bought.subscriptionGroupIdentifier
        let earlier = records.last {
            group != nil && $0.transaction.subscriptionGroupIdentifier == group
                && $0.transaction.ownershipType == .familyShared
        }?.transaction
        var transaction = bought
        let id = store.nextIdentifier()
        transaction.transactionIdentifier = id
        transaction.originalTransactionIdentifier = earlier?.originalTransactionIdentifier ?? id
        if bought.productType == .autoRenewable {
            transaction.originalPurchaseDate = earlier?.originalPurchaseDate ?? store.now
        }
        transaction.ownershipType = .familyShared
        transaction.appTransactionIdentifier = appTransactionIdentifier
        transaction.signedDate = nil
        // A member's app knows nothing of the buyer's account.
        if let payment = try? Payment(productIdentifier: bought.productIdentifier) {
            transaction.payment = payment
        }
        add(
            TransactionRecord(transaction: transaction, isFinished: !isSent, sharedTransaction: record.id),
            in: &store
        )
        if isSent { deliver(id, in: &store) }
    }

    /// Loses what the member has through a buyer's transactions. The end of sharing has a date, and no reason
    /// (https://developer.apple.com/documentation/appstoreserverapi/revocationreason).
    mutating func loseShared(_ isMeant: (TransactionIdentifier) -> Bool, in store: inout StoreContext) {
        let date = store.now
        changeShared(isMeant, in: &store) { $0.transaction.revocationDate = date }
    }

    /// Changes what the member has through a buyer's transactions and can use now.
    mutating func changeShared(
        _ isMeant: (TransactionIdentifier) -> Bool,
        in store: inout StoreContext,
        _ body: (inout TransactionRecord) -> Void
    ) {
        for record in records where record.isInForce && record.isShared(at: store.now) {
            guard record.sharedTransaction.map(isMeant) ?? false else { continue }
            change(record.id, in: &store, body)
            deliver(record.id, in: &store)
        }
    }
}
