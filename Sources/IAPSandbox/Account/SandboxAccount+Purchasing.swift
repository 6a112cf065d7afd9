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
        let product = try check(payment, in: store)
        if !isSignedIn(on: device) { signIn(on: device, in: &store) }
        let purchase = Purchase(
            payment: payment.identified(by: nil),
            product: product,
            device: device,
            request: payment.requestIdentifier
        )
        let settings = store.settings
        if settings.store.failTransactionsEnabled {
            let message = "The sandbox fails every purchase. Set failTransactionsEnabled to false to go on."
            fail(purchase, settings.failureError, message, in: &store)
        } else if settings.faults.contains(.answersWithEarlierTransaction),
            let earlier = records.last(where: { $0.isInForce && $0.transaction.productIdentifier == product.id })
        {
            announce(earlier.transaction, for: purchase, in: &store)
            deliver(earlier.id, answering: purchase, in: &store)
        } else if let earlier = earlierTransaction(answering: purchase, in: store) {
            announce(earlier, for: purchase, in: &store)
            answer(purchase, with: earlier, in: &store)
        } else if settings.store.interruptedPurchasesEnabled {
            let message = "The customer has something to settle outside the app. The purchase may come later."
            fail(purchase, .purchaseInterrupted, message, pending: .settlement, in: &store)
        } else if settings.store.askToBuyEnabled || payment.simulatesAskToBuyInSandbox {
            askToBuy(purchase, in: &store)
        } else {
            let identifier = store.nextIdentifier()
            announce(newTransaction(identifier, purchase, .purchasing, in: store), for: purchase, in: &store)
            complete(purchase, as: identifier, in: &store)
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
        let product = try store.soldProduct(identifier)
        // https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:)
        guard payment.quantity == 1 || product.type == .consumable || product.type == .nonRenewable else {
            throw IAPError(
                .invalidQuantity,
                "“\(identifier)” has no quantity. Consumables and non-renewing subscriptions have one.",
                productIdentifier: identifier
            )
        }
        try checkOffer(of: payment, for: product, in: store)
        return product
    }

    /// Buys outside the app. What the customer has already is not bought again.
    mutating func buyOutsideApp(_ payment: Payment, in store: inout StoreContext) throws {
        let product = try store.soldProduct(payment.productIdentifier)
        try checkOffer(of: payment, for: product, in: store)
        complete(Purchase(payment: payment.identified(by: nil), product: product), in: &store)
    }

    /// The transaction that answers a payment without a charge; `nil` when the payment has to be charged.
    func earlierTransaction(answering purchase: Purchase, in store: StoreContext) -> PaymentTransaction? {
        let product = purchase.product
        switch product.type {
        case .consumable:
            // An Apple answer, https://developer.apple.com/forums/thread/833064: the earlier transaction comes again
            // until it is finished.
            return purchase.device.flatMap { unfinishedPurchase(of: product.id, on: $0) }
        case .nonConsumable:
            // https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-types
            return records.last { $0.isOwnPurchase && $0.transaction.productIdentifier == product.id }?.transaction
        case .autoRenewable:
            guard let subscription = subscription(inGroupOf: product), subscription.isActive,
                !subscription.isChangedNow(to: product, in: store)
            else { return nil }
            return record(subscription.latestTransaction)?.transaction
        default:
            return nil
        }
    }

    /// Completes a payment that nothing holds up: answers with what the customer has already, or charges.
    mutating func complete(
        _ purchase: Purchase,
        as identifier: TransactionIdentifier? = nil,
        in store: inout StoreContext
    ) {
        // An approved or settled purchase of a consumable is one of its own, whatever else is unfinished.
        if purchase.product.type != .consumable,
            let earlier = earlierTransaction(answering: purchase, in: store)
        {
            return answer(purchase, with: earlier, in: &store)
        }
        let identifier = identifier ?? store.nextIdentifier()
        if purchase.product.type == .autoRenewable { return subscribe(purchase, as: identifier, in: &store) }
        var transaction = newTransaction(identifier, purchase, .purchased, in: store)
        transaction.originalTransactionIdentifier = identifier
        add(TransactionRecord(transaction: transaction, device: purchase.device), in: &store)
        deliver(identifier, request: purchase.request, in: &store)
        store.familyChanges.append(identifier)
    }

    private mutating func answer(
        _ purchase: Purchase,
        with earlier: PaymentTransaction,
        in store: inout StoreContext
    ) {
        if purchase.product.type == .autoRenewable { changePlanAtRenewal(purchase, in: &store) }
        deliver(earlier.id, answering: purchase, in: &store)
    }

    /// Ends a payment without a purchase.
    private mutating func fail(
        _ purchase: Purchase,
        _ code: IAPError.Code,
        _ message: String,
        pending action: TransactionRecord.PendingAction? = nil,
        in store: inout StoreContext
    ) {
        var failed = newTransaction(store.nextIdentifier(), purchase, .failed, in: store)
        announce(failed, for: purchase, in: &store)
        failed.error = IAPError(code, message, productIdentifier: purchase.product.id)
        var record = TransactionRecord(transaction: failed, device: purchase.device, pendingAction: action)
        if action != nil { record.requestIdentifier = purchase.request }
        add(record, in: &store)
        deliver(failed.id, request: purchase.request, in: &store)
    }

    /// Sends to the device that pays that the store works on the payment. Nothing of it stays in the queue.
    func announce(_ transaction: PaymentTransaction, for purchase: Purchase, in store: inout StoreContext) {
        guard let device = purchase.device else { return }
        var transaction = transaction
        transaction.transactionState = .purchasing
        transaction.payment = transaction.payment.identified(by: purchase.request)
        store.send(.transaction(transaction), to: device)
    }

    /// Settles what interrupted a purchase, which then comes as a new transaction, or pays a renewal that failed.
    mutating func resolveIssue(_ identifier: TransactionIdentifier, in store: inout StoreContext) throws {
        let record = try existingRecord(identifier)
        if let index = subscriptionIndex(beginningWith: record.transaction.originalTransactionIdentifier),
            subscriptions[index].isInBillingRetry
        {
            return try recover(index, in: &store)
        }
        guard record.pendingAction == .settlement else {
            let message = "Transaction \(identifier) has no issue. Pick one with hasPurchaseIssue."
            throw IAPError.invalidAction(identifier, message)
        }
        let purchase = try record.pendingPurchase(in: store)
        change(identifier, in: &store) { record in
            record.pendingAction = nil
            record.requestIdentifier = nil
        }
        complete(purchase, in: &store)
    }
}
