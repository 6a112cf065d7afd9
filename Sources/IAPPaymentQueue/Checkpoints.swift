import Foundation
import IAPCore

/// The checkpoints that are still in the connection's stream of updates (``StoreConnection/sendCheckpoint(_:)``).
///
/// Apart from the queue, so that the loop that reads the stream does not hold the queue when a wait ends: a test that goes
/// on then may release the queue, and its connection is closed at once.
final class Checkpoints: Sendable {
    private struct State {
        var waiting: [UUID: Promise<Void>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    /// - Returns: What is fulfilled once the checkpoint has been read, or the stream has ended; `nil` when it has ended.
    func add(_ identifier: UUID) -> Promise<Void>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let promise = Promise<Void>()
            state.waiting[identifier] = promise
            return promise
        }
    }

    func remove(_ identifier: UUID) { state.withLock { _ = $0.waiting.removeValue(forKey: identifier) } }

    /// Notes that a checkpoint has been read.
    func pass(_ identifier: UUID) {
        state.withLock { $0.waiting.removeValue(forKey: identifier) }?.fulfill(.success(()))
    }

    /// Notes that the stream has ended.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        waiting.forEach { $0.fulfill(.success(())) }
    }
}
