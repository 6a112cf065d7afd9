extension IAPStore {
    /// Whether the customer has an entitlement, through any product whose declaration unlocks it; `false` for a name
    /// that no declaration has.
    ///
    /// Answers from memory, without waiting: a screen may ask while it draws.
    public func isEntitled(to name: String) -> Bool {
        guard let products = entitlementProducts[name] else {
            names.check(name, .entitlement)
            return false
        }
        return products.contains(where: ledger.isPurchased)
    }

    /// An entitlement with its products and its end; `nil` exactly when ``isEntitled(to:)`` is false.
    public func entitlement(_ name: String) -> Entitlement? {
        guard let products = entitlementProducts[name] else {
            names.check(name, .entitlement)
            return nil
        }
        return Entitlement(name, products: products.compactMap(ledger.ownedProduct))
    }

    /// The customer's entitlements now, by name.
    public var entitlements: [Entitlement] {
        entitlementProducts.keys.sorted().compactMap(entitlement)
    }

    /// A new stream of the customer's entitlements, which begins with those of now and yields them again whenever they
    /// change: by a purchase, a refund, an expiration, another device or another process.
    public var entitlementUpdates: AsyncStream<[Entitlement]> {
        // Subscribed before the first read, so that no change between the two is missed.
        let changes = queue.broadcast.stream { event -> Void? in
            switch event {
            case .purchasedProductsChanged, .subscriptionStatusChanged, .changed: ()
            default: nil
            }
        }
        let (entitlements, continuation) = AsyncStream.makeStream(of: [Entitlement].self)
        let first = self.entitlements
        continuation.yield(first)
        let task = Task { [weak self] in
            var last = first
            for await _ in changes {
                guard let now = self?.entitlements else { break }
                if now != last { continuation.yield(now) }
                last = now
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return entitlements
    }
}
