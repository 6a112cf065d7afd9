public import Dispatch
import Foundation

/// A store with a delegate: the shape of the tutorial's `IAPService`.
///
/// It keeps nothing but its delegate; several services, helpers and streams on one ``IAPStore`` hear of the same
/// events. An app that wants the tutorial's shared instance writes `extension IAPService { static let shared = … }`.
public final class IAPService: Sendable {
    public let store: IAPStore
    private let callbacks: DispatchQueue
    private let delegateReference = Locked<WeakReference<any IAPServiceDelegate>?>(nil)
    private let subscription = Locked<Subscription?>(nil)

    /// - Parameter callbackQueue: Where the delegate is called; a concurrent queue keeps the order of events as well.
    public init(store: IAPStore, callbackQueue: DispatchQueue = .main) {
        self.store = store
        callbacks = DispatchQueue(label: "swift-iap.service", target: callbackQueue)
        let subscription = store.queue.subscribe(on: callbacks) { [weak self] event in
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

    /// Looks products up. The delegate hears of the products, and of the identifiers that the store does not sell.
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

    /// Buys. The delegate hears what becomes of it; ``PurchaseOptions/timeout`` has no effect, since nobody waits.
    public func purchase(product: StoreProduct, quantity: Int = 1, options: PurchaseOptions = PurchaseOptions()) {
        do {
            purchase(payment: try store.payment(for: product, quantity: quantity, options: options))
        } catch {
            let error = IAPError(wrapping: error, as: .paymentInvalid)
            call { $0.didRejectPurchase(of: product.productIdentifier, error: error) }
        }
    }

    /// Buys, with everything that a payment can say; for a purchase intent, too.
    public func purchase(payment: Payment) {
        store.queue.add(payment)
    }

    /// Restores. The delegate hears of each transaction, and of the end.
    public func restorePurchases() {
        Task {
            // Its end is an event that the delegate hears of like everyone else.
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
