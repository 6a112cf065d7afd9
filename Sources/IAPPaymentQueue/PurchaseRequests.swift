import Foundation
import IAPCore

/// The purchases that the app asked for and that have no final answer yet.
///
/// Pure: it decides who is answered by what; the queue carries it out.
struct PurchaseRequests {
    struct Request {
        let payment: Payment
        /// Comes from the store; or, once nobody waits for it, as a cancellation, which lets the next request for the
        /// product begin.
        let answer: Promise<PurchaseResult>
        /// Whether whoever asked has been told that it waits for somebody else.
        var isPending = false
        /// Whether the store has said how it ends.
        fileprivate(set) var hasOutcome = false
        /// How many callers want the answer.
        var callerCount = 1
        /// Its place among all requests.
        fileprivate(set) var number = 0

        /// Whether the store works on it, and somebody wants to know.
        var isRunning: Bool { !isPending && callerCount > 0 }

        /// Answers whoever waits, and lets the next request for the product begin.
        func end(_ result: Result<PurchaseResult, any Error>) { answer.fulfill(result) }
    }

    enum Opening {
        /// The store is to be asked, once the running request for the same product, if there is one, has been answered:
        /// while a consumable's transaction is unfinished the store hands that one out again, instead of charging
        /// (https://developer.apple.com/forums/thread/833064).
        case new(Request, after: Request?)
        /// The store has been asked already, and its answer serves again.
        case joined(Request)
    }

    private var requests: [UUID: Request] = [:]
    private var nextNumber = 0
    /// Of each payment, without its request, the request that the next call for it joins while it runs.
    private var joinable: [Payment: UUID] = [:]
    /// Of each product, the requests that may run, oldest first.
    private var lines: [ProductIdentifier: ArraySlice<UUID>] = [:]
    /// Of each product, the requests that wait for somebody else.
    private var pending: [ProductIdentifier: Set<UUID>] = [:]
    private var ended = RecentIdentifiers()

    /// Payments that wait for an approval, or for the customer to settle something, oldest first.
    var pendingPayments: [Payment] { payments { $0.isPending } }

    /// Payments that the store works on while somebody waits, oldest first.
    var runningPayments: [Payment] { payments { $0.isRunning } }

    private func payments(where isMeant: (Request) -> Bool) -> [Payment] {
        requests.values.filter(isMeant).sorted { $0.number < $1.number }.map(\.payment)
    }

    /// Opens a request, or joins one for the same payment that the store has not answered.
    mutating func open(_ payment: Payment, identifier: UUID) -> Opening {
        let wish = payment.identified(by: nil)
        if let same = joinable[wish], let request = requests[same], request.isRunning {
            requests[same]?.callerCount += 1
            return .joined(request)
        }
        let previous = lastRunning(payment.productIdentifier)
        let request = insert(Request(payment: payment.identified(by: identifier), answer: Promise()), identifier)
        joinable[wish] = identifier
        lines[payment.productIdentifier, default: []].append(identifier)
        return .new(request, after: previous)
    }

    /// The latest request for a product that runs. What has stopped running at either end of the line is dropped from
    /// it: it never runs again.
    private mutating func lastRunning(_ product: ProductIdentifier) -> Request? {
        guard var line = lines.removeValue(forKey: product) else { return nil }
        while let first = line.first, requests[first]?.isRunning != true { line.removeFirst() }
        while let last = line.last, requests[last]?.isRunning != true { line.removeLast() }
        let last = line.last
        if last != nil { lines[product] = line }
        return last.flatMap { requests[$0] }
    }

    /// Notes that a caller has stopped waiting. A request that nobody waits for is still ended by its transaction, but
    /// is not joined, and holds up no other: its store may never answer.
    ///
    /// - Returns: The request, when nobody waits for it any more.
    mutating func leave(_ identifier: UUID) -> Request? {
        requests[identifier]?.callerCount -= 1
        return requests[identifier].flatMap { $0.callerCount == 0 ? $0 : nil }
    }

    /// Whether somebody still wants what is about to be submitted. One that nobody wants is dropped.
    mutating func isWanted(_ identifier: UUID) -> Bool {
        guard requests[identifier]?.callerCount == 0 else { return true }
        remove(identifier)
        return false
    }

    func isOpen(_ identifier: UUID?) -> Bool { identifier.map { requests[$0] != nil } ?? false }

    /// Whether a request has ended, so that a word on its beginning is late. Of requests that ended long ago nobody
    /// knows.
    func hasEnded(_ identifier: UUID?) -> Bool { identifier.map(ended.contains) ?? false }

    /// Notes that the store has said how a request ends, whatever is still to be done about it.
    mutating func noteOutcome(_ transaction: PaymentTransaction) {
        guard let identifier = transaction.payment.requestIdentifier else { return }
        switch transaction.transactionState {
        case .purchased, .restored, .failed: requests[identifier]?.hasOutcome = true
        case .purchasing, .deferred: break
        }
    }

    /// Takes the request that a transaction ends. One that waited takes those with it that waited for the same product:
    /// asking again for approval asks once (https://developer.apple.com/forums/thread/706277).
    ///
    /// A transaction that names no request ends the oldest pending one for its product if it is news, and the store did
    /// not renew it: an approval may come at another launch, or through a store that forgot who asked.
    mutating func close(endedBy transaction: PaymentTransaction, isNews: Bool = false) -> Request? {
        let payment = transaction.payment
        let identifier: UUID?
        if let named = payment.requestIdentifier {
            identifier = named
        } else if isNews, transaction.reason == .purchase, transaction.transactionState == .purchased {
            let waiting = pending[payment.productIdentifier]?.compactMap { requests[$0] }
            identifier = waiting?.min { $0.number < $1.number }?.payment.requestIdentifier
        } else {
            identifier = nil
        }
        guard let identifier, let match = remove(identifier) else { return nil }
        if match.isPending {
            for other in pending[match.payment.productIdentifier] ?? [] { remove(other) }
        }
        return match
    }

    /// Notes that a transaction leaves its request waiting for somebody else.
    mutating func suspend(by transaction: PaymentTransaction) -> Request? {
        guard let identifier = transaction.payment.requestIdentifier else { return nil }
        // A request of an earlier launch waits too, though nobody waits for it here.
        let request =
            requests[identifier] ?? insert(Request(payment: transaction.payment, answer: Promise()), identifier)
        requests[identifier]?.isPending = true
        requests[identifier]?.hasOutcome = false
        pending[request.payment.productIdentifier, default: []].insert(identifier)
        return requests[identifier]
    }

    /// Takes a request that the store did not take.
    mutating func close(_ identifier: UUID) -> Request? { remove(identifier) }

    /// Takes every request that the store has not answered and will not answer. Pending ones stay: they were answered.
    mutating func closeAllUnanswered() -> [Request] {
        let unanswered = requests.values.filter { !$0.isPending && !$0.hasOutcome }.sorted { $0.number < $1.number }
        for request in unanswered { request.payment.requestIdentifier.map { _ = remove($0) } }
        return unanswered
    }

    private mutating func insert(_ request: Request, _ identifier: UUID) -> Request {
        var request = request
        request.number = nextNumber
        nextNumber += 1
        requests[identifier] = request
        return request
    }

    @discardableResult
    private mutating func remove(_ identifier: UUID) -> Request? {
        ended.insert(identifier)
        guard let request = requests.removeValue(forKey: identifier) else { return nil }
        let product = request.payment.productIdentifier
        let wish = request.payment.identified(by: nil)
        if joinable[wish] == identifier { joinable[wish] = nil }
        pending[product]?.remove(identifier)
        if pending[product]?.isEmpty == true { pending[product] = nil }
        _ = lastRunning(product)
        return request
    }
}
