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
        /// Whether its callers have the answer that it waits for an approval, or for the customer.
        var isPending = false
        /// Whether the store has reported how it ends.
        fileprivate(set) var hasOutcome = false
        /// How many callers want the answer.
        var callerCount = 1

        var identifier: UUID? { payment.requestIdentifier }
        var product: ProductIdentifier { payment.productIdentifier }
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

    /// How many identifiers of ended requests are remembered.
    private static let endedCount = 500

    /// Oldest first.
    private var requests: [Request] = []
    /// The identifiers of the latest requests that have ended.
    private var ended: [UUID] = []

    /// Payments that wait for an approval, or for the customer, oldest first.
    var pendingPayments: [Payment] { requests.filter(\.isPending).map(\.payment) }

    /// Payments that the store works on while a caller waits, oldest first.
    var runningPayments: [Payment] { requests.filter(\.isRunning).map(\.payment) }

    private func index(of identifier: UUID?) -> Int? {
        identifier.flatMap { identifier in requests.firstIndex { $0.identifier == identifier } }
    }

    /// Opens a request, or joins one for the same payment that the store has not answered.
    mutating func open(_ payment: Payment, identifier: UUID) -> Opening {
        let running = requests.indices.filter {
            requests[$0].isRunning && requests[$0].product == payment.productIdentifier
        }
        let bare = payment.identified(by: nil)
        if let same = running.last(where: { requests[$0].payment.identified(by: nil) == bare }) {
            requests[same].callerCount += 1
            return .joined(requests[same])
        }
        let previous = running.last.map { requests[$0] }
        let request = Request(payment: payment.identified(by: identifier), answer: Promise())
        requests.append(request)
        return .new(request, after: previous)
    }

    /// Notes that a caller has stopped waiting. A request without callers is still ended by its transaction, but is not
    /// joined, and holds up no other: its store may never answer.
    ///
    /// - Returns: The request, when no caller waits for it any longer.
    mutating func leave(_ identifier: UUID?) -> Request? {
        guard let index = index(of: identifier) else { return nil }
        requests[index].callerCount -= 1
        return requests[index].callerCount == 0 ? requests[index] : nil
    }

    /// Whether a caller still wants what is about to be submitted. A request without callers is dropped.
    mutating func isWanted(_ identifier: UUID?) -> Bool {
        guard let index = index(of: identifier), requests[index].callerCount == 0 else { return true }
        _ = close(identifier)
        return false
    }

    func isOpen(_ identifier: UUID?) -> Bool { index(of: identifier) != nil }

    /// Whether a request has ended, so that a report of its beginning is late. Requests that ended long ago are
    /// forgotten.
    func hasEnded(_ identifier: UUID?) -> Bool { identifier.map(ended.contains) ?? false }

    /// Notes that the store has reported how a request ends, whatever is still to be done about it.
    mutating func noteOutcome(_ transaction: PaymentTransaction) {
        guard let index = index(of: transaction.payment.requestIdentifier) else { return }
        switch transaction.transactionState {
        case .purchased, .restored, .failed: requests[index].hasOutcome = true
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
            identifier = requests.first { $0.isPending && $0.product == transaction.productIdentifier }?.identifier
        }
        guard let match = close(identifier) else { return nil }
        if match.isPending {
            for other in requests where other.isPending && other.product == match.product {
                _ = close(other.identifier)
            }
        }
        return match
    }

    /// Notes that a transaction leaves its request waiting for an approval, or for the customer.
    mutating func suspend(by transaction: PaymentTransaction) -> Request? {
        guard let identifier = transaction.payment.requestIdentifier else { return nil }
        if !isOpen(identifier) {
            // A request of an earlier launch waits too, though no caller of this launch does.
            requests.append(Request(payment: transaction.payment, answer: Promise()))
        }
        guard let index = index(of: identifier) else { return nil }
        requests[index].isPending = true
        requests[index].hasOutcome = false
        return requests[index]
    }

    /// Removes a request, and remembers that it has ended.
    mutating func close(_ identifier: UUID?) -> Request? {
        guard let identifier else { return nil }
        if !ended.contains(identifier) { ended.append(identifier) }
        if ended.count > Self.endedCount { ended.removeFirst() }
        return index(of: identifier).map { requests.remove(at: $0) }
    }

    /// Removes every request that the store has not answered and will not answer. Pending ones stay: they were answered.
    mutating func closeAllUnanswered() -> [Request] {
        requests.filter { !$0.isPending && !$0.hasOutcome }.compactMap { close($0.identifier) }
    }
}
