import Foundation
package import IAPCore

extension SandboxAppStore {
    /// Opens a device's stream of updates: what is unfinished, what will become of its subscriptions, and what follows.
    func openUpdates(of device: String) -> (stream: AsyncStream<StoreUpdate>, number: Int) {
        change { $0.register(device) }
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let number = state.withLock { state in
            let faults = state.server.settings.faults
            let account =
                state.server.isAccountTold(to: device)
                ? [StoreUpdate.account(state.server.accountIdentifier(on: device))] : []
            let unfinished = state.server.queue(of: device).flatMap {
                faults.distort(.transaction($0), isReplayed: true)
            }
            let renewals = state.server.renewals(toldTo: device).map(StoreUpdate.subscriptionRenewal)
            let messages = state.server.messages(toldTo: device).map(StoreUpdate.message)
            let intents = (state.purchaseIntents.removeValue(forKey: device) ?? []).map(StoreUpdate.purchaseIntent)
            let news = account + unfinished + renewals + messages + intents
            return state.mailbox.open(device, continuation, beginningWith: news)
        }
        continuation.onTermination = { [weak self] _ in self?.closeUpdates(of: device, number: number) }
        deliver()
        return (stream, number)
    }

    /// Tells the app on a device what its customer wants to buy, or keeps it until there is one.
    package func tell(_ purchaseIntent: Payment, to device: String) {
        state.withLock { state in
            if state.mailbox.hasReader(device) {
                state.mailbox.post(.purchaseIntent(purchaseIntent), to: device)
            } else {
                state.purchaseIntents[device, default: []].append(purchaseIntent)
            }
        }
        deliver()
    }

    func sendCheckpoint(_ identifier: UUID, to device: String, number: Int) {
        state.withLock { $0.mailbox.postCheckpoint(identifier, to: device, number: number) }
        deliver()
    }

    func closeUpdates(of device: String, number: Int) {
        state.withLock { $0.mailbox.close(device, number) }
        deliver()
    }

    /// Hands out what is posted, in order, outside the lock. One thread at a time does it, for all.
    func deliver() {
        let (begins, earlierDueDate) = state.withLock { ($0.mailbox.beginDelivery(), $0.takeEarlierDueDate()) }
        earlierDueDate?.fulfill(.success(()))
        guard begins else { return }
        while true {
            let letters = state.withLock { $0.mailbox.nextLetters() }
            if letters.isEmpty { return }
            letters.forEach { $0.deliver() }
        }
    }
}
