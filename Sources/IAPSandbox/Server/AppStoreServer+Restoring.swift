import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Ends a restore.
    ///
    /// - Returns: What the restore ends with; the rest is told.
    mutating func restore(applicationUsername: String?, on device: String) throws -> [PaymentTransaction] {
        signInPromptCount += 1
        guard !isSignedOut(device) else {
            throw IAPError(.paymentCancelled, "The customer did not sign in. They may try again.")
        }
        if let error = settings.simulatedErrors[.appStoreSync] { throw error }
        var restored = restorableTransactions(applicationUsername: applicationUsername, on: device)
        for index in restored.indices {
            if settings.faults.contains(.restoresUnderNewIdentifiers) {
                restored[index].originalTransactionIdentifier = restored[index].transactionIdentifier
                restored[index].transactionIdentifier = nextIdentifier()
            }
            if settings.faults.contains(.withholdsOriginal) { restored[index].originalTransactionIdentifier = nil }
        }
        guard settings.faults.contains(.endsRestoreFirst) else { return restored }
        for transaction in restored { tell(device, .transaction(transaction)) }
        return []
    }

    /// What the account owns: each non-consumable, the running period of each subscription, the latest purchase of each
    /// non-renewing subscription. By date, then by identifier.
    mutating func restorableTransactions(applicationUsername: String?, on device: String) -> [PaymentTransaction] {
        guard !isSignedOut(device) else { return [] }
        use(accountOf: device)
        let unfinished = Set(queue(of: device).map(\.id))
        let running = Set(history.accounts[account].subscriptions.filter(\.givesAccess).map(\.latestTransaction))
        var latestByProduct: [ProductIdentifier: PaymentTransaction] = [:]
        var found: [PaymentTransaction] = []
        for record in history.accounts[account].records where record.isInForce {
            let transaction = record.transaction
            if let applicationUsername, transaction.payment.applicationUsername != applicationUsername { continue }
            switch transaction.productType {
            case .autoRenewable:
                if running.contains(transaction.id) || record.isSharedNow(at: now) { found.append(transaction) }
            case .nonConsumable, .nonRenewable: latestByProduct[transaction.productIdentifier] = transaction
            default: continue
            }
        }
        return (found + latestByProduct.values)
            .filter { !unfinished.contains($0.id) }
            .sorted { ($0.transactionDate, $0.id.number) < ($1.transactionDate, $1.id.number) }
            .map { transaction in
                var restored = transaction
                restored.transactionState = .restored
                return seen(restored, answering: nil)
            }
    }
}
