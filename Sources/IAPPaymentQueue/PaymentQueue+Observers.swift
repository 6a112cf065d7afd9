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
        let reference = WeakReference<any PaymentTransactionObserver> { [weak observer] in observer }
        state.withLock { state in
            // An identifier may belong to a new object at the address of one that is gone.
            guard state.observers[identifier]?.reference.object == nil else { return }
            let subscription = broadcast.subscribe(on: callbackQueue) { [weak self] event in
                guard let self, self.isAdded(reference, as: identifier) else { return }
                guard let observer = reference.object else { return self.forget(identifier, reference) }
                observer.receive(event, from: self)
            }
            state.observers[identifier] = Registration(reference: reference, subscription: subscription)
        }
    }

    /// Removes an observer. On its callback queue, no call follows.
    public func remove(_ observer: any PaymentTransactionObserver) {
        let registration = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
        withExtendedLifetime(registration) {}
    }

    /// How many observers there are, including those that are gone and whose registration is not dropped yet.
    package var observerCount: Int { state.withLock { $0.observers.count } }

    private func isAdded(
        _ reference: WeakReference<any PaymentTransactionObserver>,
        as identifier: ObjectIdentifier
    ) -> Bool {
        state.withLock { $0.observers[identifier]?.reference === reference }
    }

    /// Drops the registration of an observer that is gone.
    private func forget(_ identifier: ObjectIdentifier, _ reference: WeakReference<any PaymentTransactionObserver>) {
        let registration = state.withLock { state -> Registration? in
            // The address may belong to another observer since.
            guard state.observers[identifier]?.reference === reference else { return nil }
            return state.observers.removeValue(forKey: identifier)
        }
        withExtendedLifetime(registration) {}
    }

    struct Registration {
        let reference: WeakReference<any PaymentTransactionObserver>
        let subscription: Subscription
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

    /// Has ``waitUntilIdle()`` wait for what is on a queue of callbacks, until the subscription is released.
    package func addCallbackQueue(_ callbackQueue: DispatchQueue) -> Subscription {
        broadcast.subscribe(enqueue: { _ in }, drain: { completion in callbackQueue.async { completion() } })
    }
}
