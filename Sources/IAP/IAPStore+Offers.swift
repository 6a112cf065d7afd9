extension IAPStore {
    /// Whether the customer never had an introductory offer on any product of a subscription group, as far as the
    /// ledger knows: what was bought on another device shows after ``synchronize()``. It may be `true` where no product
    /// has such an offer.
    ///
    /// Answers from memory. Source: [Implementing introductory
    /// offers](https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app).
    public func isEligibleForIntroductoryOffer(inGroup group: String) -> Bool {
        !ledger.hasHadIntroductoryOffer(inGroup: group)
    }

    /// The win-back offers of a subscription group that the customer may have now, by the store's latest word, the best
    /// first.
    ///
    /// Source:
    /// [`eligibleWinBackOfferIDs`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids).
    public func eligibleWinBackOffers(inGroup group: String) -> [String] {
        guard let status = subscriptionStatus(inGroup: group), !status.isActive else { return [] }
        return status.renewal?.eligibleWinBackOfferIdentifiers ?? []
    }

    /// Which offers of a product the customer may have, as far as the ledger knows; none of what is no subscription.
    ///
    /// A win-back offer has to be asked for, by ``PurchaseOptions/offer``; the introductory one comes by itself.
    /// Promotional offers are the app's to grant.
    public func offerEligibility(for product: StoreProduct) -> OfferEligibility {
        guard let group = product.subscription?.subscriptionGroupIdentifier else { return .none }
        return OfferEligibility(
            isNewToGroup: isEligibleForIntroductoryOffer(inGroup: group),
            offerIdentifiers: eligibleWinBackOffers(inGroup: group)
        )
    }
}
