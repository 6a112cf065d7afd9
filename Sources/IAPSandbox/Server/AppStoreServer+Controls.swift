import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Deals with the account that the transaction belongs to.
    mutating func existingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        try use(accountOf: identifier)
        guard let record = history.accounts[account][identifier] else {
            // The account was chosen for having it.
            preconditionFailure("Transaction \(identifier) is not where it was found")
        }
        return record
    }

    /// Every account's transactions, by identifier.
    func allTransactions() -> [SandboxTransaction] {
        history.accounts.flatMap(\.sandboxTransactions)
            .sorted { $0.identifier.number < $1.identifier.number }
    }

    /// Buys outside the app. What the customer has already is not bought again.
    mutating func buyOutsideApp(_ payment: Payment, _ accountName: String) throws {
        use(account: accountName)
        let identifier = payment.productIdentifier
        guard let definition = productForSale(identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store does not sell “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        try checkOffer(of: payment, for: definition)
        complete(payment.identified(by: nil), for: definition, on: nil, answering: nil)
    }

    /// Clears an interruption: the purchase that failed comes as a new transaction.
    mutating func resolveIssue(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        if let index = history.accounts[account].subscriptions.firstIndex(where: {
            $0.isInBillingRetry && $0.originalTransactionIdentifier == record.common.originalTransactionIdentifier
        }) {
            return try recover(index)
        }
        guard record.obstacle == .interruption else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) has no issue. Pick one with hasPurchaseIssue.",
                transactionIdentifier: identifier
            )
        }
        let payment = record.transaction.payment
        guard let definition = productForSale(payment.productIdentifier) else {
            throw IAPError(
                .productNotAvailable,
                "“\(payment.productIdentifier)” is no longer sold. Put it on sale again.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        history.accounts[account].change(identifier) { record in
            record.obstacle = nil
            record.requestIdentifier = nil
        }
        complete(payment, for: definition, on: record.device, answering: record.requestIdentifier)
    }

    mutating func refund(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        guard record.isInForce, record.common.ownershipType == .purchased else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) cannot be refunded: it is not a purchase, or is refunded already.",
                transactionIdentifier: identifier
            )
        }
        let date = now
        history.accounts[account].change(identifier) { record in
            record.transaction.revocationDate = date
            record.transaction.revocationReason = .other
            record.refundedAmount = record.common.price
        }
        deliver(identifier)
        unshareFromFamily(identifier)
        revokeSubscription(whoseLatestTransactionIs: identifier)
    }

    mutating func reverseRefund(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        guard record.transaction.revocationDate != nil else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) was not refunded, so there is no refund to reverse.",
                transactionIdentifier: identifier
            )
        }
        history.accounts[account].change(identifier) { record in
            record.transaction.revocationDate = nil
            record.transaction.revocationReason = nil
            record.refundedAmount = nil
        }
        deliver(identifier)
        shareWithFamily(identifier)
        resumeSubscription(whoseLatestTransactionIs: identifier)
    }

    /// Removes a transaction; the first one of a subscription together with the rest.
    mutating func delete(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        let isSubscription = record.common.productType == .autoRenewable
        var removed: Set<TransactionIdentifier> = [identifier]
        if isSubscription {
            for other in history.accounts[account].records
            where other.common.originalTransactionIdentifier == identifier {
                removed.insert(other.id)
            }
        }
        forget { removed.contains($0) }
        if isSubscription { forgetPeriods() }
    }

    mutating func clear() {
        for index in history.accounts.indices {
            let earlier = history.accounts[index]
            history.accounts[index] = SandboxAccount(name: earlier.name)
            history.accounts[index].familyMembers = earlier.familyMembers
            history.accounts[index].absentDevices = earlier.absentDevices
            history.accounts[index].removeFromAbsentQueues { _ in true }
        }
        removeFromQueues { _ in true }
        agenda = Agenda()
    }

    /// Removes records, and whatever waits for devices of them.
    mutating func forget(where isForgotten: (TransactionIdentifier) -> Bool) {
        history.accounts[account].removeRecords { isForgotten($0.id) }
        history.accounts[account].askedToBuy.removeAll(where: isForgotten)
        history.accounts[account].removeFromAbsentQueues(where: isForgotten)
        removeFromQueues(where: isForgotten)
    }

    /// How many units were paid for, refunded ones included. A free trial is not paid for.
    func chargedQuantity(of identifier: ProductIdentifier) -> Int {
        history.accounts.lazy.flatMap(\.records).reduce(0) { sum, record in
            let transaction = record.common
            guard transaction.productIdentifier == identifier, record.isPurchased,
                transaction.ownershipType == .purchased,
                transaction.offerType == nil || transaction.price != 0
            else { return sum }
            return sum + transaction.quantity
        }
    }
}
