import Foundation
import IAPCatalog
import IAPCore

extension AppStoreServer {
    func existingRecord(_ identifier: TransactionIdentifier) throws -> TransactionRecord {
        guard let record = history.account[identifier] else {
            throw IAPError(
                .transactionNotFound,
                "The sandbox has no transaction \(identifier). Take an identifier from allTransactions().",
                transactionIdentifier: identifier
            )
        }
        return record
    }

    /// Buys outside the app. What the customer has already is not bought again.
    mutating func buyOutsideApp(_ identifier: ProductIdentifier) throws {
        guard let definition = productForSale(identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store does not sell “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        complete(try Payment(productIdentifier: identifier), for: definition, on: nil, answering: nil)
    }

    /// Clears an interruption: the purchase that failed comes as a new transaction.
    mutating func resolveIssue(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
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
        history.account.change(identifier) { record in
            record.obstacle = nil
            record.requestIdentifier = nil
        }
        complete(payment, for: definition, on: record.device, answering: record.requestIdentifier)
    }

    mutating func refund(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        guard record.isInForce else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) cannot be refunded: it is not a purchase, or is refunded already.",
                transactionIdentifier: identifier
            )
        }
        let date = now
        history.account.change(identifier) { record in
            record.transaction.revocationDate = date
            record.transaction.revocationReason = .other
        }
        deliver(identifier)
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
        history.account.change(identifier) { record in
            record.transaction.revocationDate = nil
            record.transaction.revocationReason = nil
        }
        deliver(identifier)
        resumeSubscription(whoseLatestTransactionIs: identifier)
    }

    /// Removes a transaction; the first one of a subscription together with the rest.
    mutating func delete(_ identifier: TransactionIdentifier) throws {
        let record = try existingRecord(identifier)
        let isSubscription = record.transaction.productType == .autoRenewable
        var removed: Set<TransactionIdentifier> = [identifier]
        if isSubscription {
            for other in history.account.records where other.transaction.originalTransactionIdentifier == identifier {
                removed.insert(other.transaction.id)
            }
        }
        forget { removed.contains($0) }
        if isSubscription { forgetPeriods() }
    }

    mutating func clear() {
        forget { _ in true }
        history.account = SandboxAccount()
    }

    /// Removes records, and whatever waits for devices of them.
    mutating func forget(where isForgotten: (TransactionIdentifier) -> Bool) {
        history.account.removeRecords { isForgotten($0.transaction.id) }
        history.account.askedToBuy.removeAll(where: isForgotten)
        removeFromQueues { isForgotten($0.id) }
    }

    /// What the account owns: each non-consumable, the running period of each subscription, the latest purchase of each
    /// non-renewing subscription. By date, then by identifier.
    func restorableTransactions(applicationUsername: String?, on device: String) -> [PaymentTransaction] {
        let unfinished = Set(queue(of: device).map(\.id))
        let running = Set(history.account.subscriptions.filter { $0.phase == .active }.map(\.latestTransaction))
        var latestByProduct: [ProductIdentifier: PaymentTransaction] = [:]
        var found: [PaymentTransaction] = []
        for record in history.account.records where record.isInForce {
            let transaction = record.transaction
            if let applicationUsername, transaction.payment.applicationUsername != applicationUsername { continue }
            switch transaction.productType {
            case .consumable: continue
            case .autoRenewable: if running.contains(transaction.id) { found.append(transaction) }
            case .nonConsumable, .nonRenewable: latestByProduct[transaction.payment.productIdentifier] = transaction
            }
        }
        return (found + latestByProduct.values)
            .filter { !unfinished.contains($0.id) }
            .sorted { ($0.transactionDate, $0.id.number) < ($1.transactionDate, $1.id.number) }
            .map { transaction in
                var restored = transaction
                restored.transactionState = .restored
                return restored
            }
    }

    /// How many units were paid for, refunded ones included. A free trial is not paid for.
    func chargedQuantity(of identifier: ProductIdentifier) -> Int {
        history.account.records.reduce(0) { sum, record in
            let transaction = record.transaction
            guard transaction.payment.productIdentifier == identifier, transaction.transactionState == .purchased,
                transaction.offerType == nil || transaction.price != 0
            else { return sum }
            return sum + transaction.payment.quantity
        }
    }

    /// - Throws: the simulated error of loading products; `invalidStorefront` for a storefront without a currency.
    func products(for identifiers: Set<ProductIdentifier>) throws -> ProductsResponse {
        if let error = settings.simulatedErrors[.loadProducts] { throw error }
        let sold = definitions.filter {
            identifiers.contains($0.productIdentifier) && productForSale($0.productIdentifier) != nil
        }
        return ProductsResponse(
            products: try sold.map {
                try $0.storeProduct(storefront: settings.store.storefront, locale: settings.store.locale)
            },
            invalidProductIdentifiers: identifiers.subtracting(sold.map(\.productIdentifier)).sorted()
        )
    }
}
