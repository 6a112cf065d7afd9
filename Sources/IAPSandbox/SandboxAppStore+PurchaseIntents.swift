public import IAPCore

/// Purchases that begin on a page of the App Store.
extension SandboxAppStore {
    /// Lets the customer tap a promoted purchase: the app on a device receives it, and buys it or does not. Without an
    /// app that runs, it comes at the next launch ([Supporting promoted in-app
    /// purchases](https://developer.apple.com/documentation/storekit/supporting-promoted-in-app-purchases-in-your-app)).
    ///
    /// - Parameter payment: What the customer wants, perhaps with a win-back offer.
    /// - Throws: ``IAPError`` with code `productNotAvailable` when the product is unknown or off sale.
    public func requestPurchase(_ payment: Payment, device: String = SandboxAppStore.defaultDevice) throws {
        _ = try tryChange { try $0.store.soldProduct(payment.productIdentifier) }
        state.withLock { state in
            if !state.send(.purchaseIntent(payment), to: device) {
                state.purchaseIntents[device, default: []].append(payment)
            }
        }
    }
}
