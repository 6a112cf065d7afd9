public import Foundation

extension Notification.Name {
    /// Posted on the main queue for each event of a store, except the steps of processing a transaction: a purchase, a
    /// failure, a refund, a change of what the customer owns. The object is the ``PaymentQueue``;
    /// ``Foundation/Notification/paymentQueueEvent`` is the event.
    public static let paymentQueueEvent = Notification.Name("IAPPaymentQueueEvent")
}

extension Notification {
    private static let eventKey = "com.swift-iap.event"

    /// The event of a notification named `.paymentQueueEvent`; `nil` in any other.
    public var paymentQueueEvent: PaymentQueueEvent? { userInfo?[Self.eventKey] as? PaymentQueueEvent }

    init(_ event: PaymentQueueEvent, of queue: PaymentQueue?) {
        self.init(name: .paymentQueueEvent, object: queue, userInfo: [Self.eventKey: event])
    }
}

/// The typed form of the notification `.paymentQueueEvent`.
///
/// ```swift
/// let token = NotificationCenter.default.addObserver(for: PaymentQueueMessage.self) { message in
///     if case .purchasedProductsChanged(let products) = message.event { print(products) }
/// }
/// ```
///
/// Source:
/// [`NotificationCenter.AsyncMessage`](https://developer.apple.com/documentation/foundation/notificationcenter/asyncmessage).
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
public struct PaymentQueueMessage: NotificationCenter.AsyncMessage {
    public typealias Subject = PaymentQueue

    public static var name: Notification.Name { .paymentQueueEvent }

    public let event: PaymentQueueEvent

    init(event: PaymentQueueEvent) {
        self.event = event
    }

    public static func makeMessage(_ notification: Notification) -> PaymentQueueMessage? {
        notification.paymentQueueEvent.map(PaymentQueueMessage.init)
    }

    public static func makeNotification(_ message: PaymentQueueMessage) -> Notification {
        Notification(message.event, of: nil)
    }
}
