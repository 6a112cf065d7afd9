package import Dispatch
package import IAPCore

/// Listening to all that happens.
extension PaymentQueue {
    /// A new stream of everything that happens from now on. It keeps what its reader has not read, and ends with the
    /// queue.
    public var events: AsyncStream<PaymentQueueEvent> { broadcast.stream { $0 } }

    /// A new stream of what `transform` makes of the events from now on.
    package func events<Output: Sendable>(
        of transform: @escaping @Sendable (PaymentQueueEvent) -> Output?
    ) -> AsyncStream<Output> {
        broadcast.stream(of: transform)
    }

    /// Calls `body` with each event from now on, in order, on `callbackQueue`, until the subscription goes.
    package func subscribe(
        on callbackQueue: DispatchQueue,
        _ body: @escaping @Sendable (PaymentQueueEvent) -> Void
    ) -> Subscription {
        broadcast.subscribe(on: callbackQueue, body)
    }

    /// Calls `enqueue` with each event from now on, in order, until the subscription is released. It only puts the event
    /// into a queue.
    ///
    /// - Parameter drain: Calls its argument once that queue is empty.
    package func subscribe(
        enqueue: @escaping @Sendable (PaymentQueueEvent) -> Void,
        drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) -> Subscription {
        broadcast.subscribe(enqueue: enqueue, drain: drain)
    }

    /// Has ``waitUntilIdle()`` wait for what is on a queue of callbacks, until the subscription is released.
    package func addCallbackQueue(_ callbackQueue: DispatchQueue) -> Subscription {
        broadcast.subscribe(
            enqueue: { _ in },
            drain: { completion in callbackQueue.async { completion() } }
        )
    }
}
