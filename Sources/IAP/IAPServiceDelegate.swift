/// Hears from an ``IAPService``.
///
/// Every method is called on the service's callback queue, the main queue unless another was given, one call at a time,
/// in the order of events. A `@MainActor` class conforms with `@MainActor IAPServiceDelegate`. All methods tell news;
/// none grants anything.
public protocol IAPServiceDelegate: AnyObject {
    /// Called with the products that the store sells among those asked for, in the order asked for.
    func getProducts(products: [StoreProduct])

    /// Called with the identifiers that the store does not sell; not called when there are none. The default does
    /// nothing.
    func getInvalidProductIdentifiers(ids: [ProductIdentifier])

    /// Called when products could not be looked up. The default does nothing.
    func didFailGettingProducts(error: IAPError)

    /// Called when a purchase, this service's or any other, has been recorded and delivered. Read what was bought, and
    /// how many, from the transaction's payment.
    func didCompleteTransaction(_ transaction: PaymentTransaction)

    /// Called when a transaction that was delivered before has other facts: its subscription was upgraded, or ends at
    /// another date. The default does nothing.
    func didChangeTransaction(_ transaction: PaymentTransaction)

    /// Called when a transaction did not come through, with `error` set; also when the customer cancelled: show an
    /// alert only if `error.isMeantForCustomer`. The default does nothing.
    func didFailTransaction(_ transaction: PaymentTransaction)

    /// Called when a purchase was not begun, so that there is no transaction and nothing was charged. The default does
    /// nothing.
    func didRefusePurchase(of productIdentifier: ProductIdentifier, error: IAPError)

    /// Called when a purchase waits for somebody else, such as a parent. The default does nothing.
    func didDeferTransaction(_ transaction: PaymentTransaction)

    /// Called for each restored transaction. The default calls `didCompleteTransaction`.
    func didRestoreTransaction(_ transaction: PaymentTransaction)

    /// Called when a restore has ended, with what is owned now; empty when there was nothing to restore. The default
    /// does nothing.
    func didFinishRestoring(_ transactions: [PaymentTransaction])

    /// Called when a restore has failed. The default does nothing.
    func didFailRestoring(error: IAPError)

    /// Called when the store took a purchase back, and with it what it had granted: see the record's `revokedCredits`
    /// and `uncoveredCredits`. The default does nothing.
    func didRevokeTransaction(_ record: RecordedTransaction)

    /// Called when the customer wants to buy on a page of the App Store. Call ``IAPService/purchase(payment:)`` now or
    /// later. The default does nothing.
    func didReceivePurchaseIntent(_ payment: Payment)

    /// Called when the customer has other products than before, whatever the cause: a purchase, a refund, an
    /// expiration, another process. The default does nothing.
    func didChangePurchasedProducts(_ products: Set<ProductIdentifier>)

    /// Called when the customer's standing with a subscription group has changed: subscribed, in a grace period,
    /// expired. The default does nothing.
    func didChangeSubscriptionStatus(_ status: SubscriptionGroupStatus)

    /// Called when it has changed what becomes of a subscription at the end of its period. The default does nothing.
    func didChangeRenewal(_ renewal: SubscriptionRenewal)

    /// Called when the store wants to tell the customer something, such as that a payment failed. Show it with
    /// ``IAPStore/present(_:)``, now or later. The default does nothing.
    func didReceiveMessage(_ message: StoreMessage)

    /// Called when the customer's account belongs to another storefront: look products up anew. The default does
    /// nothing.
    func didChangeStorefront(_ storefront: AppStorefront)

    /// Called when another account is signed in to the store; with `nil` when nobody is. The default does nothing.
    func didChangeAccount(_ account: String?)
}

extension IAPServiceDelegate {
    public func getInvalidProductIdentifiers(ids: [ProductIdentifier]) {}
    public func didFailGettingProducts(error: IAPError) {}
    public func didChangeTransaction(_ transaction: PaymentTransaction) {}
    public func didFailTransaction(_ transaction: PaymentTransaction) {}
    public func didRefusePurchase(of productIdentifier: ProductIdentifier, error: IAPError) {}
    public func didDeferTransaction(_ transaction: PaymentTransaction) {}
    public func didRestoreTransaction(_ transaction: PaymentTransaction) { didCompleteTransaction(transaction) }
    public func didFinishRestoring(_ transactions: [PaymentTransaction]) {}
    public func didFailRestoring(error: IAPError) {}
    public func didRevokeTransaction(_ record: RecordedTransaction) {}
    public func didReceivePurchaseIntent(_ payment: Payment) {}
    public func didChangePurchasedProducts(_ products: Set<ProductIdentifier>) {}
    public func didChangeSubscriptionStatus(_ status: SubscriptionGroupStatus) {}
    public func didChangeRenewal(_ renewal: SubscriptionRenewal) {}
    public func didReceiveMessage(_ message: StoreMessage) {}
    public func didChangeStorefront(_ storefront: AppStorefront) {}
    public func didChangeAccount(_ account: String?) {}
}
