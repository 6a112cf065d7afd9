import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Keeps the transaction of a period that begins.
    mutating func recordPeriod(
        ofSubscriptionAt index: Int,
        _ definition: ProductDefinition,
        _ charge: Charge,
        _ identifier: TransactionIdentifier,
        _ device: String?,
        _ reason: PaymentTransaction.Reason
    ) {
        let previous = history.accounts[account].subscriptions[index].latestTransaction
        changeSubscription(at: index) { subscription in
            subscription.phase = .active
            subscription.expirationReason = nil
            subscription.productIdentifier = definition.productIdentifier
            subscription.latestTransaction = identifier
            subscription.runningOffer = charge.runningOffer
            subscription.committedPayments = charge.committedPayments
        }
        let subscription = history.accounts[account].subscriptions[index]
        var transaction = transaction(
            identifier,
            reason == .renewal ? subscription.payment.renewing(definition.productIdentifier) : subscription.payment,
            for: definition,
            .purchased
        )
        transaction.originalTransactionIdentifier = subscription.originalTransactionIdentifier
        transaction.originalPurchaseDate = subscription.originalPurchaseDate
        transaction.expirationDate = subscription.expirationDate
        transaction.reason = reason
        transaction.price = charge.price
        if let offer = charge.offer {
            transaction.offerType = offer.type
            transaction.offerIdentifier = offer.id
        }
        let similar = history.accounts[account][previous]
        record(TransactionRecord(transaction: transaction, like: similar, device: device))
    }

    /// Makes subscriptions fit the records that are left.
    mutating func forgetPeriods() {
        let account = history.accounts[account]
        history.accounts[self.account].subscriptions = account.subscriptions.compactMap { subscription in
            guard account[subscription.latestTransaction] == nil else { return subscription }
            let latest = account.records.last {
                $0.common.originalTransactionIdentifier == subscription.originalTransactionIdentifier
            }
            guard let transaction = latest?.transaction, let expirationDate = transaction.expirationDate else {
                return nil
            }
            var subscription = subscription
            subscription.latestTransaction = transaction.id
            subscription.productIdentifier = transaction.productIdentifier
            subscription.end(at: expirationDate)
            subscription.phase = .active
            if expirationDate <= now {
                subscription.phase = .expired
                subscription.willAutoRenew = false
            }
            return subscription
        }
        planAhead()
    }
}

extension SandboxSubscription {
    /// The product of the next period: a commitment is paid before a change of plan.
    var nextProduct: ProductIdentifier { committedPayments > 0 ? productIdentifier : autoRenewPreference }
}

extension Payment {
    /// The same wishes for another period, maybe of another product: a renewal keeps the buyer's account, and answers
    /// no submission.
    fileprivate func renewing(_ product: ProductIdentifier) -> Payment {
        // A quantity of 1 and a product of the catalog are always taken.
        let other =
            product == productIdentifier
            ? nil
            : try? Payment(
                productIdentifier: product,
                applicationUsername: applicationUsername,
                appAccountToken: appAccountToken
            )
        var payment = other ?? self
        payment.offer = nil
        payment.billingPlan = billingPlan
        return payment.identified(by: nil)
    }
}
