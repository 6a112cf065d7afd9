import IAPCore

/// What the customer does on a sheet.
extension SandboxAccount {
    mutating func redeemTypedCode(in store: inout StoreContext) throws {
        guard let payment = store.settings.offerCodePurchase else {
            throw IAPError(
                .invalidOfferIdentifier,
                "The customer has no code to type in. Give the sandbox one with offerCodePurchase."
            )
        }
        try buyOutsideApp(payment, in: &store)
    }

    /// Agrees to the price, pays what is due, or comes back for the offer. A message that no longer holds has no
    /// effect.
    mutating func follow(_ message: StoreMessage, in store: inout StoreContext) throws {
        let subscription = subscriptions.first { $0.originalTransactionIdentifier.rawValue == message.identifier }
        guard let subscription else { return }
        switch message.reason {
        case .priceIncreaseConsent:
            guard subscription.priceIncrease?.isAgreed == false else { return }
            try answerPriceIncrease(true, subscription.latestTransaction, in: &store)
        case .billingIssue:
            guard subscription.isInBillingRetry else { return }
            try resolveIssue(subscription.latestTransaction, in: &store)
        case .winBackOffer:
            guard let offer = subscription.sentRenewal?.eligibleWinBackOfferIdentifiers.first else { return }
            var payment = try Payment(productIdentifier: subscription.productIdentifier)
            payment.offer = .winBack(offer)
            try buyOutsideApp(payment, in: &store)
        default: break
        }
    }
}
