import Foundation
import IAPCore

extension SandboxAppStore {
    /// Opens a device's stream of updates: what is unfinished, what will become of its subscriptions, and what follows.
    func openUpdates(of device: String) -> (stream: AsyncStream<StoreUpdate>, number: Int) {
        change { $0.connect(device) }
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let (number, earlier) = state.withLock { state in
            let opened = state.streams.open(device, continuation)
            let intents = state.purchaseIntents.removeValue(forKey: device) ?? []
            for update in state.server.launchUpdates(on: device) + intents.map(StoreUpdate.purchaseIntent) {
                state.streams.send(update, to: device)
            }
            return opened
        }
        earlier?.finish()
        return (stream, number)
    }

    /// - Parameter number: The stream that is meant; any with `nil`.
    func closeUpdates(of device: String, number: Int?) {
        state.withLock { $0.streams.close(device, number: number) }?.finish()
    }

    /// Sends a checkpoint behind everything that a stream was sent before. A stream that another one has replaced ends
    /// without it.
    func sendCheckpoint(_ identifier: UUID, to device: String, number: Int) {
        state.withLock { state in
            if state.streams.isOpen(device, number: number) { state.streams.send(.checkpoint(identifier), to: device) }
        }
    }
}
