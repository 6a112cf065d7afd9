import Foundation
import IAPCore

extension PaymentQueue {
    /// Returns once the queue has dealt with everything that the store has sent so far, and every listener has been
    /// called with what came of it: observers, delegates, closures, notifications. What goes to a stream is in the
    /// stream's buffer by then.
    ///
    /// For tests, and for programs that act step by step. It waits for no purchase that the store has not answered, and
    /// returns at once when the queue has not been started. It returns early when the task is cancelled.
    ///
    /// May be called on any thread and any actor, but not by a ``DeliveryHandler`` or a verifier, for which it would
    /// wait itself. The queues on which listeners are called must be able to run.
    public func waitUntilIdle() async {
        var earlier: Int
        repeat {
            earlier = updateCount
            await receiveSentUpdates()
            await work.waitUntilEmpty()
            // Dealing with an update can make the store send another one.
        } while updateCount != earlier && !Task.isCancelled
        await state.withLock { $0.updates.ownershipWatch }?.evaluate()
        await broadcast.drain()
    }

    private var updateCount: Int { state.withLock { $0.updates.count } }

    /// Returns once the updates that the store has sent are out of the connection's stream, or the stream has ended.
    private func receiveSentUpdates() async {
        let identifier = UUID()
        guard state.withLock({ $0.updates.isStarted }), let received = checkpoints.add(identifier) else { return }
        if connection.sendCheckpoint(identifier) { try? await received.value() }
        checkpoints.remove(identifier)
    }
}
