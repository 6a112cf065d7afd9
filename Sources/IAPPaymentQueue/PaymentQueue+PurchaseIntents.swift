public import IAPCore

extension PaymentQueue {
    /// What the customer wants to buy on a page of the App Store, oldest first. It is kept until it is bought or
    /// dismissed, so that an intent that launched the app can be taken up once the app is ready
    /// ([`PurchaseIntent`](https://developer.apple.com/documentation/storekit/purchaseintent)).
    public var purchaseIntents: [Payment] { state.withLock { $0.purchaseIntents } }

    /// Forgets what the customer wanted to buy on a page of the App Store.
    public func dismiss(_ purchaseIntent: Payment) {
        state.withLock { $0.dismiss(purchaseIntent) }
    }
}
