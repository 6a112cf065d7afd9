import Foundation

extension IAPStore {
    /// Whether this customer may pay. Hide the shop when not.
    public var canMakePayments: Bool { queue.canMakePayments }

    /// The products that the store sells among `identifiers`, in this order, and the identifiers that it does not sell.
    ///
    /// - Parameter policy: Whether an earlier answer will do.
    /// - Throws: ``IAPError`` with code `networkError` or `timedOut` when the store cannot be reached and no earlier
    ///   answer may serve. `CancellationError`.
    public func products(
        for identifiers: [ProductIdentifier],
        policy: ProductRequestPolicy = .cached
    ) async throws -> ProductsResponse {
        try await catalog.products(for: identifiers, policy: policy)
    }

    /// Buys a product, and returns once it is delivered, waits for somebody else, or is cancelled.
    ///
    /// Calling again while the same purchase runs, such as for a double tap, joins it: one charge. Cancelling the task
    /// ends the wait, not the purchase.
    ///
    /// - Parameter quantity: 1 to 10; 1 for what can be owned once
    ///   ([`quantity(_:)`](https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:))).
    /// - Throws: ``IAPError`` with the store's reason when nothing was bought, `invalidQuantity`, `productNotAvailable`
    ///   when the app switched the product off sale, `timedOut` when ``PurchaseOptions/timeout`` has passed; see
    ///   ``PaymentQueue/purchase(_:timeout:)`` for purchases that were paid and could not be completed yet.
    ///   `CancellationError`.
    @discardableResult
    public func purchase(
        _ product: StoreProduct,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async throws -> PurchaseResult {
        try await purchase(payment(for: product, quantity: quantity, options: options), options)
    }

    /// Buys a product that was not looked up. The store says whether it sells it.
    @discardableResult
    public func purchase(
        _ productIdentifier: ProductIdentifier,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async throws -> PurchaseResult {
        try await purchase(payment(for: productIdentifier, quantity: quantity, options: options), options)
    }

    private func purchase(_ payment: Payment, _ options: PurchaseOptions) async throws -> PurchaseResult {
        try await queue.purchase(payment, timeout: options.timeout)
    }

    /// Asks the store what the customer bought earlier, and records and delivers what is missing. The customer may have
    /// to sign in: call this for a tap on “Restore”, never at launch.
    ///
    /// - Parameter timeout: How long to wait for the store's answer; `nil` for as long as it takes.
    /// - Returns: The transactions of products that are owned now; empty when there is nothing to restore.
    /// - Throws: As ``PaymentQueue/restoreCompletedTransactions(applicationUsername:timeout:)``.
    @discardableResult
    public func restorePurchases(
        applicationUsername: String? = nil,
        timeout: Duration? = nil
    ) async throws -> [PaymentTransaction] {
        try await queue.restoreCompletedTransactions(applicationUsername: applicationUsername, timeout: timeout)
    }

    /// Records and delivers what the store knows on this device that the customer has, such as after a reinstallation.
    /// Nobody is asked to sign in, so that an app may call it at launch.
    ///
    /// - Returns: The transactions of products that are owned now.
    /// - Throws: As ``PaymentQueue/synchronize()``.
    @discardableResult
    public func synchronize() async throws -> [PaymentTransaction] {
        try await queue.synchronize()
    }

    /// Tries again what was paid and could not be completed: for want of disk space, of a server, of a proof.
    public func processPendingTransactions() async {
        await queue.processPendingTransactions()
    }

    func payment(
        for product: StoreProduct,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) throws -> Payment {
        let payment = try payment(for: product.productIdentifier, quantity: quantity, options: options)
        guard quantity == 1 || product.type == .consumable || product.type == .nonRenewable else {
            throw IAPError(
                .invalidQuantity,
                "\(product.productIdentifier) can be owned once. Buy it with a quantity of 1.",
                productIdentifier: product.productIdentifier
            )
        }
        return payment
    }

    private func payment(
        for productIdentifier: ProductIdentifier,
        quantity: Int,
        options: PurchaseOptions
    ) throws -> Payment {
        guard catalog.isOnSale(productIdentifier) else {
            throw IAPError(
                .productNotAvailable,
                "The app has switched \(productIdentifier) off sale.",
                productIdentifier: productIdentifier
            )
        }
        var payment = try Payment(
            productIdentifier: productIdentifier,
            quantity: quantity,
            applicationUsername: options.applicationUsername,
            appAccountToken: options.appAccountToken,
            simulatesAskToBuyInSandbox: options.simulatesAskToBuyInSandbox
        )
        payment.offer = options.offer
        payment.billingPlan = options.billingPlan
        return payment
    }
}
