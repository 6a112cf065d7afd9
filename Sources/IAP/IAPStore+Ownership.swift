extension IAPStore {
    /// Whether the customer owns a product now: a non-consumable that was not refunded, or a subscription while it
    /// lasts. A consumable is never owned; see ``balance(of:)``. ``Ledger/ownedProduct(_:)`` has the transaction and
    /// the expiration date.
    ///
    /// Answers from memory, without waiting: a screen may ask while it draws.
    public func isPurchased(_ product: ProductIdentifier) -> Bool {
        if ledger.isPurchased(product) { return true }
        names.check(product, .product)
        return false
    }

    /// Every product for which ``isPurchased(_:)`` holds.
    public var purchasedProducts: Set<ProductIdentifier> { ledger.purchasedProducts }

    /// How much the customer has of a credit, such as `coins`. Never negative.
    public func balance(of unit: String) -> Int {
        let balance = ledger.balance(of: unit)
        if balance == 0 { names.check(unit, .credit) }
        return balance
    }

    /// Spends credits, durably.
    ///
    /// - Parameters:
    ///   - amount: At least 1.
    ///   - note: What for; kept in the ledger's history.
    /// - Throws: ``IAPError`` with code `insufficientBalance`, `invalidAmount` or `storageFailed`. Nothing is spent
    ///   then.
    public func spend(_ amount: Int, of unit: String, note: String? = nil) async throws {
        do {
            try await ledger.spend(amount, of: unit, note: note)
        } catch let error as IAPError where error.code == .insufficientBalance {
            names.check(unit, .credit)
            throw error
        }
    }

    /// The customer's status in a subscription group; `nil` when they never subscribed.
    ///
    /// ``Ledger/subscriptionStatuses(inGroup:)`` has several where a family shares one subscription and the customer
    /// has another.
    public func subscriptionStatus(inGroup group: String) -> SubscriptionGroupStatus? {
        if let status = ledger.subscriptionStatus(inGroup: group) { return status }
        names.check(group, .group)
        return nil
    }

    /// Which offers of a product the customer may have, as far as the ledger knows: purchases on another device are
    /// known after ``PaymentQueue/synchronize()``. A product that is no subscription has no offers.
    ///
    /// The store applies an introductory offer by itself. ``PurchaseOptions/offer`` requests a win-back offer. The app
    /// grants promotional offers.
    ///
    /// Sources: [Implementing introductory
    /// offers](https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app),
    /// [`eligibleWinBackOfferIDs`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids).
    public func offerEligibility(for product: StoreProduct) -> OfferEligibility {
        guard let group = product.subscription?.subscriptionGroupIdentifier else { return .none }
        let status = ledger.subscriptionStatus(inGroup: group)
        let winBackOffers = status.flatMap { $0.isActive ? nil : $0.renewal?.eligibleWinBackOfferIdentifiers }
        return OfferEligibility(
            isNewToGroup: !ledger.hasHadIntroductoryOffer(inGroup: group),
            offerIdentifiers: winBackOffers ?? []
        )
    }
}
