import Foundation
import IAPStoreKitFile
import IAPCore

extension AppStoreServer {
    /// Shows a page, and does what the customer does on it.
    mutating func present(_ sheet: StoreSheet, on device: String) throws -> StoreSheet.Outcome {
        try checkIsSignedIn(device)
        use(accountOf: device)
        if let api = sheet.api, let error = settings.simulatedErrors[api] { throw error }
        let outcome = settings.sheetOutcome
        switch sheet {
        case .refundRequest(let identifier):
            _ = try existingRecord(identifier)
            if outcome == .completed { try refund(identifier) }
        case .offerCodeRedemption:
            if outcome == .completed { try redeemTypedCode() }
        case .subscriptionManagement: break
        case .message(let message):
            if outcome == .completed { try follow(message) }
        }
        return outcome
    }

    private mutating func redeemTypedCode() throws {
        guard let payment = settings.offerCodePurchase else {
            throw IAPError(
                .invalidOfferIdentifier,
                "The customer has no code to type in. Give the sandbox one with offerCodePurchase."
            )
        }
        try buyOutsideApp(payment, history.accounts[account].name)
    }

    /// Agrees to the price, pays what is due, or comes back for the offer. What has passed since it was told has no
    /// effect.
    private mutating func follow(_ message: StoreMessage) throws {
        let subscription = history.accounts[account].subscriptions.first {
            $0.originalTransactionIdentifier.rawValue == message.identifier
        }
        guard let subscription else { return }
        switch message.reason {
        case .priceIncreaseConsent:
            guard subscription.priceIncrease?.isAgreed == false else { return }
            try answerPriceIncrease(true, subscription.latestTransaction)
        case .billingIssue:
            guard subscription.isInBillingRetry else { return }
            try resolveIssue(subscription.latestTransaction)
        case .winBackOffer:
            guard let offer = subscription.told?.eligibleWinBackOfferIdentifiers.first else { return }
            var payment = try Payment(productIdentifier: subscription.productIdentifier)
            payment.offer = .winBack(offer)
            try buyOutsideApp(payment, history.accounts[account].name)
        default: break
        }
    }

    /// What a device that is connected anew is to be told of the account's subscriptions.
    func messages(toldTo device: String) -> [StoreMessage] {
        renewals(knownOn: device).flatMap { $0.messages(since: nil) }
    }
}

extension SubscriptionRenewal {
    /// What the customer is told of it, where that did not hold before
    /// (https://developer.apple.com/documentation/storekit/message/reason-swift.struct).
    func messages(since earlier: SubscriptionRenewal?) -> [StoreMessage] {
        func isNews(_ holds: (SubscriptionRenewal) -> Bool) -> Bool { holds(self) && earlier.map(holds) != true }
        var reasons: [StoreMessage.Reason] = []
        if isNews({ $0.priceIncreaseStatus == .pending }) { reasons.append(.priceIncreaseConsent) }
        if isNews(\.isInBillingRetry) { reasons.append(.billingIssue) }
        if isNews({ !$0.eligibleWinBackOfferIdentifiers.isEmpty }) { reasons.append(.winBackOffer) }
        return reasons.map { StoreMessage(reason: $0, identifier: originalTransactionIdentifier.rawValue) }
    }
}

extension StoreSheet {
    fileprivate var api: StoreConfiguration.SimulatedError.API? {
        switch self {
        case .refundRequest: .refundRequestSheet
        case .offerCodeRedemption: .offerCodeRedeemSheet
        case .subscriptionManagement: .manageSubscriptionsSheet
        case .message: nil
        }
    }
}
