public import Foundation

/// What the store will do at the end of a subscription's period.
///
/// Source: [`RenewalInfo`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo).
public struct SubscriptionRenewal: Hashable, Sendable {
    /// Why a subscription ended. Stores may add reasons.
    public struct ExpirationReason: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let autoRenewDisabled = ExpirationReason(rawValue: "autoRenewDisabled")
        public static let billingError = ExpirationReason(rawValue: "billingError")
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: "didNotConsentToPriceIncrease")
        public static let productUnavailable = ExpirationReason(rawValue: "productUnavailable")
        public static let unknown = ExpirationReason(rawValue: "unknown")
    }

    /// Whether the customer pays more from the next period on. Stores may add states.
    ///
    /// Source:
    /// [`PriceIncreaseStatus`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/priceincreasestatus-swift.enum).
    public struct PriceIncreaseStatus: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let noIncreasePending = PriceIncreaseStatus(rawValue: "noIncreasePending")
        /// The customer has to agree, and has not answered. Without an answer, the subscription ends.
        public static let pending = PriceIncreaseStatus(rawValue: "pending")
        /// The customer has agreed, or was notified of an increase that needs no consent.
        public static let agreed = PriceIncreaseStatus(rawValue: "agreed")
    }

    /// The subscription's first purchase.
    public private(set) var originalTransactionIdentifier: TransactionIdentifier
    public var willAutoRenew: Bool
    /// The product of the next period.
    public var autoRenewPreference: ProductIdentifier?
    /// Whether the store tries again to charge for a renewal that failed.
    public var isInBillingRetry: Bool
    /// Until when access goes on although a renewal could not be charged.
    public var gracePeriodExpirationDate: Date?
    public var expirationReason: ExpirationReason?
    public var priceIncreaseStatus = PriceIncreaseStatus.noIncreasePending
    /// When the latest period ends, which is when the next one begins if there is to be one
    /// ([`renewalDate`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/renewaldate)).
    /// `nil` when the store does not state it.
    public var renewalDate: Date?
    /// The price of the next period, with its offer, in units of the currency; `nil` when there is none.
    public var renewalPrice: Decimal?
    public var currencyCode: CurrencyCode?
    /// The kind and identifier of the offer that the next period will have.
    public var offerType: SubscriptionOffer.OfferType?
    public var offerIdentifier: String?
    /// The win-back offers that the customer may have now, the best first.
    public var eligibleWinBackOfferIdentifiers: [String] = []
    /// When the customer began to subscribe without a gap of 60 days or more
    /// ([`recentSubscriptionStartDate`](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/recentsubscriptionstartdate)).
    public var recentSubscriptionStartDate: Date?
    /// When the store signed this revision; a newer one replaces it. `nil` when the store does not state it.
    public var signedDate: Date?
    /// The renewal as the store signed it, in JWS compact form.
    public var jwsRepresentation: String?

    public init(
        originalTransactionIdentifier: TransactionIdentifier,
        willAutoRenew: Bool,
        autoRenewPreference: ProductIdentifier? = nil,
        isInBillingRetry: Bool = false,
        gracePeriodExpirationDate: Date? = nil,
        expirationReason: ExpirationReason? = nil
    ) {
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.willAutoRenew = willAutoRenew
        self.autoRenewPreference = autoRenewPreference
        self.isInBillingRetry = isInBillingRetry
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.expirationReason = expirationReason
    }
}

extension SubscriptionRenewal: Codable {
    /// Every stored property, declared once: how ledgers and storages write it. To add a fact, add a property and its
    /// line here.
    package static let facts = FactTable(
        SubscriptionRenewal(originalTransactionIdentifier: "", willAutoRenew: false),
        [
            .required("originalTransactionIdentifier", \.originalTransactionIdentifier, .text),
            .defaulting("willAutoRenew", \.willAutoRenew, .flag, to: false),
            .optional("autoRenewPreference", \.autoRenewPreference, .text),
            .defaulting("isInBillingRetry", \.isInBillingRetry, .flag, to: false),
            .optional("gracePeriodExpirationDate", \.gracePeriodExpirationDate, .date),
            .optional("expirationReason", \.expirationReason, .text),
            .defaulting("priceIncreaseStatus", \.priceIncreaseStatus, .text, to: .noIncreasePending),
            .optional("renewalDate", \.renewalDate, .date),
            .optional("renewalPrice", \.renewalPrice, .decimal),
            .optional("currencyCode", \.currencyCode, .text),
            .optional("offerType", \.offerType, .text),
            .optional("offerIdentifier", \.offerIdentifier, .text),
            .defaulting("eligibleWinBackOfferIdentifiers", \.eligibleWinBackOfferIdentifiers, .list(.text), to: []),
            .optional("recentSubscriptionStartDate", \.recentSubscriptionStartDate, .date),
            .optional("signedDate", \.signedDate, .date, .signature),
            .optional("jwsRepresentation", \.jwsRepresentation, .text, .signature),
        ]
    )

    public init(from decoder: any Decoder) throws {
        self = try Self.facts.decode(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try Self.facts.encode(self, to: encoder)
    }
}
