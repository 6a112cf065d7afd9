public import IAPCore

/// Receives what happens in a payment queue.
///
/// Nothing that an observer does or omits changes what becomes of a transaction. An observer is called on the queue that
/// was given when it was added, one call at a time, in the order of events.
///
/// Source:
/// [`SKPaymentTransactionObserver`](https://developer.apple.com/documentation/storekit/skpaymenttransactionobserver).
public protocol PaymentTransactionObserver: AnyObject {
    /// Called when transactions are new or have changed. Purchased and restored ones have been recorded and delivered.
    /// A transaction comes again when its facts change, such as at an upgrade.
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction])

    /// Called when transactions have left the queue. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction])

    /// Called when a restore has ended, also with nothing restored. The restored transactions came in
    /// `updatedTransactions`: grant nothing here. The default does nothing.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue)

    /// Called when a restore has failed. The default does nothing.
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError)

    /// Called when the customer's account belongs to another storefront. The default does nothing.
    func paymentQueueDidChangeStorefront(_ queue: PaymentQueue)

    /// Called with every event, also with those that have a method of their own, which is called first. The default does
    /// nothing.
    func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent)
}

extension PaymentTransactionObserver {
    public func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {}
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) {}
    public func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: IAPError) {}
    public func paymentQueueDidChangeStorefront(_ queue: PaymentQueue) {}
    public func paymentQueue(_ queue: PaymentQueue, didSend event: PaymentQueueEvent) {}
}
