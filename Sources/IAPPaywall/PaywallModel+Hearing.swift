import IAP

// What happens in the store.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    func hear(_ event: PaymentQueueEvent) {
        revision += 1
        switch event {
        case .storefrontChanged: reload()
        case .failed(let transaction):
            // Nobody waits for the answer of a parent; all other failures are told to whoever bought.
            if let error = transaction.error, error.code == .purchaseDeclined,
                awaited.remove(transaction.productIdentifier) != nil
            {
                show(error, of: .buying(transaction.productIdentifier))
            }
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased, .restored:
                let product = transaction.productIdentifier
                // What is being bought here is the business of its own answer.
                if !buying.contains(product) { awaited.remove(product) }
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
