/// A sheet of the store that is shown over the app because the app asks for it.
///
/// Later versions may add cases: outside this package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoreSheet: Hashable, Sendable {
    /// The customer asks for a refund
    /// ([`beginRefundRequest(in:)`](https://developer.apple.com/documentation/storekit/transaction/beginrefundrequest(in:)-65tph)).
    case refundRequest(TransactionIdentifier)
    /// The customer enters an offer code
    /// ([`presentOfferCodeRedeemSheet(in:)`](https://developer.apple.com/documentation/storekit/appstore/presentoffercoderedeemsheet(in:))).
    case offerCodeRedemption
    /// The customer changes or cancels subscriptions, of one group if it is given
    /// ([`showManageSubscriptions(in:)`](https://developer.apple.com/documentation/storekit/appstore/showmanagesubscriptions(in:))).
    case subscriptionManagement(group: String?)
    /// A message of the store to the customer
    /// ([`display(in:)`](https://developer.apple.com/documentation/storekit/message/display(in:))).
    case message(StoreMessage)

    /// How the customer left the sheet.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// They made the request, redeemed the code, or read the message.
        case completed
        /// They left it without doing so.
        case cancelled
    }
}

/// A message of the store to the customer, held back until the app presents it.
///
/// Source: [`Message`](https://developer.apple.com/documentation/storekit/message).
public struct StoreMessage: Hashable, Sendable {
    /// What a message is about. Stores may add reasons.
    public struct Reason: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// None of the others.
        public static let generic = Reason(rawValue: "generic")
        /// A higher price needs the customer's consent.
        public static let priceIncreaseConsent = Reason(rawValue: "priceIncreaseConsent")
        /// A renewal could not be charged.
        public static let billingIssue = Reason(rawValue: "billingIssue")
        /// A customer whose subscription has ended may have an offer.
        public static let winBackOffer = Reason(rawValue: "winBackOffer")
    }

    /// What it is about.
    public let reason: Reason
    /// Distinguishes messages with the same reason. The store chooses it.
    public let identifier: String

    public init(reason: Reason, identifier: String = "") {
        self.reason = reason
        self.identifier = identifier
    }
}
