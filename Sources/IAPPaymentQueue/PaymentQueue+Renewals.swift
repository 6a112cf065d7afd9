import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Records what will become of a subscription, or keeps it to be recorded later.
    @discardableResult
    func handle(_ renewal: SubscriptionRenewal) -> Task<Void, Never> {
        lanes.add(to: [.transaction(renewal.originalTransactionIdentifier)]) {
            let subscription = renewal.originalTransactionIdentifier
            do {
                try await self.ledger.record(renewal)
                self.state.withLock { state in
                    // A later word may have failed meanwhile, and is still to be recorded.
                    if state.unrecordedRenewals[subscription]?.isNewer(than: renewal) != true {
                        state.unrecordedRenewals[subscription] = nil
                    }
                }
                self.broadcast.send(.renewalChanged(renewal))
            } catch {
                self.state.withLock { state in
                    guard state.unrecordedRenewals[subscription]?.isNewer(than: renewal) != true else { return }
                    state.unrecordedRenewals[subscription] = renewal
                }
                self.log(IAPLogEvent(.error, "The renewal of \(subscription) is kept to be recorded later. \(error)"))
            }
        }
    }
}
