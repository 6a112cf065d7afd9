import Foundation
import IAPStoreKitFile
import IAPCore

/// https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app
extension AppStoreServer {
    /// Lets an account use what another one has bought and will buy. Each member has transactions of its own.
    mutating func startFamilySharing(from owner: String, with member: String) throws {
        use(account: member)
        let place = account
        use(account: owner)
        guard place != account else {
            throw IAPError(.invalidAction, "An account cannot share with itself. Name another account.")
        }
        guard !history.accounts[account].familyMembers.contains(place) else { return }
        guard history.accounts[account].familyMembers.count < 5 else {
            throw IAPError(.invalidAction, "A purchase is shared with up to five members. Stop sharing with one first.")
        }
        history.accounts[account].familyMembers.append(place)
        let running = history.accounts[account].subscriptions.filter(\.givesAccess).map(\.latestTransaction)
        for record in history.accounts[account].records where record.isInForce {
            let isForGood = record.common.productType == .nonConsumable
            // A non-consumable that was bought before is the member's by restoring alone; a subscription comes by itself.
            if isForGood || running.contains(record.id) { share(record.id, with: place, isTold: !isForGood) }
        }
    }

    mutating func stopFamilySharing(from owner: String, with member: String) {
        use(account: member)
        let place = account
        use(account: owner)
        guard history.accounts[account].familyMembers.contains(place) else { return }
        history.accounts[account].familyMembers.removeAll { $0 == place }
        let date = now
        for record in history.accounts[account].records {
            changeShared(record.id, of: place) { $0.transaction.revocationDate = date }
        }
    }

    /// Gives the family what the account that is dealt with has just bought.
    mutating func shareWithFamily(_ identifier: TransactionIdentifier) {
        for member in history.accounts[account].familyMembers { share(identifier, with: member) }
    }

    /// Takes from the family what the account that is dealt with has lost. The end of sharing has a date, and no reason
    /// (https://developer.apple.com/documentation/appstoreserverapi/revocationreason).
    mutating func unshareFromFamily(_ identifier: TransactionIdentifier) {
        let date = now
        changeShared(identifier) { $0.transaction.revocationDate = date }
    }

    /// Changes what members have through a transaction and can use now, and tells them.
    mutating func changeShared(_ identifier: TransactionIdentifier, _ body: (inout TransactionRecord) -> Void) {
        for member in history.accounts[account].familyMembers { changeShared(identifier, of: member, body) }
    }

    private mutating func changeShared(
        _ identifier: TransactionIdentifier,
        of member: Int,
        _ body: (inout TransactionRecord) -> Void
    ) {
        let date = now
        let shared = history.accounts[member].records.filter {
            $0.sharedTransaction == identifier && $0.isInForce && $0.isSharedNow(at: date)
        }
        let buyer = account
        account = member
        for record in shared {
            history.accounts[member].change(record.id, body)
            deliver(record.id)
        }
        account = buyer
    }

    /// - Parameter isTold: Whether the member's devices hear of it; otherwise a restore brings it.
    private mutating func share(_ identifier: TransactionIdentifier, with member: Int, isTold: Bool = true) {
        guard let record = history.accounts[account][identifier], record.common.ownershipType == .purchased,
            definition(of: record.common.payment.productIdentifier)?.isFamilyShareable ?? false
        else { return }
        let own = history.accounts[member].records.last { other in
            other.common.ownershipType == .familyShared
                && other.common.subscriptionGroupIdentifier == record.common.subscriptionGroupIdentifier
                && record.common.subscriptionGroupIdentifier != nil
        }
        var transaction = record.transaction
        let id = nextIdentifier()
        transaction.transactionIdentifier = id
        transaction.originalTransactionIdentifier = own?.common.originalTransactionIdentifier ?? id
        if record.common.productType == .autoRenewable {
            transaction.originalPurchaseDate = own?.common.originalPurchaseDate ?? now
        }
        transaction.ownershipType = .familyShared
        transaction.appTransactionIdentifier = history.accounts[member].appTransactionIdentifier
        transaction.signedDate = nil
        // A member's app knows nothing of the buyer's account.
        if let payment = try? Payment(productIdentifier: transaction.productIdentifier) {
            transaction.payment = payment
        }
        let buyer = account
        account = member
        var shared = TransactionRecord(transaction: transaction, like: own)
        shared.sharedTransaction = identifier
        shared.isFinished = !isTold
        self.record(shared)
        if isTold { deliver(id) }
        account = buyer
    }
}
