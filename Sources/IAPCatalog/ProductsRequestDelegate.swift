public import IAPCore

/// Receives the result of a ``ProductsRequest``.
///
/// All methods are called on the request's callback queue, one after the other. A request whose callback queue is the
/// main queue may have a delegate on the main actor.
///
/// Source: [`SKProductsRequestDelegate`](https://developer.apple.com/documentation/storekit/skproductsrequestdelegate).
public protocol ProductsRequestDelegate: AnyObject {
    /// Called when the store has answered, before ``requestDidFinish(_:)``.
    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse)

    /// Called last, after a request that was answered. The default does nothing.
    func requestDidFinish(_ request: ProductsRequest)

    /// Called last, instead of the other methods, when a request fails. The default does nothing.
    func request(_ request: ProductsRequest, didFailWithError error: IAPError)
}

extension ProductsRequestDelegate {
    public func requestDidFinish(_ request: ProductsRequest) {}
    public func request(_ request: ProductsRequest, didFailWithError error: IAPError) {}
}
