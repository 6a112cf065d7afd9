package import Dispatch

/// One sender, any number of listeners, each of which hears every element in the order sent.
@usableFromInline
package final class Broadcast<Element: Sendable>: Sendable {
    @usableFromInline
    struct Listener: Sendable {
        @usableFromInline let hear: @Sendable (Element) -> Void
        let end: @Sendable () -> Void
    }

    @usableFromInline
    struct State: Sendable {
        var next = 0
        @usableFromInline var listeners: [Int: Listener] = [:]
        var isFinished = false
    }

    @usableFromInline let state = Locked(State())
    /// Held while an element is handed out. Apart from the state's, so that what a listener lets go of, which may be
    /// the last owner of this broadcast or of a subscription, can end it from there.
    @usableFromInline let order = Locked(())

    package init() {}

    /// A new stream of what `transform` makes of each element, but for `nil`.
    ///
    /// It begins with the next element sent, keeps whatever its reader has not read, and ends with ``finish()``.
    package func stream<Output: Sendable>(
        of transform: @escaping @Sendable (Element) -> Output?
    ) -> AsyncStream<Output> {
        let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
        let hear: @Sendable (Element) -> Void = { element in
            if let output = transform(element) { continuation.yield(output) }
        }
        if let identifier = add(Listener(hear: hear, end: { continuation.finish() })) {
            continuation.onTermination = { [weak self] _ in self?.remove(identifier) }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Calls `body` with each element from the next one on, one at a time, on `callbackQueue`, until the subscription
    /// goes.
    package func subscribe(
        on callbackQueue: DispatchQueue,
        _ body: @escaping @Sendable (Element) -> Void
    ) -> Subscription {
        // A serial queue of its own keeps the order on a concurrent callback queue.
        let queue = DispatchQueue(label: "swift-iap.callbacks", target: callbackQueue)
        return subscribe { element in queue.async { body(element) } }
    }

    /// Calls `enqueue` with each element from the next one on, in order, under a lock: it does nothing but put the
    /// element into a queue, if it is for that. An element that is being sent while the subscription goes may still
    /// come.
    package func subscribe(enqueue: @escaping @Sendable (Element) -> Void) -> Subscription {
        let identifier = add(Listener(hear: enqueue, end: {}))
        return Subscription { [weak self] in identifier.map { self?.remove($0) } }
    }

    /// Hands an element to every listener. The lock makes the order one and the same for all. No listener's code runs
    /// under it: elements go into streams' buffers and callback queues.
    ///
    /// Inlinable, so that where nobody listens it costs next to nothing; ``Promise`` tells why.
    @inlinable
    package func send(_ element: Element) {
        order.withLock { _ in
            for (_, listener) in state.withLock({ $0.listeners }) { listener.hear(element) }
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
        state.withLock { $0.listeners[identifier] = nil }
    }

    deinit {
        finish()
    }
}

/// Ends a callback when it goes.
package final class Subscription: Sendable {
    private let cancel: @Sendable () -> Void

    package init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    deinit {
        cancel()
    }
}
