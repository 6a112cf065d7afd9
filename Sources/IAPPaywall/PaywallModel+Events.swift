import IAP

// The store's events.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    func handle(_ event: PaymentQueueEvent) {
        revision += 1
        switch event {
        case .storefrontChanged: reload()
        case .failed(let transaction):
            // No call waits for a parent's answer. Every other failure is the result of a call of `buy`.
            if let error = transaction.error, error.code == .purchaseDeclined,
                awaited.remove(transaction.productIdentifier) != nil
            {
                show(error, of: .buying(transaction.productIdentifier))
            }
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased, .restored:
                let product = transaction.productIdentifier
                if buying.contains(product) { delivered.insert(product) } else { awaited.remove(product) }
                // What failed first has come all the same, and is not to be bought again.
                if case .error(_, of: .buying(product))? = currentMessage { dismiss() }
                askEligibility()
            case .purchasing, .deferred, .failed: break
            }
        case .changed, .revoked, .restoreFinished, .accountChanged: askEligibility()
        case .closed: isClosed = true
        case .rejected, .finished, .removed, .restoreFailed, .renewalChanged, .purchaseIntent,
            .purchasedProductsChanged,
            .subscriptionStatusChanged, .message:
            break
        }
    }
}
