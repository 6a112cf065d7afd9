public import Foundation

/// A customer's wish to buy: which product, how many, for whom.
///
/// Source: [`SKPayment`](https://developer.apple.com/documentation/storekit/skpayment).
public struct Payment: Hashable, Sendable, Codable {
    public let productIdentifier: ProductIdentifier
    /// How many; 1 to 10.
    public let quantity: Int
    /// The app's own, opaque name for the buyer's account.
    public let applicationUsername: String?
    /// The app's own account for the buyer; comes back on the transaction, at every renewal too.
    public let appAccountToken: UUID?
    /// Whether the sandbox treats this one purchase as Ask to Buy. No effect in production.
    public let simulatesAskToBuyInSandbox: Bool
    /// The offer that the customer is to have; `nil` for none but the introductory one, which comes by itself.
    public var offer: Offer?
    /// How a subscription that can be paid in several ways is paid; `nil` for the product's own way.
    public var billingPlan: BillingPlan.PlanType?
    /// Names one submission of this payment. The payment queue sets it; a connection hands it back on every transaction
    /// that answers the payment, and on no other.
    public private(set) var requestIdentifier: UUID?

    /// - Throws: ``IAPError`` with code `invalidQuantity` when `quantity` is not in 1...10
    ///   ([`quantity`](https://developer.apple.com/documentation/storekit/skpayment/quantity)), and with code
    ///   `paymentInvalid` when the product identifier is empty.
    public init(
        productIdentifier: ProductIdentifier,
        quantity: Int = 1,
        applicationUsername: String? = nil,
        appAccountToken: UUID? = nil,
        simulatesAskToBuyInSandbox: Bool = false
    ) throws {
        guard (1...10).contains(quantity) else {
            throw IAPError(
                .invalidQuantity,
                "A quantity of \(quantity) cannot be bought. Ask for 1 to 10.",
                productIdentifier: productIdentifier
            )
        }
        guard !productIdentifier.isEmpty else {
            throw IAPError(.paymentInvalid, "A payment needs a product identifier. Take it from a StoreProduct.")
        }
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.applicationUsername = applicationUsername
        self.appAccountToken = appAccountToken
        self.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
    }

    /// The same payment, named as one submission; or, with `nil`, as nobody's.
    public func identified(by requestIdentifier: UUID?) -> Payment {
        var payment = self
        payment.requestIdentifier = requestIdentifier
        return payment
    }
}

extension Payment {
    /// - Throws: As the initializer, for a payment that cannot be.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            productIdentifier: container.decode(ProductIdentifier.self, forKey: .productIdentifier),
            quantity: container.decode(Int.self, forKey: .quantity),
            applicationUsername: container.decodeIfPresent(String.self, forKey: .applicationUsername),
            appAccountToken: container.decodeIfPresent(UUID.self, forKey: .appAccountToken),
            simulatesAskToBuyInSandbox: container.decode(Bool.self, forKey: .simulatesAskToBuyInSandbox)
        )
        offer = try container.decodeIfPresent(Offer.self, forKey: .offer)
        billingPlan = try container.decodeIfPresent(BillingPlan.PlanType.self, forKey: .billingPlan)
        requestIdentifier = try container.decodeIfPresent(UUID.self, forKey: .requestIdentifier)
    }
}
