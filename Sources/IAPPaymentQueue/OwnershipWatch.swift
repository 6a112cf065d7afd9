import Foundation
import IAPCore
import IAPPersistence

/// Reports what the customer gains and loses, through whatever is written to the ledger, in this process or another, and
/// through the passing of time alone.
actor OwnershipWatch {
    private let ledger: Ledger
    private let send: @Sendable (PaymentQueueEvent) -> Void
    private var known: OwnershipSnapshot
    private let occasion: AsyncStream<Void>.Continuation

    /// Watches until it is released.
    init(of ledger: Ledger, send: @escaping @Sendable (PaymentQueueEvent) -> Void) {
        let (occasions, occasion) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Both before `init` returns, so that no change is missed.
        let changes = ledger.subscribeToOwnership { occasion.yield() }
        self.ledger = ledger
        self.send = send
        self.occasion = occasion
        known = OwnershipSnapshot(ledger)
        occasion.yield()
        Task { [weak self] in
            var alarm: Task<Void, Never>?
            defer {
                alarm?.cancel()
                withExtendedLifetime(changes) {}
            }
            for await _ in occasions {
                alarm?.cancel()
                // Set before the evaluation, so that what ends in between is evaluated again.
                alarm = ledger.nextOwnershipChange.map { date in
                    Task {
                        try? await ledger.clock.sleep(until: date)
                        // A clock that wakes too early would make its alarm go off without end.
                        if ledger.now >= date { occasion.yield() }
                    }
                }
                await self?.evaluate()
            }
        }
    }

    deinit {
        occasion.finish()
    }

    /// Reports what has changed since the last time.
    func evaluate() {
        let snapshot = OwnershipSnapshot(ledger)
        snapshot.changes(since: known).forEach(send)
        known = snapshot
    }
}

/// What the customer has, at one moment.
private struct OwnershipSnapshot {
    let products: Set<ProductIdentifier>
    let groups: [String: SubscriptionGroupStatus]

    init(_ ledger: Ledger) {
        products = ledger.purchasedProducts
        groups = Dictionary(
            ledger.subscriptionStatuses.map { ($0.transaction.subscriptionGroupIdentifier ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func changes(since earlier: OwnershipSnapshot) -> [PaymentQueueEvent] {
        let changed = groups.filter { earlier.groups[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return changed.map { .subscriptionStatusChanged($0.value) }
            + (products == earlier.products ? [] : [.purchasedProductsChanged(products)])
    }
}
