import Foundation

extension NotificationCenter {
    /// Posts one purchase in both forms. Foundation turns a notification into the typed message on Apple platforms; on Linux it
    /// does not, so there both are posted.
    func announce(_ transaction: PaymentTransaction, of queue: PaymentQueue) {
        post(Notification(purchased: transaction))
        #if !canImport(Darwin)
        post(PurchaseMessage(transaction: transaction), subject: queue)
        #endif
    }
}
