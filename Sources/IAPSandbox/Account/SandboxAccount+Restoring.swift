import IAPCore

extension SandboxAccount {
    /// What the account owns: each non-consumable, the running period of each subscription, the latest purchase of each
    /// non-renewing subscription; without what a device has yet to finish. By date, then by identifier.
    func restorableTransactions(
        applicationUsername: String?,
        on device: String,
        in store: StoreContext
    ) -> [PaymentTransaction] {
        let queued = Set(queue(of: device, in: store).map(\.id))
        let running = Set(subscriptions.filter(\.givesAccess).map(\.latestTransaction))
        var latestByProduct: [ProductIdentifier: PaymentTransaction] = [:]
        var found: [PaymentTransaction] = []
        for record in records where record.isInForce {
            let transaction = record.transaction
            if let applicationUsername, transaction.payment.applicationUsername != applicationUsername { continue }
            switch transaction.productType {
            case .nonConsumable, .nonRenewable: latestByProduct[transaction.productIdentifier] = transaction
            case .autoRenewable:
                if running.contains(transaction.id) || record.isShared(at: store.now) { found.append(transaction) }
            default: continue
            }
        }
        return (found + latestByProduct.values)
            .filter { !queued.contains($0.id) }
            .sorted { ($0.transactionDate, $0.id.number) < ($1.transactionDate, $1.id.number) }
            .map { transaction in
                var restored = transaction
                restored.transactionState = .restored
                return store.seen(restored, answering: nil)
            }
    }

    /// Restores what the account owns.
    ///
    /// - Returns: What the restore ends with; the rest is sent as updates.
    /// - Throws: The simulated error of `appStoreSync`.
    func restore(
        applicationUsername: String?,
        on device: String,
        in store: inout StoreContext
    ) throws -> [PaymentTransaction] {
        if let error = store.settings.simulatedErrors[.appStoreSync] { throw error }
        let faults = store.settings.faults
        let restored = restorableTransactions(applicationUsername: applicationUsername, on: device, in: store)
            .map { transaction in
                var transaction = transaction
                if faults.contains(.restoresUnderNewIdentifiers) {
                    transaction.originalTransactionIdentifier = transaction.transactionIdentifier
                    transaction.transactionIdentifier = store.nextIdentifier()
                }
                if faults.contains(.withholdsOriginal) { transaction.originalTransactionIdentifier = nil }
                return transaction
            }
        guard faults.contains(.endsRestoreFirst) else { return restored }
        for transaction in restored { store.send(.transaction(transaction), to: device) }
        return []
    }
}
