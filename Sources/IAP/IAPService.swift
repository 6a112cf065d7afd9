public import Dispatch
import Foundation

/// A store with a delegate: the shape of the tutorial's `IAPService`.
///
/// It keeps nothing but its delegate; several services, helpers and streams on one ``IAPStore`` hear of the same
/// events. An app that wants the tutorial's shared instance writes `extension IAPService { static let shared = … }`.
public final class IAPService: Sendable {
    public let store: IAPStore
    private let callbacks: DispatchQueue
    private let delegateBox = DelegateBox()
    private let subscription: Subscription

    /// - Parameter callbackQueue: Where the delegate is called; a concurrent queue keeps the order of events as well.
    public init(store: IAPStore, callbackQueue: DispatchQueue = .main) {
        self.store = store
        callbacks = DispatchQueue(label: "swift-iap.service", target: callbackQueue)
        subscription = store.queue.subscribe(on: callbacks) { [delegateBox] event in
            delegateBox.delegate?.hear(event)
        }
    }

    /// Held weakly. May be set on any thread.
    public var delegate: (any IAPServiceDelegate)? {
        get { delegateBox.delegate }
        set { delegateBox.delegate = newValue }
    }

    /// Looks products up. The delegate hears of the products, and of the identifiers that the store does not sell.
    public func getProduct(sku identifiers: [ProductIdentifier]) {
        Task {
            do {
                let response = try await store.products(for: identifiers)
                tell { delegate in
                    delegate.getProducts(products: response.products)
                    let invalid = response.invalidProductIdentifiers
                    if !invalid.isEmpty { delegate.getInvalidProductIdentifiers(ids: invalid) }
                }
            } catch {
                tell { $0.didFailGettingProducts(error: IAPError(wrapping: error, as: .unknown)) }
            }
        }
    }

    /// Buys. The delegate hears what becomes of it; ``PurchaseOptions/timeout`` has no effect, since nobody waits.
    public func purchase(product: StoreProduct, quantity: Int = 1, options: PurchaseOptions = PurchaseOptions()) {
        do {
            purchase(payment: try store.payment(for: product, quantity: quantity, options: options))
        } catch {
            let error = IAPError(wrapping: error, as: .paymentInvalid)
            tell { $0.didRefusePurchase(of: product.productIdentifier, error: error) }
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

    private func tell(_ body: @escaping @Sendable (any IAPServiceDelegate) -> Void) {
        callbacks.async { [delegateBox] in
            if let delegate = delegateBox.delegate { body(delegate) }
        }
    }
}

/// A delegate, held weakly.
///
/// `@unchecked Sendable`: the reference is touched under the lock alone, and the delegate is called on the callback
/// queue alone.
private final class DelegateBox: @unchecked Sendable {
    private let lock = NSLock()
    private weak var storage: (any IAPServiceDelegate)?

    var delegate: (any IAPServiceDelegate)? {
        get { lock.withLock { storage } }
        set { lock.withLock { storage = newValue } }
    }
}

extension IAPServiceDelegate {
    fileprivate func hear(_ event: PaymentQueueEvent) {
        switch event {
        case .updated(let transaction):
            switch transaction.transactionState {
            case .purchased: didCompleteTransaction(transaction)
            case .restored: didRestoreTransaction(transaction)
            case .deferred: didDeferTransaction(transaction)
            case .purchasing, .failed: break
            }
        case .changed(let transaction): didChangeTransaction(transaction)
        case .failed(let transaction): didFailTransaction(transaction)
        case .refused(let payment, let error): didRefusePurchase(of: payment.productIdentifier, error: error)
        case .revoked(let record): didRevokeTransaction(record)
        case .restoreFinished(let transactions): didFinishRestoring(transactions)
        case .restoreFailed(let error): didFailRestoring(error: error)
        case .purchaseIntent(let payment): didReceivePurchaseIntent(payment)
        case .purchasedProductsChanged(let products): didChangePurchasedProducts(products)
        case .subscriptionStatusChanged(let status): didChangeSubscriptionStatus(status)
        case .renewalChanged(let renewal): didChangeRenewal(renewal)
        case .storefrontChanged(let storefront): didChangeStorefront(storefront)
        case .accountChanged(let account): didChangeAccount(account)
        case .message(let message): didReceiveMessage(message)
        case .finished, .removed, .closed: break
        }
    }
}
