public import Dispatch
public import IAPCore

/// One product request with a delegate, as StoreKit has it.
///
/// A request keeps itself alive from ``start()`` until its last callback, so that a local variable may hold it. It
/// answers once; make another one to ask again.
///
/// Source: [`SKProductsRequest`](https://developer.apple.com/documentation/storekit/skproductsrequest).
public final class ProductsRequest: Sendable {
    private struct State {
        var delegate: WeakReference<any ProductsRequestDelegate>?
        /// Asks the store, from the start of the request to its end.
        var task: Task<Void, Never>?
        var isEnded = false
    }

    let productIdentifiers: Set<ProductIdentifier>
    private let catalog: ProductCatalog
    private let policy: ProductRequestPolicy
    private let callbackQueue: DispatchQueue
    private let state = Locked(State())

    /// - Parameters:
    ///   - productIdentifiers: The products to look up. The response is in alphabetical order, since a set has none.
    ///   - callbackQueue: Where the delegate is called; by default the main queue. Callbacks keep their order on a
    ///     concurrent queue too.
    public init(
        productIdentifiers: Set<ProductIdentifier>,
        catalog: ProductCatalog,
        policy: ProductRequestPolicy = .cached,
        callbackQueue: DispatchQueue = .main
    ) {
        self.productIdentifiers = productIdentifiers
        self.catalog = catalog
        self.policy = policy
        self.callbackQueue = DispatchQueue(label: "ProductsRequest", target: callbackQueue)
    }

    /// Held weakly.
    public var delegate: (any ProductsRequestDelegate)? {
        get { state.withLock { $0.delegate }?.object }
        set {
            let reference = WeakReference { [weak newValue] in newValue }
            state.withLock { $0.delegate = reference }
        }
    }

    /// Asks the store. Does nothing when the request was started or cancelled before.
    public func start() {
        state.withLock { state in
            guard state.task == nil, !state.isEnded else { return }
            state.task = Task {
                let result: Result<ProductsResponse, any Error>
                do {
                    result = .success(try await catalog.products(for: productIdentifiers.sorted(), policy: policy))
                } catch {
                    result = .failure(error)
                }
                callbackQueue.async { self.send(result) }
            }
        }
    }

    /// Ends the request: no callback begins after this returns. When called outside the callback queue, a callback that
    /// has begun runs to its end.
    public func cancel() {
        end()?.cancel()
    }

    private func send(_ result: Result<ProductsResponse, any Error>) {
        guard state.withLock({ !$0.isEnded }) else { return }
        switch result {
        case .success(let response):
            delegate?.productsRequest(self, didReceive: response)
            // The delegate may have cancelled the request.
            if end() != nil { delegate?.requestDidFinish(self) }
        case .failure(let error):
            if let error = error as? IAPError, end() != nil { delegate?.request(self, didFailWithError: error) }
        }
    }

    /// Returns the task of a request that was running.
    private func end() -> Task<Void, Never>? {
        state.withLock { state in
            state.isEnded = true
            defer { state.task = nil }
            return state.task
        }
    }
}
