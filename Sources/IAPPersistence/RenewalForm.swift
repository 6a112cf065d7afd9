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
        case gracePeriodExpirationDate, expirationReason, priceIncreaseStatus, renewalDate, renewalPrice, currencyCode
        case offerType, offerIdentifier, eligibleWinBackOfferIdentifiers, recentSubscriptionStartDate, signedDate
        case jwsRepresentation
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        var renewal = SubscriptionRenewal(
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
        renewal.priceIncreaseStatus = try optional(.priceIncreaseStatus) ?? .noIncreasePending
        renewal.renewalDate = try container.decodeDateIfPresent(forKey: .renewalDate)
        renewal.renewalPrice = try container.decodeDecimalIfPresent(forKey: .renewalPrice)
        renewal.currencyCode = try optional(.currencyCode)
        renewal.offerType = try optional(.offerType)
        renewal.offerIdentifier = try optional(.offerIdentifier)
        renewal.eligibleWinBackOfferIdentifiers = try optional(.eligibleWinBackOfferIdentifiers) ?? []
        renewal.recentSubscriptionStartDate = try container.decodeDateIfPresent(forKey: .recentSubscriptionStartDate)
        renewal.signedDate = try container.decodeDateIfPresent(forKey: .signedDate)
        renewal.jwsRepresentation = try optional(.jwsRepresentation)
        self.renewal = renewal
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(renewal.originalTransactionIdentifier, forKey: .originalTransactionIdentifier)
        if renewal.willAutoRenew { try container.encode(true, forKey: .willAutoRenew) }
        try container.encodeIfPresent(renewal.autoRenewPreference, forKey: .autoRenewPreference)
        if renewal.isInBillingRetry { try container.encode(true, forKey: .isInBillingRetry) }
        try container.encodeIfPresent(renewal.gracePeriodExpirationDate?.iso8601, forKey: .gracePeriodExpirationDate)
        try container.encodeIfPresent(renewal.expirationReason, forKey: .expirationReason)
        if renewal.priceIncreaseStatus != .noIncreasePending {
            try container.encode(renewal.priceIncreaseStatus, forKey: .priceIncreaseStatus)
        }
        try container.encodeIfPresent(renewal.renewalDate?.iso8601, forKey: .renewalDate)
        try container.encodeIfPresent(renewal.renewalPrice?.description, forKey: .renewalPrice)
        try container.encodeIfPresent(renewal.currencyCode, forKey: .currencyCode)
        try container.encodeIfPresent(renewal.offerType, forKey: .offerType)
        try container.encodeIfPresent(renewal.offerIdentifier, forKey: .offerIdentifier)
        if !renewal.eligibleWinBackOfferIdentifiers.isEmpty {
            try container.encode(renewal.eligibleWinBackOfferIdentifiers, forKey: .eligibleWinBackOfferIdentifiers)
        }
        try container.encodeIfPresent(
            renewal.recentSubscriptionStartDate?.iso8601,
            forKey: .recentSubscriptionStartDate
        )
        try container.encodeIfPresent(renewal.signedDate?.iso8601, forKey: .signedDate)
        try container.encodeIfPresent(renewal.jwsRepresentation, forKey: .jwsRepresentation)
    }
}
