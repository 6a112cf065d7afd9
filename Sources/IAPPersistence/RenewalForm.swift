import Foundation
import IAPCore

/// A subscription's renewal in an entry's JSON.
struct RenewalForm: Codable {
    let renewal: SubscriptionRenewal

    init(_ renewal: SubscriptionRenewal) {
        self.renewal = renewal
    }

    private enum CodingKeys: String, CodingKey {
        case originalTransactionIdentifier, willAutoRenew, autoRenewPreference, isInBillingRetry
        case gracePeriodExpirationDate, expirationReason
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        renewal = SubscriptionRenewal(
            originalTransactionIdentifier: try container.decode(
                TransactionIdentifier.self,
                forKey: .originalTransactionIdentifier
            ),
            willAutoRenew: try container.decodeIfPresent(Bool.self, forKey: .willAutoRenew) ?? false,
            autoRenewPreference: try container.decodeIfPresent(ProductIdentifier.self, forKey: .autoRenewPreference),
            isInBillingRetry: try container.decodeIfPresent(Bool.self, forKey: .isInBillingRetry) ?? false,
            gracePeriodExpirationDate: try container.decodeDateIfPresent(forKey: .gracePeriodExpirationDate),
            expirationReason: try container.decodeIfPresent(
                SubscriptionRenewal.ExpirationReason.self,
                forKey: .expirationReason
            )
        )
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(renewal.originalTransactionIdentifier, forKey: .originalTransactionIdentifier)
        if renewal.willAutoRenew { try container.encode(true, forKey: .willAutoRenew) }
        try container.encodeIfPresent(renewal.autoRenewPreference, forKey: .autoRenewPreference)
        if renewal.isInBillingRetry { try container.encode(true, forKey: .isInBillingRetry) }
        try container.encodeIfPresent(renewal.gracePeriodExpirationDate?.iso8601, forKey: .gracePeriodExpirationDate)
        try container.encodeIfPresent(renewal.expirationReason, forKey: .expirationReason)
    }
}
