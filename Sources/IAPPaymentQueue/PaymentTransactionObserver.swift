public import IAPCore
public import IAPPersistence

/// Is told what happens in a payment queue.
///
/// News only: nothing that an observer does or omits changes what becomes of a transaction. Called on the queue that
/// was given when the observer was added, one call at a time, in the order of events.
///
/// Source:
/// [`SKPaymentTransactionObserver`](https://developer.apple.com/documentation/storekit/skpaymenttransactionobserver).
public protocol PaymentTransactionObserver: AnyObject {
    /// Called when transactions are new or have changed. Purchased and restored ones have been recorded and delivered.
    /// One that was told of before comes again when its facts change, such as at an upgrade.
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction])

    /// Called when the store has been told that transactions are dealt with. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, finishedTransactions transactions: [PaymentTransaction])

    /// Called when transactions have left the queue. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction])

    /// Called when the store did not take a payment, so that no transaction follows. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didRefuse payment: Payment, error: IAPError)

    /// Called when the store took a transaction back. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didRevoke record: RecordedTransaction)

    /// Called when a restore has ended, also with nothing restored. What was restored has been told by
    /// `updatedTransactions`: grant nothing here. The default does nothing.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue)

    /// Called when a restore has failed. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError)

    /// Called when the customer has other products than before, whatever the cause. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didChangePurchasedProducts products: Set<ProductIdentifier>)

    /// Called when the customer's standing with a subscription group has changed. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didChangeSubscriptionStatus status: SubscriptionGroupStatus)

    /// Called when it has changed what becomes of a subscription at the end of its period. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didChangeRenewal renewal: SubscriptionRenewal)

    /// Called when the customer wants to buy on a page of the App Store. Add the payment now or later. The default does
    /// nothing.
    func paymentQueue(_ queue: PaymentQueue, didReceivePurchaseIntent payment: Payment)

    /// Called when the store wants to tell the customer something. Show it now or later, or never. The default does
    /// nothing.
    func paymentQueue(_ queue: PaymentQueue, didReceive message: StoreMessage)

    /// Called when the customer's account belongs to another storefront. The default does nothing.
    func paymentQueueDidChangeStorefront(_ queue: PaymentQueue)

    /// Called when another account is signed in to the store; with `nil` when nobody is. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, didChangeAccount account: String?)
}

extension PaymentTransactionObserver {
    public func paymentQueue(_ queue: PaymentQueue, finishedTransactions transactions: [PaymentTransaction]) {}
    public func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {}
    public func paymentQueue(_ queue: PaymentQueue, didRefuse payment: Payment, error: IAPError) {}
    public func paymentQueue(_ queue: PaymentQueue, didRevoke record: RecordedTransaction) {}
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) {}
    public func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError) {}
    public func paymentQueue(_ queue: PaymentQueue, didChangePurchasedProducts products: Set<ProductIdentifier>) {}
    public func paymentQueue(_ queue: PaymentQueue, didChangeSubscriptionStatus status: SubscriptionGroupStatus) {}
    public func paymentQueue(_ queue: PaymentQueue, didChangeRenewal renewal: SubscriptionRenewal) {}
    public func paymentQueue(_ queue: PaymentQueue, didReceivePurchaseIntent payment: Payment) {}
    public func paymentQueue(_ queue: PaymentQueue, didReceive message: StoreMessage) {}
    public func paymentQueueDidChangeStorefront(_ queue: PaymentQueue) {}
    public func paymentQueue(_ queue: PaymentQueue, didChangeAccount account: String?) {}
}
