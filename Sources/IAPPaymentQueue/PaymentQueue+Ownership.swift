import Foundation
import IAPCore
import IAPPersistence

extension PaymentQueue {
    /// Tells what the customer gains and loses, by whatever was written, in this process or another, and by the mere
    /// passing of time.
    ///
    /// - Returns: What watches until it is cancelled.
    func watchOwnership() -> Task<Void, Never> {
        let (occasions, occasion) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Both before anything is read from the store, so that all it brings is news.
        let (changes, first) = (ledger.subscribeToOwnership { occasion.yield() }, Standing(ledger))
        return Task { [weak self, ledger] in
            var alarm: Task<Void, Never>?
            defer {
                alarm?.cancel()
                withExtendedLifetime(changes) {}
            }
            var known = first
            occasion.yield()
            for await _ in occasions {
                alarm?.cancel()
                // Set before the look, so that what ends in between is looked at again.
                alarm = ledger.nextOwnershipChange.map { date in
                    Task {
                        try? await ledger.clock.sleep(until: date)
                        // Also for a clock that wakes too early: its alarm would go off for ever.
                        if ledger.now >= date { occasion.yield() }
                    }
                }
                let standing = Standing(ledger)
                for event in standing.events(since: known) { self?.broadcast.send(event) }
                known = standing
            }
        }
    }
}

/// What the customer has, at one moment.
private struct Standing {
    let products: Set<ProductIdentifier>
    let groups: [String: SubscriptionGroupStatus]

    init(_ ledger: Ledger) {
        products = ledger.purchasedProducts
        groups = Dictionary(
            ledger.subscriptionStatuses.map { ($0.transaction.subscriptionGroupIdentifier ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func events(since earlier: Standing) -> [PaymentQueueEvent] {
        let changed = groups.filter { earlier.groups[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return changed.map { .subscriptionStatusChanged($0.value) }
            + (products == earlier.products ? [] : [.purchasedProductsChanged(products)])
    }
}
