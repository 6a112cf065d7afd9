/// Receives what happens in an ``IAPService``.
///
/// Every method is called on the service's callback queue, the main queue unless another was given, one call at a time,
/// in the order of events. A `@MainActor` class conforms with `@MainActor IAPServiceDelegate`. Nothing that a delegate
/// does or omits changes what becomes of a purchase.
public protocol IAPServiceDelegate: AnyObject {
    /// Called with the products that the store sells among those asked for, in the order asked for.
    func getProducts(products: [StoreProduct])

    /// Called with the identifiers that the store does not sell; not called when there are none. The default does
    /// nothing.
    func getInvalidProductIdentifiers(ids: [ProductIdentifier])

    /// Called when products could not be looked up. The default does nothing.
    func didFailGettingProducts(error: IAPError)

    /// Called when a purchase, this service's or any other, has been recorded and delivered. Read what was bought, and
    /// how many, from the transaction.
    func didCompleteTransaction(_ transaction: PaymentTransaction)

    /// Called when a transaction has failed, with `error` set; also when the customer cancelled: show an alert only if
    /// `error.isMeantForCustomer`. The default does nothing.
    func didFailTransaction(_ transaction: PaymentTransaction)

    /// Called when a purchase was not begun, so that there is no transaction and nothing was charged: the payment is
    /// invalid, or the store has rejected it. The default does nothing.
    func didRejectPurchase(of productIdentifier: ProductIdentifier, error: IAPError)

    /// Called when a purchase waits for an approval, such as a parent's. The default does nothing.
    func didDeferTransaction(_ transaction: PaymentTransaction)

    /// Called for each restored transaction. The default calls `didCompleteTransaction`.
    func didRestoreTransaction(_ transaction: PaymentTransaction)

    /// Called with every event, also with those that have a method of their own, which is called first: with the end of
    /// a restore, refunds, changes of what the customer owns, purchase intents, messages. The default does nothing.
    func service(_ service: IAPService, didReceive event: PaymentQueueEvent)
}

extension IAPServiceDelegate {
    public func getInvalidProductIdentifiers(ids: [ProductIdentifier]) {}
    public func didFailGettingProducts(error: IAPError) {}
    public func didFailTransaction(_ transaction: PaymentTransaction) {}
    public func didRejectPurchase(of productIdentifier: ProductIdentifier, error: IAPError) {}
    public func didDeferTransaction(_ transaction: PaymentTransaction) {}
    public func didRestoreTransaction(_ transaction: PaymentTransaction) { didCompleteTransaction(transaction) }
    public func service(_ service: IAPService, didReceive event: PaymentQueueEvent) {}
}
