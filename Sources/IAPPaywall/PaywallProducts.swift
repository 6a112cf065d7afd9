import IAP

/// What the store has said of a paywall's products, and what it is being asked.
struct PaywallProducts {
    /// The last answer; `nil` before the first one, and when what it said holds no longer.
    private(set) var response: ProductsResponse?
    /// Whether the customer's storefront has changed since, so that prices do not hold.
    private(set) var isStale = false
    /// Whether the store has answered, if only with an error.
    private(set) var hasAnswer = false
    private var requestsUnderWay = 0
    private var lastRequest = 0
    /// The request whose answer is the one that holds; older answers come too late.
    private(set) var answeredRequest = 0

    var isLoading: Bool { requestsUnderWay > 0 }

    mutating func begin() -> Int {
        requestsUnderWay += 1
        lastRequest += 1
        return lastRequest
    }

    /// Notes that another storefront sells at other prices, whatever is under way.
    mutating func outdate() {
        isStale = true
        answeredRequest = lastRequest
    }

    /// Takes an answer, unless a later request has been answered.
    ///
    /// - Returns: What went wrong, if it is of interest.
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
