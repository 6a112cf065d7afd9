public import Dispatch
import Foundation

/// The delegate API of a store, like the tutorial's `IAPService`.
///
/// It keeps only its delegate; several services, helpers and streams on one ``IAPStore`` receive the same events. An
/// app that wants the tutorial's shared instance writes `extension IAPService { static let shared = … }`.
public final class IAPService: Sendable {
    public let store: IAPStore
    private let callbacks: DispatchQueue
    private let delegateReference = Locked<WeakReference<any IAPServiceDelegate>?>(nil)
    private let subscription = Locked<Subscription?>(nil)

    /// - Parameter callbackQueue: Where the delegate is called; a concurrent queue keeps the order of events as well.
    public init(store: IAPStore, callbackQueue: DispatchQueue = .main) {
        self.store = store
        callbacks = DispatchQueue(label: "swift-iap.service", target: callbackQueue)
        let subscription = store.queue.broadcast.subscribe(on: callbacks) { [weak self] event in
            guard let self else { return }
            delegate?.receive(event, from: self)
        }
        self.subscription.withLock { $0 = subscription }
    }

    /// Held weakly. May be set on any thread.
    public var delegate: (any IAPServiceDelegate)? {
        get { delegateReference.withLock { $0 }?.object }
        set {
            let reference = WeakReference { [weak newValue] in newValue }
            delegateReference.withLock { $0 = reference }
        }
    }

    /// Looks products up. The delegate receives the products, and the identifiers that the store does not sell.
    public func getProduct(sku identifiers: [ProductIdentifier]) {
        Task {
            do {
                let response = try await store.products(for: identifiers)
                call { delegate in
                    delegate.getProducts(products: response.products)
                    let invalid = response.invalidProductIdentifiers
                    if !invalid.isEmpty { delegate.getInvalidProductIdentifiers(ids: invalid) }
                }
            } catch {
                call { $0.didFailGettingProducts(error: IAPError(wrapping: error, as: .unknown)) }
            }
        }
    }

    /// Buys. The delegate receives the result; ``PurchaseOptions/timeout`` has no effect, since no call waits.
    public func purchase(product: StoreProduct, quantity: Int = 1, options: PurchaseOptions = PurchaseOptions()) {
        do {
            purchase(payment: try store.payment(for: product, quantity: quantity, options: options))
        } catch {
            let error = IAPError(wrapping: error, as: .paymentInvalid)
            call { $0.didRejectPurchase(of: product.productIdentifier, error: error) }
        }
    }

    /// Buys with a payment, which has every option; for a purchase intent, too.
    public func purchase(payment: Payment) {
        store.queue.add(payment)
    }

    /// Restores. The delegate receives each transaction, and the end of the restore.
    public func restorePurchases() {
        Task {
            // The delegate receives the end as an event.
            _ = try? await store.restorePurchases()
        }
    }

    private func call(_ body: @escaping @Sendable (any IAPServiceDelegate) -> Void) {
        callbacks.async { [delegateReference] in
            if let delegate = delegateReference.withLock({ $0 })?.object { body(delegate) }
        }
    }
}

extension IAPServiceDelegate {
    fileprivate func receive(_ event: PaymentQueueEvent, from service: IAPService) {
        switch event {
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased: didCompleteTransaction(transaction)
            case .restored: didRestoreTransaction(transaction)
            case .deferred: didDeferTransaction(transaction)
            case .purchasing, .failed: break
            }
        case .failed(let transaction): didFailTransaction(transaction)
        case .rejected(let payment, let error): didRejectPurchase(of: payment.productIdentifier, error: error)
        default: break
        }
        self.service(service, didReceive: event)
    }
}
