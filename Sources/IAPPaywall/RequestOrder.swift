/// Numbers requests that may be answered in another order than they were made.
struct RequestOrder {
    private var last = 0
    private var answered = 0

    mutating func begin() -> Int {
        last += 1
        return last
    }

    /// Whether an answer counts: no later request has been answered.
    mutating func accepts(_ request: Int) -> Bool {
        guard request > answered else { return false }
        answered = request
        return true
    }

    /// Makes the answers of all requests so far come too late.
    mutating func outdate() { answered = last }
}
