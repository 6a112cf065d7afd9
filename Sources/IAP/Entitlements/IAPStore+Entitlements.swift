extension IAPStore {
    /// Whether the customer may use what a name stands for, by any product whose declaration unlocks it. A name that no
    /// declaration unlocks gives `false`.
    ///
    /// Answers from memory, without waiting: a screen may ask while it draws.
    public func isEntitled(to name: String) -> Bool {
        guard let products = entitlementProducts[name] else {
            names.check(name, .entitlement)
            return false
        }
        return products.contains(where: ledger.isPurchased)
    }

    /// Through what and until when the customer may use what a name stands for; `nil` exactly when
    /// ``isEntitled(to:)`` is false.
    public func entitlement(_ name: String) -> Entitlement? {
        guard let products = entitlementProducts[name] else {
            names.check(name, .entitlement)
            return nil
        }
        return Entitlement(name, products: products.compactMap(ledger.ownedProduct))
    }

    /// Everything that the customer may use now, by name.
    public var entitlements: [Entitlement] {
        entitlementProducts.keys.sorted().compactMap(entitlement)
    }

    /// A new stream of what the customer may use, from what holds now on, whenever it becomes another: by a purchase, a
    /// refund, an expiration, another device or another process.
    public var entitlementUpdates: AsyncStream<[Entitlement]> {
        // Subscribed before the first look, so that nothing between the two is missed.
        let changes = queue.events { event -> Void? in
            switch event {
            case .purchasedProductsChanged, .subscriptionStatusChanged, .changed: ()
            default: nil
            }
        }
        let (entitlements, continuation) = AsyncStream.makeStream(of: [Entitlement].self)
        let first = self.entitlements
        continuation.yield(first)
        let task = Task { [weak self] in
            var told = first
            for await _ in changes {
                guard let now = self?.entitlements else { break }
                if now != told { continuation.yield(now) }
                told = now
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return entitlements
    }
}
