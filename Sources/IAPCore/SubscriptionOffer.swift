public import Foundation

/// A lower price for the beginning of a subscription.
///
/// Source: [`Product.SubscriptionOffer`](https://developer.apple.com/documentation/storekit/product/subscriptionoffer).
public struct SubscriptionOffer: Hashable, Sendable, Codable {
    /// Who may have an offer, and how to request it. Stores may add kinds.
    public struct OfferType: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// For customers new to the subscription group; the store applies it by itself.
        public static let introductory = OfferType(rawValue: "introductory")
        /// For customers that the app picks, with a signature.
        public static let promotional = OfferType(rawValue: "promotional")
        /// For customers who redeem a code.
        public static let code = OfferType(rawValue: "code")
        /// For customers who let the subscription lapse.
        public static let winBack = OfferType(rawValue: "winBack")
    }

    /// How an offer is paid. Stores may add modes.
    public struct PaymentMode: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing is charged for the whole period.
        public static let freeTrial = PaymentMode(rawValue: "freeTrial")
        /// The offer's price is charged once a period, ``SubscriptionOffer/periodCount`` times.
        public static let payAsYouGo = PaymentMode(rawValue: "payAsYouGo")
        /// The offer's price is charged once for the whole period.
        public static let payUpFront = PaymentMode(rawValue: "payUpFront")
    }

    public let type: OfferType
    /// The identifier of App Store Connect, or an offer code's reference name; `nil` for introductory offers.
    public let id: String?
    public let paymentMode: PaymentMode
    /// What is charged a period, in the product's currency; 0 for a free trial.
    public let price: Decimal
    public let period: ProductSubscriptionPeriod
    /// How many periods the offer lasts; 1 for a free trial and for paying up front.
    public let periodCount: Int

    /// - Throws: ``IAPError`` with code `invalidOffer` when the price is negative, or the count is not in 1...100,
    ///   or not 1 although the mode has one period, or a free trial has a price.
    public init(
        type: OfferType,
        id: String?,
        paymentMode: PaymentMode,
        price: Decimal,
        period: ProductSubscriptionPeriod,
        periodCount: Int = 1
    ) throws {
        guard price >= 0, paymentMode != .freeTrial || price == 0 else {
            throw IAPError(
                .invalidOffer,
                "An offer for \(price) is not possible. A free trial costs 0, any other offer 0 or more."
            )
        }
        guard (1...100).contains(periodCount), paymentMode == .payAsYouGo || periodCount == 1 else {
            throw IAPError(
                .invalidOffer,
                "\(periodCount) periods are not possible. Pay as you go has 1 to 100; give other offers one longer period."
            )
        }
        self.type = type
        self.id = id
        self.paymentMode = paymentMode
        self.price = price
        self.period = period
        self.periodCount = periodCount
    }
}

extension SubscriptionOffer {
    /// - Throws: As the initializer does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            type: container.decode(OfferType.self, forKey: .type),
            id: container.decodeIfPresent(String.self, forKey: .id),
            paymentMode: container.decode(PaymentMode.self, forKey: .paymentMode),
            price: container.decode(Decimal.self, forKey: .price),
            period: container.decode(ProductSubscriptionPeriod.self, forKey: .period),
            periodCount: container.decode(Int.self, forKey: .periodCount)
        )
    }
}
