public import Dispatch

/// The closure API of a store, like the tutorial's `IAPHelper`.
///
/// It keeps only the identifiers of its products. The ledger knows what is owned, and the store posts
/// `.IAPHelperPurchaseNotification` once, however many helpers there are.
public final class IAPHelper: Sendable {
    let productIds: Set<ProductIdentifier>
    let store: IAPStore
    private let callbacks: DispatchQueue
    private let registration: Subscription

    /// - Parameter callbackQueue: Where closures are called; the main queue by default.
    public init(productIds: Set<ProductIdentifier>, store: IAPStore, callbackQueue: DispatchQueue = .main) {
        self.productIds = productIds
        self.store = store
        callbacks = DispatchQueue(label: "swift-iap.helper", target: callbackQueue)
        registration = store.queue.addCallbackQueue(callbacks)
    }

    /// Looks the products up and calls back once, with `nil` when the look-up failed. Every call is answered, also
    /// while another one runs. ``IAPStore/products(for:policy:)`` also returns the error and the products that are not
    /// sold.
    ///
    /// The products come in the order of their identifiers: find one by its identifier, not by its index.
    public func requestProducts(
        completionHandler: @escaping @Sendable (_ success: Bool, _ products: [StoreProduct]?) -> Void
    ) {
        Task {
            let response = try? await store.products(for: productIds.sorted())
            callbacks.async { completionHandler(response != nil, response?.products) }
        }
    }

    /// Buys, and calls back once when it is delivered, pending, cancelled or failed.
    ///
    /// The notification `.IAPHelperPurchaseNotification` announces a pending purchase once it is approved.
    public func buyProduct(
        _ product: StoreProduct,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions(),
        completionHandler: @escaping @Sendable (Result<PurchaseResult, IAPError>) -> Void = { _ in }
    ) {
        do {
            let payment = try store.payment(for: product, quantity: quantity, options: options)
            store.queue.purchase(payment, timeout: options.timeout) { self.call(completionHandler, $0) }
        } catch {
            call(completionHandler, .failure(error))
        }
    }

    /// Whether the customer owns a product now. A consumable never is.
    public func isProductPurchased(_ productIdentifier: ProductIdentifier) -> Bool {
        store.isPurchased(productIdentifier)
    }

    /// Restores, and calls back once with the transactions of products that are owned now; empty when there was nothing
    /// to restore.
    public func restorePurchases(
        completionHandler: @escaping @Sendable (Result<[PaymentTransaction], IAPError>) -> Void = { _ in }
    ) {
        store.queue.restoreCompletedTransactions { self.call(completionHandler, $0) }
    }

    private func call<Value: Sendable>(
        _ handler: @escaping @Sendable (Result<Value, IAPError>) -> Void,
        _ result: Result<Value, any Error>
    ) {
        callbacks.async { handler(result.mapError { IAPError(wrapping: $0, as: .unknown) }) }
    }
}
