import Foundation
import IAPCore

/// The payments that the app has requested and that have no final answer yet.
///
/// Pure: it decides which request is answered by what; the queue carries it out.
struct PurchaseRequests {
    struct Request {
        let payment: Payment
        /// Comes from the store; or, once no caller waits for it, as a cancellation, which lets the next request for the
        /// product begin.
        let answer: Promise<PurchaseResult>
        /// Whether the callers have been told that it waits for an approval, or for the customer.
        var isPending = false
        /// Whether the store has reported how it ends.
        fileprivate(set) var hasOutcome = false
        /// How many callers want the answer.
        var callerCount = 1
        /// Its position among all requests.
        fileprivate(set) var number = 0

        /// Whether the store works on it, and a caller wants to know.
        var isRunning: Bool { !isPending && callerCount > 0 }

        /// Answers the callers, and lets the next request for the product begin.
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
    /// The requests for each product, oldest first.
    private var byProduct: [ProductIdentifier: [UUID]] = [:]
    private var ended = RecentIdentifiers()

    /// Payments that wait for an approval, or for the customer, oldest first.
    var pendingPayments: [Payment] { payments { $0.isPending } }

    /// Payments that the store works on while a caller waits, oldest first.
    var runningPayments: [Payment] { payments { $0.isRunning } }

    private func payments(where isIncluded: (Request) -> Bool) -> [Payment] {
        requests.values.filter(isIncluded).sorted { $0.number < $1.number }.map(\.payment)
    }

    private func requests(for product: ProductIdentifier) -> [Request] {
        byProduct[product, default: []].compactMap { requests[$0] }
    }

    /// Opens a request, or joins one for the same payment that the store has not answered.
    mutating func open(_ payment: Payment, identifier: UUID) -> Opening {
        let running = requests(for: payment.productIdentifier).filter(\.isRunning)
        let bare = payment.identified(by: nil)
        if let same = running.last(where: { $0.payment.identified(by: nil) == bare }),
            let identifier = same.payment.requestIdentifier
        {
            requests[identifier]?.callerCount += 1
            return .joined(same)
        }
        let request = insert(Request(payment: payment.identified(by: identifier), answer: Promise()), identifier)
        return .new(request, after: running.last)
    }

    /// Notes that a caller has stopped waiting. A request without callers is still ended by its transaction, but is not
    /// joined, and holds up no other: its store may never answer.
    ///
    /// - Returns: The request, when no caller waits for it any longer.
    mutating func leave(_ identifier: UUID) -> Request? {
        requests[identifier]?.callerCount -= 1
        return requests[identifier].flatMap { $0.callerCount == 0 ? $0 : nil }
    }

    /// Whether a caller still wants what is about to be submitted. A request without callers is dropped.
    mutating func isWanted(_ identifier: UUID) -> Bool {
        guard requests[identifier]?.callerCount == 0 else { return true }
        remove(identifier)
        return false
    }

    func isOpen(_ identifier: UUID?) -> Bool { identifier.map { requests[$0] != nil } ?? false }

    /// Whether a request has ended, so that a report of its beginning is late. Requests that ended long ago are
    /// forgotten.
    func hasEnded(_ identifier: UUID?) -> Bool { identifier.map(ended.contains) ?? false }

    /// Notes that the store has reported how a request ends, whatever is still to be done about it.
    mutating func noteOutcome(_ transaction: PaymentTransaction) {
        guard let identifier = transaction.payment.requestIdentifier else { return }
        switch transaction.transactionState {
        case .purchased, .restored, .failed: requests[identifier]?.hasOutcome = true
        case .purchasing, .deferred: break
        }
    }

    /// Removes the request that a transaction ends, and returns it. A pending one takes those with it that are pending for
    /// the same product: asking again for approval asks once (https://developer.apple.com/forums/thread/706277).
    ///
    /// A transaction that names no request ends the oldest pending one for its product if it is new, and the store did
    /// not renew it: an approval may come at another launch, or through a store that forgot the request.
    mutating func close(endedBy transaction: PaymentTransaction, isNew: Bool = false) -> Request? {
        var identifier = transaction.payment.requestIdentifier
        if identifier == nil, isNew, transaction.reason == .purchase, transaction.transactionState == .purchased {
            let pending = requests(for: transaction.productIdentifier).first(where: \.isPending)
            identifier = pending?.payment.requestIdentifier
        }
        guard let identifier, let match = remove(identifier) else { return nil }
        if match.isPending {
            for other in requests(for: match.payment.productIdentifier) where other.isPending {
                other.payment.requestIdentifier.map { _ = remove($0) }
            }
        }
        return match
    }

    /// Notes that a transaction leaves its request waiting for an approval, or for the customer.
    mutating func suspend(by transaction: PaymentTransaction) -> Request? {
        guard let identifier = transaction.payment.requestIdentifier else { return nil }
        if requests[identifier] == nil {
            // A request of an earlier launch waits too, though no caller of this launch does.
            _ = insert(Request(payment: transaction.payment, answer: Promise()), identifier)
        }
        requests[identifier]?.isPending = true
        requests[identifier]?.hasOutcome = false
        return requests[identifier]
    }

    /// Removes a request that the store has rejected.
    mutating func close(_ identifier: UUID) -> Request? { remove(identifier) }

    /// Removes every request that the store has not answered and will not answer. Pending ones stay: they were answered.
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
        byProduct[request.payment.productIdentifier, default: []].append(identifier)
        return request
    }

    @discardableResult
    private mutating func remove(_ identifier: UUID) -> Request? {
        ended.insert(identifier)
        guard let request = requests.removeValue(forKey: identifier) else { return nil }
        let product = request.payment.productIdentifier
        byProduct[product]?.removeAll { $0 == identifier }
        if byProduct[product]?.isEmpty == true { byProduct[product] = nil }
        return request
    }
}
