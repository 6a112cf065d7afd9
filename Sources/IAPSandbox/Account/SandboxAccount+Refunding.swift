import Foundation
import IAPCore

extension SandboxAccount {
    mutating func refund(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let record = try existingRecord(identifier)
        guard record.isInForce, record.transaction.ownershipType == .purchased else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) cannot be refunded: it is not a purchase, or is refunded already.",
                transactionIdentifier: identifier
            )
        }
        let date = store.now
        change(identifier, in: &store) { record in
            record.transaction.revocationDate = date
            record.transaction.revocationReason = .other
            record.refundedAmount = record.transaction.price
        }
        deliver(identifier, in: &store)
        store.notifyFamily(.revoked(identifier))
        revokeSubscription(endingWith: identifier, in: &store)
    }

    mutating func reverseRefund(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        guard try existingRecord(identifier).transaction.revocationDate != nil else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) was not refunded, so there is no refund to reverse.",
                transactionIdentifier: identifier
            )
        }
        change(identifier, in: &store) { record in
            record.transaction.revocationDate = nil
            record.transaction.revocationReason = nil
            record.refundedAmount = nil
        }
        deliver(identifier, in: &store)
        store.notifyFamily(.bought(identifier))
        resumeSubscription(endingWith: identifier, in: &store)
    }

    /// A refund of the running period ends access at once and renewal with it; of an earlier period, neither.
    private mutating func revokeSubscription(
        endingWith identifier: TransactionIdentifier,
        in store: inout StoreContext
    ) {
        guard let index = subscriptionIndex(endingWith: identifier), subscriptions[index].dueDate != nil else { return }
        changeSubscription(at: index, in: &store) { subscription in
            subscription.phase = .revoked
            subscription.wouldRenewUnrefunded = subscription.willAutoRenew
            subscription.willAutoRenew = false
            subscription.expirationReason = nil
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }

    /// A refund's reversal leaves the renewal date as it was
    /// (https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, REFUND_REVERSED). A
    /// period that is over by now stays over.
    private mutating func resumeSubscription(
        endingWith identifier: TransactionIdentifier,
        in store: inout StoreContext
    ) {
        guard let index = subscriptionIndex(endingWith: identifier), subscriptions[index].phase == .revoked else {
            return
        }
        guard subscriptions[index].expirationDate > store.now else {
            return expire(index, .autoRenewDisabled, in: &store)
        }
        changeSubscription(at: index, in: &store) { subscription in
            subscription.phase = .active
            subscription.willAutoRenew = subscription.wouldRenewUnrefunded ?? false
        }
        sendRenewal(ofSubscriptionAt: index, in: &store)
    }
}
