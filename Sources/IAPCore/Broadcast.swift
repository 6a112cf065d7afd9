package import Dispatch

/// One sender, and any number of listeners, each of which receives every element in the order sent.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Listener: Sendable {
        let receive: @Sendable (Element) -> Void
        /// Calls its argument once the listener has handled the elements received before.
        var drain: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
        var end: @Sendable () -> Void = {}
    }

    private struct State: Sendable {
        var next = 0
        var listeners: [Int: Listener] = [:]
        var isFinished = false
    }

    private let state = Locked(State())
    /// Held while an element is sent. It is not the state's lock, so that a listener may release the last owner of this
    /// broadcast or of a subscription, which then ends it.
    private let order = Locked(())

    package init() {}

    /// A new stream of what `transform` makes of each element, except `nil`.
    ///
    /// The stream begins with the next element sent, keeps what its reader has not read, and ends with ``finish()``.
    package func stream<Output: Sendable>(
        of transform: @escaping @Sendable (Element) -> Output?
    ) -> AsyncStream<Output> {
        let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
        let listener = Listener(
            receive: { element in
                if let output = transform(element) { continuation.yield(output) }
            },
            end: { continuation.finish() }
        )
        if let identifier = add(listener) {
            continuation.onTermination = { [weak self] _ in self?.remove(identifier) }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Calls `body` with each element from the next one on, one at a time, on `callbackQueue`, until the subscription
    /// is released.
    package func subscribe(
        on callbackQueue: DispatchQueue,
        _ body: @escaping @Sendable (Element) -> Void
    ) -> Subscription {
        // A serial queue of its own keeps the order on a concurrent callback queue.
        let queue = DispatchQueue(label: "swift-iap.callbacks", target: callbackQueue)
        return subscribe(
            enqueue: { element in queue.async { body(element) } },
            drain: { completion in queue.async { completion() } }
        )
    }

    /// Calls `enqueue` with each element from the next one on, in order, under a lock: it only puts the element into a
    /// queue. An element that is being sent while the subscription is released may still arrive.
    ///
    /// - Parameter drain: Calls its argument once the elements in that queue are handled; the default has no queue.
    package func subscribe(
        enqueue: @escaping @Sendable (Element) -> Void,
        drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> Subscription {
        let identifier = add(Listener(receive: enqueue, drain: drain))
        return Subscription { [weak self] in identifier.map { self?.remove($0) } }
    }

    /// Sends an element to every listener. The lock makes the order the same for all. No listener's own code runs under
    /// it: elements go into streams' buffers and callback queues.
    package func send(_ element: Element) {
        order.withLock { _ in
            for (_, listener) in state.withLock({ $0.listeners }) { listener.receive(element) }
        }
    }

    /// Returns once every callback has been called with what was sent before. What was sent to streams is in their
    /// buffers.
    package func drain() async {
        for (_, listener) in state.withLock({ $0.listeners }) {
            await withCheckedContinuation { continuation in listener.drain { continuation.resume() } }
        }
    }

    /// Ends every stream, and those still to be made.
    package func finish() {
        let listeners = state.withLock { state -> [Listener] in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.end() }
    }

    private func add(_ listener: Listener) -> Int? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
    }

    private func remove(_ identifier: Int) {
        // Released outside the lock, since it may own the last reference to a subscription.
        let listener = state.withLock { $0.listeners.removeValue(forKey: identifier) }
        withExtendedLifetime(listener) {}
    }

    deinit {
        finish()
    }
}

/// Ends a callback when it is released.
package final class Subscription: Sendable {
    private let cancel: @Sendable () -> Void

    package init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    deinit {
        cancel()
    }
}
