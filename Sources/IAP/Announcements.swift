import Foundation

/// Posts events as notifications, in order, on the main queue.
///
/// Events that come while the main queue is busy share one operation, which costs more than a post without observers.
final class Announcements: Sendable {
    private let center: NotificationCenter
    private let state = Locked(State())

    private struct State {
        var waiting: [PaymentQueueEvent] = []
        /// How many operations have not ended.
        var operationCount = 0
    }

    init(in center: NotificationCenter) {
        self.center = center
    }

    /// Posts on the operation queue. On Linux an observer with `queue: .main` waits for that queue, and would wait for
    /// ever for a notification that is posted on the dispatch queue beneath it.
    func add(_ event: PaymentQueueEvent, of queue: PaymentQueue) {
        let isFirst = state.withLock { state in
            state.waiting.append(event)
            if state.waiting.count == 1 { state.operationCount += 1 }
            return state.waiting.count == 1
        }
        guard isFirst else { return }
        OperationQueue.main.addOperation {
            for event in self.takeAll() { self.post(event, of: queue) }
            self.state.withLock { $0.operationCount -= 1 }
        }
    }

    /// Calls `completion` once everything added before has been posted.
    func drain(_ completion: @escaping @Sendable () -> Void) {
        guard state.withLock({ $0.operationCount > 0 }) else { return completion() }
        OperationQueue.main.addOperation(completion)
    }

    private func takeAll() -> [PaymentQueueEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Posts the notification and, on Linux, the typed message that is made from it: Foundation makes it by itself only
    /// on Apple platforms.
    private func post(_ event: PaymentQueueEvent, of queue: PaymentQueue) {
        let notification = Notification(event, of: queue)
        center.post(notification)
        #if !canImport(Darwin)
        if let message = PaymentQueueMessage.makeMessage(notification) { center.post(message, subject: queue) }
        #endif
        guard case .updated(let transaction) = event, transaction.isPaid else { return }
        center.post(Notification(purchased: transaction))
    }
}

extension PaymentTransaction {
    fileprivate var isPaid: Bool { transactionState == .purchased || transactionState == .restored }
}
