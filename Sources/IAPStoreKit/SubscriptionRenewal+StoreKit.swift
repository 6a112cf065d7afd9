#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

extension SubscriptionRenewal {
    init(_ renewal: Product.SubscriptionInfo.RenewalInfo) {
        self.init(
            originalTransactionIdentifier: TransactionIdentifier(renewal.originalTransactionID),
            willAutoRenew: renewal.willAutoRenew,
            autoRenewPreference: renewal.autoRenewPreference,
            isInBillingRetry: renewal.isInBillingRetry,
            gracePeriodExpirationDate: renewal.gracePeriodExpirationDate,
            expirationReason: renewal.expirationReason.map { ExpirationReason($0) }
        )
        priceIncreaseStatus = PriceIncreaseStatus(renewal.priceIncreaseStatus)
        renewalDate = renewal.renewalDate
        renewalPrice = renewal.renewalPrice
        currencyCode = renewal.currency.flatMap { CurrencyCode(rawValue: $0.identifier) }
        recentSubscriptionStartDate = renewal.recentSubscriptionStartDate
        signedDate = renewal.signedDate
        eligibleWinBackOfferIdentifiers = renewal.identifiersOfWinBackOffers
        offerType = renewal.typeOfOffer.map { SubscriptionOffer.OfferType($0) }
        offerIdentifier = renewal.identifierOfOffer
    }
}

extension SubscriptionRenewal.PriceIncreaseStatus {
    fileprivate init(_ status: Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus) {
        switch status {
        case .noIncreasePending: self = .noIncreasePending
        case .pending: self = .pending
        case .agreed: self = .agreed
        @unknown default: self.init(rawValue: "\(status)")
        }
    }
}

extension SubscriptionRenewal.ExpirationReason {
    fileprivate init(_ reason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason) {
        switch reason {
        case .autoRenewDisabled: self = .autoRenewDisabled
        case .billingError: self = .billingError
        case .didNotConsentToPriceIncrease: self = .didNotConsentToPriceIncrease
        case .productUnavailable: self = .productUnavailable
        case .unknown: self = .unknown
        default: self.init(rawValue: String(reason.rawValue))
        }
    }
}
#endif
