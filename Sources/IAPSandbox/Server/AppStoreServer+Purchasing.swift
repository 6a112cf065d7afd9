import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Takes a payment from an app. Devices are told `purchasing` first, then what became of it
    /// (https://developer.apple.com/documentation/storekit/skpaymenttransactionstate).
    ///
    /// - Throws: `clientInvalid`, `paymentNotAllowed`, `productNotAvailable`, `invalidQuantity`, or the simulated error
    ///   of the purchase API.
    mutating func submit(_ payment: Payment, from device: String) throws {
        try checkIsSignedIn(device)
        use(accountOf: device)
        let definition = try check(payment)
        register(device)
        let request = payment.requestIdentifier
        let payment = payment.identified(by: nil)

        if settings.store.failTransactionsEnabled {
            let error = IAPError(
                settings.failureError,
                "The sandbox was told to fail transactions. Set failTransactionsEnabled to false to go on.",
                productIdentifier: definition.productIdentifier
            )
            fail(payment, for: definition, on: device, answering: request, error, obstacle: nil)
        } else if settings.faults.contains(.answersWithEarlierTransaction),
            let earlier = latestPurchase(of: definition.productIdentifier)
        {
            announce(earlier, answering: request, to: device)
            deliver(earlier.id, answering: request, to: device)
        } else if let earlier = earlierTransaction(answering: payment, for: definition, on: device) {
            announce(earlier, answering: request, to: device)
            answer(payment, with: earlier, definition, on: device, request)
        } else if settings.store.interruptedPurchasesEnabled {
            let error = IAPError(
                .purchaseInterrupted,
                "The customer has something to settle outside the app. The purchase may come later.",
                productIdentifier: definition.productIdentifier
            )
            fail(payment, for: definition, on: device, answering: request, error, obstacle: .interruption)
        } else if settings.store.askToBuyEnabled || payment.simulatesAskToBuyInSandbox {
            askToBuy(payment, for: definition, on: device, answering: request)
        } else {
            let identifier = nextIdentifier()
            let transaction = transaction(identifier, payment, for: definition, .purchasing)
            announce(transaction, answering: request, to: device)
            complete(payment, for: definition, on: device, answering: request, as: identifier)
        }
    }

    private func check(_ payment: Payment) throws -> ProductDefinition {
        let identifier = payment.productIdentifier
        guard settings.canMakePayments else {
            throw IAPError(
                .paymentNotAllowed,
                "Purchases are disabled on this device. Ask canMakePayments before you offer a purchase.",
                productIdentifier: identifier
            )
        }
        if let error = settings.simulatedErrors[.purchase] { throw error }
        guard let definition = productForSale(identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store does not sell “\(identifier)”. Buy what a product request returned.",
                productIdentifier: identifier
            )
        }
        // https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:)
        guard payment.quantity == 1 || definition.type == .consumable || definition.type == .nonRenewable else {
            throw IAPError(
                .invalidQuantity,
                "“\(identifier)” has no quantity. Consumables and non-renewing subscriptions have one.",
                productIdentifier: identifier
            )
        }
        try checkOffer(of: payment, for: definition)
        return definition
    }

    /// The transaction that answers a payment without a charge; `nil` when the payment has to be charged.
    func earlierTransaction(
        answering payment: Payment,
        for definition: ProductDefinition,
        on device: String?
    ) -> PaymentTransaction? {
        switch definition.type {
        case .consumable:
            // An Apple answer, https://developer.apple.com/forums/thread/833064: the earlier transaction comes again
            // until it is finished.
            return device.flatMap { unfinishedPurchase(of: definition.productIdentifier, on: $0) }
        case .nonConsumable:
            // https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-types
            return history.accounts[account].records.last {
                $0.common.payment.productIdentifier == definition.productIdentifier && $0.isInForce
                    && $0.common.ownershipType == .purchased
            }?.transaction
        case .autoRenewable:
            guard let subscription = subscription(inGroupOf: definition), subscription.isActive,
                !isPlanChangedNow(subscription, to: definition)
            else { return nil }
            return history.accounts[account][subscription.latestTransaction]?.transaction
        default:
            return nil
        }
    }

    /// What the App Store does with a payment once nothing stands in its way: answers with what the customer has
    /// already, or charges.
    mutating func complete(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String?,
        answering request: UUID?,
        as identifier: TransactionIdentifier? = nil
    ) {
        // An approved or settled purchase of a consumable is one of its own, whatever else is unfinished.
        if definition.type != .consumable,
            let earlier = earlierTransaction(answering: payment, for: definition, on: device)
        {
            answer(payment, with: earlier, definition, on: device, request)
        } else if definition.type == .autoRenewable {
            subscribe(payment, to: definition, on: device, answering: request, as: identifier ?? nextIdentifier())
        } else {
            var transaction = transaction(identifier ?? nextIdentifier(), payment, for: definition, .purchased)
            transaction.originalTransactionIdentifier = transaction.id
            record(TransactionRecord(transaction: transaction, device: device))
            deliver(transaction.id, answering: request)
            shareWithFamily(transaction.id)
        }
    }

    private mutating func answer(
        _ payment: Payment,
        with earlier: PaymentTransaction,
        _ definition: ProductDefinition,
        on device: String?,
        _ request: UUID?
    ) {
        if definition.type == .autoRenewable { changePlanAtRenewal(to: definition, payment) }
        if let device { deliver(earlier.id, answering: request, to: device) }
    }

    /// Ends a payment without a purchase.
    private mutating func fail(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String,
        answering request: UUID?,
        _ error: IAPError,
        obstacle: TransactionRecord.Obstacle?
    ) {
        var failed = transaction(nextIdentifier(), payment, for: definition, .failed)
        announce(failed, answering: request, to: device)
        failed.error = error
        let awaited = obstacle == nil ? nil : request
        record(
            TransactionRecord(transaction: failed, device: device, requestIdentifier: awaited, obstacle: obstacle)
        )
        deliver(failed.id, answering: request)
    }

    /// Tells a device that the store works on a payment. Nothing of it stays in the queue.
    mutating func announce(_ transaction: PaymentTransaction, answering request: UUID?, to device: String) {
        var transaction = transaction
        transaction.transactionState = .purchasing
        transaction.payment = transaction.payment.identified(by: request)
        tell(device, .transaction(transaction))
    }

    /// Keeps a transaction; one with the same identifier is replaced.
    mutating func record(_ record: TransactionRecord) {
        if history.accounts[account].index(of: record.transaction.id) != nil {
            history.accounts[account].change(record.transaction.id) { $0 = record }
        } else {
            history.accounts[account].append(record)
        }
    }

    /// A transaction of this moment, at the product's own price.
    func transaction(
        _ identifier: TransactionIdentifier,
        _ payment: Payment,
        for definition: ProductDefinition,
        _ state: PaymentTransactionState
    ) -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: state,
            payment: payment,
            productType: definition.type,
            transactionDate: now
        )
        transaction.environment = .xcode
        transaction.appTransactionIdentifier = history.accounts[account].appTransactionIdentifier
        transaction.subscriptionGroupIdentifier = definition.subscription?.subscriptionGroupIdentifier
        // The total of the quantity: https://developer.apple.com/documentation/appstoreserverapi/price
        transaction.price = payment.quantity == 1 ? definition.price : definition.price * Decimal(payment.quantity)
        transaction.storefront = settings.store.storefront
        transaction.currencyCode = settings.currencyCode
        return transaction
    }
}
