public import Foundation

extension Notification.Name {
    /// Posted on the main queue when a purchase or a restored purchase has been recorded and delivered. The object is
    /// the product identifier; ``Foundation/Notification/purchasedTransaction`` has the rest.
    ///
    /// The name and the object are those of the tutorials' `IAPHelper`.
    public static let IAPHelperPurchaseNotification = Notification.Name("IAPHelperPurchaseNotification")
}

extension Notification {
    private static let transactionKey = "com.swift-iap.transaction"

    /// The transaction of a purchase notification; `nil` in any other.
    public var purchasedTransaction: PaymentTransaction? {
        userInfo?[Self.transactionKey] as? PaymentTransaction
    }

    init(purchased transaction: PaymentTransaction) {
        self.init(
            name: .IAPHelperPurchaseNotification,
            object: transaction.productIdentifier,
            userInfo: [Self.transactionKey: transaction]
        )
    }
}

extension PaymentQueue {
    /// Posts a notification for each announced event, and one for each purchase, until the subscription is released.
    func announceEvents(in center: NotificationCenter) -> Subscription {
        let announcements = Announcements(in: center)
        return broadcast.subscribe(
            enqueue: { [weak self] event in
                if event.isAnnounced, let self { announcements.add(event, of: self) }
            },
            drain: { announcements.drain($0) }
        )
    }
}

extension PaymentQueueEvent {
    /// The steps of processing are not announced: a progress indicator asks the queue.
    fileprivate var isAnnounced: Bool {
        switch self {
        case .updated(let transaction): transaction.transactionState != .purchasing
        case .finished, .removed: false
        default: true
        }
    }
}
