import IAPCore

extension PurchaseResult {
    /// What a transaction answers to the payment of a request.
    ///
    /// - Parameter isNew: Whether the transaction is delivered for the first time.
    /// - Throws: ``IAPError`` when the transaction is delivered, but is not what was asked for.
    init(of payment: Payment, answeredBy transaction: PaymentTransaction, isNew: Bool) throws(IAPError) {
        let product = transaction.productIdentifier
        let identifier = transaction.transactionIdentifier
        // A change of plan may be answered with the plan that runs until the change.
        if product != payment.productIdentifier, transaction.productType != .autoRenewable {
            throw IAPError(
                .unknown,
                """
                The store answered a purchase of \(payment.productIdentifier) with one of \(product), which is delivered. \
                What became of the other is not known: look at the customer's transactions.
                """,
                productIdentifier: payment.productIdentifier,
                transactionIdentifier: identifier
            )
        }
        // Until a consumable is finished the store hands it out again, instead of charging for another one.
        if isNew, transaction.productType == .consumable, transaction.payment.isOfAnotherRequest(than: payment) {
            throw IAPError(
                .alreadyDelivered,
                """
                The store answered with transaction \(identifier), an earlier purchase that was not completed, of \
                \(transaction.quantity) and not of \(payment.quantity). It is delivered now; nothing was charged. Let the \
                customer buy again.
                """,
                productIdentifier: product,
                transactionIdentifier: identifier
            )
        }
        // A consumable that was delivered before is no answer to a request for another one.
        if !isNew, transaction.productType == .consumable {
            throw IAPError(
                .alreadyDelivered,
                """
                The store answered with transaction \(identifier), which was delivered before. Nothing was charged, and it \
                is finished now: buy again. If it keeps happening with a simulated store, its history is younger than the \
                ledger: keep both, or neither.
                """,
                productIdentifier: product,
                transactionIdentifier: identifier
            )
        }
        self = .purchased(transaction)
    }
}

extension Payment {
    /// Whether another quantity was asked for, or another of the app's accounts. Other facts may be lost on the way.
    fileprivate func isOfAnotherRequest(than other: Payment) -> Bool {
        let tokens = [appAccountToken, other.appAccountToken].compactMap { $0 }
        return quantity != other.quantity || Set(tokens).count > 1
    }
}
