import Foundation
import IAPCore
import IAPStoreKitFile

extension SandboxAccount {
    /// Takes a payment from an app. The device receives `purchasing` first, then the outcome
    /// (https://developer.apple.com/documentation/storekit/skpaymenttransactionstate).
    ///
    /// - Throws: `paymentNotAllowed`, `productNotAvailable`, `invalidQuantity`, or the simulated error of the purchase
    ///   API.
    mutating func submit(_ payment: Payment, from device: String, in store: inout StoreContext) throws {
        let definition = try check(payment, in: store)
        if !isSignedIn(on: device) { signIn(on: device, in: &store) }
        let request = payment.requestIdentifier
        let payment = payment.identified(by: nil)

        if store.settings.store.failTransactionsEnabled {
            let error = IAPError(
                store.settings.failureError,
                "The sandbox was told to fail transactions. Set failTransactionsEnabled to false to go on.",
                productIdentifier: definition.productIdentifier
            )
            fail(payment, for: definition, on: device, answering: request, error, in: &store)
        } else if store.settings.faults.contains(.answersWithEarlierTransaction),
            let earlier = records.latest(of: definition.productIdentifier, where: \.isInForce)?.transaction
        {
            announce(earlier, answering: request, to: device, in: &store)
            deliver(earlier.id, answering: request, to: device, in: &store)
        } else if let earlier = earlierTransaction(answering: payment, for: definition, on: device, in: store) {
            announce(earlier, answering: request, to: device, in: &store)
            answer(payment, with: earlier, definition, on: device, request, in: &store)
        } else if store.settings.store.interruptedPurchasesEnabled {
            let error = IAPError(
                .purchaseInterrupted,
                "The customer has something to settle outside the app. The purchase may come later.",
                productIdentifier: definition.productIdentifier
            )
            fail(payment, for: definition, on: device, answering: request, error, pending: .settlement, in: &store)
        } else if store.settings.store.askToBuyEnabled || payment.simulatesAskToBuyInSandbox {
            askToBuy(payment, for: definition, on: device, answering: request, in: &store)
        } else {
            let identifier = store.nextIdentifier()
            let transaction = store.transaction(identifier, payment, for: definition, .purchasing, account: self)
            announce(transaction, answering: request, to: device, in: &store)
            complete(payment, for: definition, on: device, answering: request, as: identifier, in: &store)
        }
    }

    private func check(_ payment: Payment, in store: StoreContext) throws -> ProductDefinition {
        let identifier = payment.productIdentifier
        guard store.settings.canMakePayments else {
            throw IAPError(
                .paymentNotAllowed,
                "Purchases are disabled on this device. Ask canMakePayments before you offer a purchase.",
                productIdentifier: identifier
            )
        }
        if let error = store.settings.simulatedErrors[.purchase] { throw error }
        guard let definition = store.productForSale(identifier) else {
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
        try checkOffer(of: payment, for: definition, in: store)
        return definition
    }

    /// Buys outside the app. What the customer has already is not bought again.
    mutating func buyOutsideApp(_ payment: Payment, in store: inout StoreContext) throws {
        let identifier = payment.productIdentifier
        guard let definition = store.productForSale(identifier) else {
            throw IAPError(
                .productNotAvailable,
                "The store does not sell “\(identifier)”. Its configuration lists what it sells.",
                productIdentifier: identifier
            )
        }
        try checkOffer(of: payment, for: definition, in: store)
        complete(payment.identified(by: nil), for: definition, on: nil, answering: nil, in: &store)
    }

    /// The transaction that answers a payment without a charge; `nil` when the payment has to be charged.
    func earlierTransaction(
        answering payment: Payment,
        for definition: ProductDefinition,
        on device: String?,
        in store: StoreContext
    ) -> PaymentTransaction? {
        switch definition.type {
        case .consumable:
            // An Apple answer, https://developer.apple.com/forums/thread/833064: the earlier transaction comes again
            // until it is finished.
            return device.flatMap { unfinishedPurchase(of: definition.productIdentifier, on: $0) }
        case .nonConsumable:
            // https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-types
            return records.latest(of: definition.productIdentifier) {
                $0.isInForce && $0.transaction.ownershipType == .purchased
            }?.transaction
        case .autoRenewable:
            guard let subscription = subscription(inGroupOf: definition), subscription.isActive,
                !subscription.isChangedNow(to: definition, in: store)
            else { return nil }
            return records[subscription.latestTransaction]?.transaction
        default:
            return nil
        }
    }

    /// Completes a payment that nothing holds up: answers with what the customer has already, or charges.
    mutating func complete(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String?,
        answering request: UUID?,
        as identifier: TransactionIdentifier? = nil,
        in store: inout StoreContext
    ) {
        // An approved or settled purchase of a consumable is one of its own, whatever else is unfinished.
        if definition.type != .consumable,
            let earlier = earlierTransaction(answering: payment, for: definition, on: device, in: store)
        {
            return answer(payment, with: earlier, definition, on: device, request, in: &store)
        }
        let identifier = identifier ?? store.nextIdentifier()
        if definition.type == .autoRenewable {
            return subscribe(payment, to: definition, on: device, answering: request, as: identifier, in: &store)
        }
        var transaction = store.transaction(identifier, payment, for: definition, .purchased, account: self)
        transaction.originalTransactionIdentifier = identifier
        record(TransactionRecord(transaction: transaction, device: device), in: &store)
        deliver(identifier, answering: request, in: &store)
        store.notifyFamily(.bought(identifier))
    }

    private mutating func answer(
        _ payment: Payment,
        with earlier: PaymentTransaction,
        _ definition: ProductDefinition,
        on device: String?,
        _ request: UUID?,
        in store: inout StoreContext
    ) {
        if definition.type == .autoRenewable { changePlanAtRenewal(to: definition, payment, in: &store) }
        if let device { deliver(earlier.id, answering: request, to: device, in: &store) }
    }

    /// Ends a payment without a purchase.
    private mutating func fail(
        _ payment: Payment,
        for definition: ProductDefinition,
        on device: String,
        answering request: UUID?,
        _ error: IAPError,
        pending action: TransactionRecord.PendingAction? = nil,
        in store: inout StoreContext
    ) {
        var failed = store.transaction(store.nextIdentifier(), payment, for: definition, .failed, account: self)
        announce(failed, answering: request, to: device, in: &store)
        failed.error = error
        record(
            TransactionRecord(
                transaction: failed,
                device: device,
                requestIdentifier: action == nil ? nil : request,
                pendingAction: action
            ),
            in: &store
        )
        deliver(failed.id, answering: request, in: &store)
    }

    /// Sends a device that the store works on a payment. Nothing of it stays in the queue.
    func announce(
        _ transaction: PaymentTransaction,
        answering request: UUID?,
        to device: String,
        in store: inout StoreContext
    ) {
        var transaction = transaction
        transaction.transactionState = .purchasing
        transaction.payment = transaction.payment.identified(by: request)
        store.send(.transaction(transaction), to: device)
    }

    /// Settles what interrupted a purchase, which then comes as a new transaction, or pays a renewal that failed.
    mutating func resolveIssue(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let record = try existingRecord(identifier)
        if let index = subscriptions.firstIndex(where: {
            $0.isInBillingRetry
                && $0.originalTransactionIdentifier == record.transaction.originalTransactionIdentifier
        }) {
            return try recover(index, in: &store)
        }
        guard record.pendingAction == .settlement else {
            throw IAPError(
                .invalidAction,
                "Transaction \(identifier) has no issue. Pick one with hasPurchaseIssue.",
                transactionIdentifier: identifier
            )
        }
        let payment = record.transaction.payment
        guard let definition = store.productForSale(payment.productIdentifier) else {
            throw IAPError(
                .productNotAvailable,
                "“\(payment.productIdentifier)” is no longer sold. Put it on sale again.",
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        change(identifier, in: &store) { record in
            record.pendingAction = nil
            record.requestIdentifier = nil
        }
        complete(payment, for: definition, on: record.device, answering: record.requestIdentifier, in: &store)
    }
}
