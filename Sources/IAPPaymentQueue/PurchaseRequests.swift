import Foundation
import IAPCore

/// The purchases that the app asked for and that have no final answer yet.
///
/// Pure: it decides who is answered by what; the queue carries it out.
struct PurchaseRequests {
    struct Request {
        let payment: Payment
        let answer: Promise<PurchaseResult>
        /// Comes with the answer, or once nobody waits for one.
        let turn = Promise<Void>()
        /// Whether whoever asked has been told that it waits for somebody else.
        var isPending = false
        /// How many callers want the answer.
        var callerCount = 1

        /// Whether the store works on it, and somebody wants to know.
        var isRunning: Bool { !isPending && callerCount > 0 }

        /// Answers whoever waits, and lets the next request for the product begin.
        func end(_ result: Result<PurchaseResult, any Error>) {
            answer.fulfill(result)
            turn.fulfill(.success(()))
        }
    }

    enum Opening {
        /// The store is to be asked, once the running request for the same product, if there is one, has been answered: while a
        /// consumable's transaction is unfinished the store hands that one out again, instead of charging
        /// (https://developer.apple.com/forums/thread/833064).
        case new(Request, after: Request?)
        /// The store has been asked already, and its answer serves again.
        case joined(Request)
    }

    private var requests: [UUID: Request] = [:]
    /// Request identifiers, oldest first.
    private var order: [UUID] = []
    private var closed: Set<UUID> = []

    /// Payments that wait for an approval, or for the customer to settle something, oldest first.
    var pendingPayments: [Payment] {
        order.compactMap { requests[$0] }.filter(\.isPending).map(\.payment)
    }

    /// Payments that the store works on while somebody waits, oldest first.
    var runningPayments: [Payment] {
        order.compactMap { requests[$0] }.filter(\.isRunning).map(\.payment)
    }

    /// Opens a request, or joins one for the same payment that the store has not answered.
    mutating func open(_ payment: Payment, identifier: UUID) -> Opening {
        let running = order.compactMap { requests[$0] }
            .filter { $0.isRunning && $0.payment.productIdentifier == payment.productIdentifier }
        if let same = running.first(where: { $0.payment.isSameWish(as: payment) }) {
            same.payment.requestIdentifier.map { requests[$0]?.callerCount += 1 }
            return .joined(same)
        }
        let request = Request(payment: payment.identified(by: identifier), answer: Promise())
        insert(request, identifier)
        return .new(request, after: running.last)
    }

    /// Notes that a caller has stopped waiting. A request that nobody waits for is still ended by its transaction, but is not
    /// joined, and holds up no other: its store may never answer.
    ///
    /// - Returns: The request, when nobody waits for it any more.
    mutating func leave(_ identifier: UUID) -> Request? {
        requests[identifier]?.callerCount -= 1
        return requests[identifier].flatMap { $0.callerCount == 0 ? $0 : nil }
    }

    /// Whether somebody still wants what is about to be submitted. One that nobody wants is dropped.
    mutating func isWanted(_ identifier: UUID) -> Bool {
        guard requests[identifier]?.callerCount == 0 else { return true }
        remove { $0.payment.requestIdentifier == identifier }
        return false
    }

    func hasEnded(_ identifier: UUID?) -> Bool { identifier.map(closed.contains) ?? false }

    /// Takes the request that a transaction ends. One that waited takes those with it that waited for the same product: asking
    /// again for approval asks once (https://developer.apple.com/forums/thread/706277).
    ///
    /// A transaction that names no request ends the oldest pending one for its product if it is news, and the store did not
    /// renew it: an approval may come at another launch, or through a store that forgot who asked.
    mutating func close(endedBy transaction: PaymentTransaction, isNews: Bool = false) -> Request? {
        let payment = transaction.payment
        let match =
            if let identifier = payment.requestIdentifier {
                requests[identifier]
            } else if isNews, transaction.reason == .purchase, transaction.transactionState == .purchased {
                order.lazy.compactMap { [requests] in requests[$0] }
                    .first { $0.isPending && $0.payment.productIdentifier == payment.productIdentifier }
            } else {
                Request?.none
            }
        guard let match else { return nil }
        remove { other in
            other.payment == match.payment
                || match.isPending && other.isPending
                    && other.payment.productIdentifier == match.payment.productIdentifier
        }
        return match
    }

    /// Notes that a transaction leaves its request waiting for somebody else.
    mutating func suspend(by transaction: PaymentTransaction) -> Request? {
        guard let identifier = transaction.payment.requestIdentifier else { return nil }
        // A request of an earlier launch waits too, though nobody waits for it here.
        if requests[identifier] == nil { insert(Request(payment: transaction.payment, answer: Promise()), identifier) }
        requests[identifier]?.isPending = true
        return requests[identifier]
    }

    /// Takes a request that the store did not take.
    mutating func close(_ identifier: UUID) -> Request? {
        let request = requests[identifier]
        remove { $0.payment.requestIdentifier == identifier }
        return request
    }

    /// Takes every request that somebody still waits for. Pending ones stay: they were answered.
    mutating func closeAllRunning() -> [Request] {
        let running = order.compactMap { requests[$0] }.filter { !$0.isPending }
        remove { !$0.isPending }
        return running
    }

    private mutating func insert(_ request: Request, _ identifier: UUID) {
        requests[identifier] = request
        order.append(identifier)
    }

    private mutating func remove(where isGone: (Request) -> Bool) {
        let gone = order.filter { identifier in requests[identifier].map(isGone) ?? true }
        closed.formUnion(gone)
        gone.forEach { requests[$0] = nil }
        order.removeAll { requests[$0] == nil }
    }
}

extension Payment {
    fileprivate func isSameWish(as other: Payment) -> Bool {
        identified(by: nil) == other.identified(by: nil)
    }
}
