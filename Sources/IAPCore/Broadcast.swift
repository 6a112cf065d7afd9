/// One sender, any number of streams.
///
/// Each stream begins with the next element sent and buffers without limit, so that a slow reader misses nothing.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())

    package init() {}

    /// A new stream. It ends with ``finish()``, and when its task is cancelled.
    package func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let identifier = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let identifier else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[identifier] = nil }
        }
        return stream
    }

    package func send(_ element: Element) {
        for listener in listenersInOrder() { listener.yield(element) }
    }

    /// Ends every stream, and those still to be made.
    package func finish() {
        state.withLock { $0.isFinished = true }
        for listener in listenersInOrder() { listener.finish() }
    }

    private func listenersInOrder() -> [AsyncStream<Element>.Continuation] {
        state.withLock { state in state.listeners.sorted { $0.key < $1.key }.map(\.value) }
    }

    deinit {
        finish()
    }
}
