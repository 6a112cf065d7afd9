import Foundation

extension IAPStore {
    /// Whether this customer may pay. Hide what is for sale while they may not.
    public var canMakePayments: Bool { queue.canMakePayments }

    /// Looks products up: the products that the store sells among `identifiers`, in this order, and the identifiers
    /// that it does not sell.
    ///
    /// - Parameters:
    ///   - identifiers: What to look up; by default every declared product, in the order of the declarations.
    ///   - policy: Whether an earlier answer will do.
    /// - Throws: ``IAPError`` with code `networkError` or `timedOut` when the store cannot be reached and no earlier
    ///   answer may serve. `CancellationError`.
    public func products(
        for identifiers: [ProductIdentifier]? = nil,
        policy: ProductRequestPolicy = .cached
    ) async throws -> ProductsResponse {
        let identifiers = identifiers ?? declarations.map(\.productIdentifier)
        for identifier in identifiers { names.check(identifier, .product) }
        return try await catalog.products(for: identifiers, policy: policy)
    }

    /// Buys a product, and returns once it is delivered, waits for an approval, or is cancelled.
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

    /// Buys a product that was not looked up, such as a declared one. The store decides whether it sells the product.
    ///
    /// - Throws: As ``purchase(_:quantity:options:)-(StoreProduct,_,_)``.
    @discardableResult
    public func purchase(
        _ productIdentifier: ProductIdentifier,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async throws -> PurchaseResult {
        names.check(productIdentifier, .product)
        return try await purchase(
            payment(for: productIdentifier, declaredType(of: productIdentifier), quantity, options),
            options
        )
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

    func payment(
        for product: StoreProduct,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) throws -> Payment {
        try payment(for: product.productIdentifier, product.type, quantity, options)
    }

    private func declaredType(of product: ProductIdentifier) -> ProductType? {
        declarations.first { $0.productIdentifier == product }?.type
    }

    private func payment(
        for productIdentifier: ProductIdentifier,
        _ type: ProductType?,
        _ quantity: Int,
        _ options: PurchaseOptions
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
        guard quantity == 1 || type == nil || type == .consumable || type == .nonRenewable else {
            throw IAPError(
                .invalidQuantity,
                "\(productIdentifier) can be owned once. Buy it with a quantity of 1.",
                productIdentifier: productIdentifier
            )
        }
        return payment
    }
}
