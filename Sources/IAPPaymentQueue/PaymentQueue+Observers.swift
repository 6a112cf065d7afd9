public import Dispatch
package import IAPCore

extension PaymentQueue {
    /// Adds an observer, which is held weakly, and receives everything that happens from now on. Adding it again does
    /// nothing.
    ///
    /// - Parameter callbackQueue: Where it is called; the main queue by default. A concurrent queue keeps the order as
    ///   well.
    public func add(_ observer: any PaymentTransactionObserver, callbackQueue: DispatchQueue = .main) {
        let identifier = ObjectIdentifier(observer)
        let reference = ObserverReference(observer)
        state.withLock { state in
            // An identifier may belong to a new object at the address of one that is gone.
            guard state.observers[identifier]?.reference.observer == nil else { return }
            let subscription = broadcast.subscribe(on: callbackQueue) { [weak self, reference] event in
                guard let self else { return }
                guard let observer = reference.observer else { return self.forget(identifier, reference) }
                observer.receive(event, from: self)
            }
            state.observers[identifier] = Registration(reference: reference, subscription: subscription)
        }
    }

    /// Removes an observer. On its callback queue, no call follows.
    public func remove(_ observer: any PaymentTransactionObserver) {
        let registration = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
        registration?.reference.clear()
    }

    /// How many observers there are, including those that are gone and whose registration is not dropped yet.
    package var observerCount: Int { state.withLock { $0.observers.count } }

    /// Drops the registration of an observer that is gone.
    private func forget(_ identifier: ObjectIdentifier, _ reference: ObserverReference) {
        let registration = state.withLock { state -> Registration? in
            // The address may belong to another observer since.
            guard state.observers[identifier]?.reference === reference else { return nil }
            return state.observers.removeValue(forKey: identifier)
        }
        withExtendedLifetime(registration) {}
    }

    struct Registration {
        let reference: ObserverReference
        let subscription: Subscription
    }

    /// An observer that is held weakly, until it is removed.
    final class ObserverReference: Sendable {
        private let reference: Locked<WeakReference<any PaymentTransactionObserver>?>

        init(_ observer: any PaymentTransactionObserver) {
            reference = Locked(WeakReference { [weak observer] in observer })
        }

        var observer: (any PaymentTransactionObserver)? { reference.withLock { $0 }?.object }

        func clear() { reference.withLock { $0 = nil } }
    }
}

extension PaymentTransactionObserver {
    fileprivate func receive(_ event: PaymentQueueEvent, from queue: PaymentQueue) {
        switch event {
        case .updated(let transaction), .changed(let transaction), .failed(let transaction):
            paymentQueue(queue, updatedTransactions: [transaction])
        case .removed(let transaction): paymentQueue(queue, removedTransactions: [transaction])
        case .restoreFinished: paymentQueueRestoreCompletedTransactionsFinished(queue)
        case .restoreFailed(let error): paymentQueue(queue, restoreCompletedTransactionsFailedWithError: error)
        case .storefrontChanged: paymentQueueDidChangeStorefront(queue)
        default: break
        }
        paymentQueue(queue, didSend: event)
    }
}

// MARK: Events

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

    /// Calls `body` with each event from now on, in order, on `callbackQueue`, until the subscription is released.
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
        broadcast.subscribe(enqueue: { _ in }, drain: { completion in callbackQueue.async { completion() } })
    }
}
