extension IAPStore {
    /// Whether the customer owns a product now: a non-consumable that was not refunded, or a subscription while it
    /// lasts. A consumable never is; see ``balance(of:)``.
    ///
    /// Answers from memory, without waiting: a screen may ask while it draws.
    public func isPurchased(_ product: ProductIdentifier) -> Bool { ledger.isPurchased(product) }

    /// Every product for which ``isPurchased(_:)`` holds.
    public var purchasedProducts: Set<ProductIdentifier> { ledger.purchasedProducts }

    /// Everything that the customer has now, through what and until when, by identifier. Consumables are none of it.
    public var ownedProducts: [OwnedProduct] { ledger.ownedProducts }

    /// How the customer has a product now; `nil` exactly when ``isPurchased(_:)`` is false.
    public func ownedProduct(_ product: ProductIdentifier) -> OwnedProduct? { ledger.ownedProduct(product) }

    /// How much the customer has of a credit, such as `coins`. Never negative.
    public func balance(of unit: String) -> Int { ledger.balance(of: unit) }

    /// How the customer stands with a subscription group; `nil` when never subscribed.
    public func subscriptionStatus(inGroup group: String) -> SubscriptionGroupStatus? {
        ledger.subscriptionStatus(inGroup: group)
    }

    /// How the customer stands with each subscription group in which anything was ever bought.
    public var subscriptionStatuses: [SubscriptionGroupStatus] { ledger.subscriptionStatuses }

    /// How the customer stands with each subscription of a group, where a family shares one and the customer has
    /// another.
    public func subscriptionStatuses(inGroup group: String) -> [SubscriptionGroupStatus] {
        ledger.subscriptionStatuses(inGroup: group)
    }

    /// Uses credits up, durably.
    ///
    /// - Parameters:
    ///   - amount: At least 1.
    ///   - note: What for; kept in the ledger's history.
    /// - Throws: ``IAPError`` with code `insufficientBalance`, `invalidAmount` or `storageFailed`. Nothing is spent
    ///   then.
    public func spend(_ amount: Int, of unit: String, note: String? = nil) async throws {
        try await ledger.spend(amount, of: unit, note: note)
    }
}
