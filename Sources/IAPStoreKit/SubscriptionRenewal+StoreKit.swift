#if canImport(Darwin)
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
