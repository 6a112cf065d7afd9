#if canImport(Darwin)
import Foundation
import IAPCore

/// A stream of updates with one reader at a time. Updates that are sent while there is no reader wait for the next one.
final class UpdateStream: Sendable {
    private struct State {
        var reader: AsyncStream<StoreUpdate>.Continuation?
        var listening: Task<Void, Never>?
        var waiting: [StoreUpdate] = []
        var isClosed = false
    }

    private let state = Locked(State())

    /// Opens a new stream in place of the previous one. `listen` feeds it until it ends.
    func open(listen: @escaping @Sendable () async -> Void) -> AsyncStream<StoreUpdate> {
        let (stream, reader) = AsyncStream.makeStream(of: StoreUpdate.self)
        let isClosed = state.withLock { $0.isClosed }
        guard !isClosed else {
            reader.finish()
            return stream
        }
        replaceReader(by: reader)
        let listening = Task { await listen() }
        state.withLock { $0.listening = listening }
        reader.onTermination = { _ in listening.cancel() }
        return stream
    }

    func send(_ update: StoreUpdate) {
        state.withLock { state in
            guard !state.isClosed else { return }
            // Under the lock, which keeps the order; yielding calls no other code.
            guard let reader = state.reader, case .enqueued = reader.yield(update) else {
                state.waiting.append(update)
                return
            }
        }
    }

    /// Sends a checkpoint to the reader, if there is one.
    ///
    /// - Returns: Whether the reader's stream yields it or ends.
    func sendCheckpoint(_ identifier: UUID) -> Bool {
        state.withLock { state in
            if state.isClosed { return true }
            guard let reader = state.reader, case .enqueued = reader.yield(.checkpoint(identifier)) else {
                return false
            }
            return true
        }
    }

    /// Ends the stream and every stream opened later.
    func close() {
        state.withLock { $0.isClosed = true }
        replaceReader(by: nil)
    }

    private func replaceReader(by reader: AsyncStream<StoreUpdate>.Continuation?) {
        let (previous, listening) = state.withLock { state in
            let previous = (state.reader, state.listening)
            state.reader = reader
            state.listening = nil
            if let reader {
                for update in state.waiting { reader.yield(update) }
                state.waiting = []
            }
            return previous
        }
        listening?.cancel()
        previous?.finish()
    }
}
#endif
