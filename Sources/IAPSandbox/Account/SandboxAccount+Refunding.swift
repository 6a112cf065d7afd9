import Foundation
import IAPCore

extension SandboxAccount {
    /// A refund of the running period ends access at once and renewal with it; of an earlier period, neither.
    mutating func refund(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        guard try existingRecord(identifier).isOwnPurchase else {
            throw IAPError.invalidAction(
                identifier,
                "Transaction \(identifier) cannot be refunded: it is not a purchase, or is refunded already."
            )
        }
        let date = store.now
        change(identifier, in: &store) { record in
            record.transaction.revocationDate = date
            record.transaction.revocationReason = .other
            record.refundedAmount = record.transaction.price
        }
        deliver(identifier, in: &store)
        store.familyChanges.append(identifier)
        guard let index = subscriptionIndex(endingWith: identifier), subscriptions[index].isRunning else { return }
        subscriptions[index].phase = .revoked
        subscriptions[index].wouldRenewUnrefunded = subscriptions[index].willAutoRenew
        subscriptions[index].willAutoRenew = false
        subscriptions[index].expirationReason = nil
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// A refund's reversal leaves the renewal date as it was
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, REFUND_REVERSED). A
    /// period that is over by now stays over.
    mutating func reverseRefund(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        guard try existingRecord(identifier).transaction.revocationDate != nil else {
            throw IAPError.invalidAction(
                identifier,
                "Transaction \(identifier) was not refunded, so there is no refund to reverse."
            )
        }
        change(identifier, in: &store) { record in
            record.transaction.revocationDate = nil
            record.transaction.revocationReason = nil
            record.refundedAmount = nil
        }
        deliver(identifier, in: &store)
        store.familyChanges.append(identifier)
        guard let index = subscriptionIndex(endingWith: identifier), subscriptions[index].phase == .revoked else {
            return
        }
        guard subscriptions[index].expirationDate > store.now else {
            return expire(index, .autoRenewDisabled, in: &store)
        }
        subscriptions[index].phase = .active
        subscriptions[index].willAutoRenew = subscriptions[index].wouldRenewUnrefunded ?? false
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }
}
