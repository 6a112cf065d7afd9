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
    private var lastRequest = 0
    /// The request whose answer counts; the answers of older requests come too late.
    private var answeredRequest = 0

    var isLoading: Bool { requestsUnderWay > 0 }

    mutating func begin() -> Int {
        requestsUnderWay += 1
        lastRequest += 1
        return lastRequest
    }

    /// Marks the prices, and those that are being requested, as those of another storefront.
    mutating func outdate() {
        isStale = true
        answeredRequest = lastRequest
    }

    /// Takes an answer, unless a later request has been answered.
    ///
    /// - Returns: The error to show, if there is one.
    mutating func end(_ request: Int, _ result: Result<ProductsResponse, any Error>) -> (any Error)? {
        requestsUnderWay -= 1
        guard request > answeredRequest else { return nil }
        switch result {
        case .success(let response):
            self.response = response
            isStale = false
        case .failure(let error):
            if error is CancellationError { return nil }
            if isStale { response = nil }
        }
        answeredRequest = request
        hasAnswer = true
        guard case .failure(let error) = result else { return nil }
        return error
    }
}
