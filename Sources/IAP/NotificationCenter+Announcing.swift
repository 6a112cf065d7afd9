import Foundation

extension NotificationCenter {
    /// Posts one purchase in both forms, on the main queue. Foundation turns a notification into the typed message on Apple
    /// platforms; on Linux it does not, so there both are posted.
    ///
    /// By the operation queue: on Linux an observer with `queue: .main` waits for that one, and would wait for ever for a
    /// notification that is posted on the dispatch queue beneath it.
    func announce(_ transaction: PaymentTransaction, of queue: PaymentQueue) {
        OperationQueue.main.addOperation {
            self.post(Notification(purchased: transaction))
            #if !canImport(Darwin)
            self.post(PurchaseMessage(transaction: transaction), subject: queue)
            #endif
        }
    }

    /// Posts one event, in the same way.
    func announce(_ event: PaymentQueueEvent, of queue: PaymentQueue) {
        OperationQueue.main.addOperation {
            self.post(Notification(event, of: queue))
            #if !canImport(Darwin)
            self.post(PaymentQueueMessage(event: event), subject: queue)
            #endif
        }
    }
}
