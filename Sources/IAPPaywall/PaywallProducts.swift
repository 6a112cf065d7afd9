import IAP

/// A paywall's products as the store last described them, and the requests for them that run.
struct PaywallProducts {
    /// The last answer; `nil` before the first one, and once its prices are outdated and new ones cannot be had.
    private(set) var response: ProductsResponse?
    /// Whether the storefront has changed since, so that prices are outdated.
    private(set) var isStale = false
    /// Whether the store has answered, if only with an error.
    private(set) var hasAnswer = false
    private var requestsUnderWay = 0
    private var order = RequestOrder()

    var isLoading: Bool { requestsUnderWay > 0 }

    mutating func begin() -> Int {
        requestsUnderWay += 1
        return order.begin()
    }

    /// Marks the prices, and those that are being requested, as those of another storefront.
    mutating func outdate() {
        isStale = true
        order.outdate()
    }

    /// Handles an answer, unless a later request has been answered.
    ///
    /// - Returns: The error to show, if there is one.
    mutating func end(_ request: Int, _ result: Result<ProductsResponse, any Error>) -> (any Error)? {
        requestsUnderWay -= 1
        if case .failure(let error) = result, error is CancellationError { return nil }
        guard order.accepts(request) else { return nil }
        hasAnswer = true
        switch result {
        case .success(let response):
            self.response = response
            isStale = false
            return nil
        case .failure(let error):
            if isStale { response = nil }
            return error
        }
    }
}
