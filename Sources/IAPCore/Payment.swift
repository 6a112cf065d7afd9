public import Foundation

/// A request to buy: the product, the quantity and the buyer's account.
///
/// Source: [`SKPayment`](https://developer.apple.com/documentation/storekit/skpayment).
public struct Payment: Hashable, Sendable {
    public private(set) var productIdentifier: ProductIdentifier
    /// How many; 1 to 10.
    public private(set) var quantity: Int
    /// The app's own, opaque name for the buyer's account.
    public private(set) var applicationUsername: String?
    /// The app's own account for the buyer; comes back on the transaction, at every renewal too.
    public private(set) var appAccountToken: UUID?
    /// Whether the sandbox treats this one purchase as Ask to Buy. No effect in production.
    public private(set) var simulatesAskToBuyInSandbox: Bool
    /// The offer to buy with; `nil` for the regular price or the introductory offer, which the store applies by itself.
    public var offer: Offer?
    /// The billing plan of a subscription that has several; `nil` for the product's own.
    public var billingPlan: BillingPlan.PlanType?
    /// Names one submission of this payment. The payment queue sets it; a connection hands it back on every transaction
    /// that answers the payment, and on no other.
    public var requestIdentifier: UUID?

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

    /// A payment without its required facts, for a decoder to fill in.
    static let blank = Payment()

    private init() {
        (productIdentifier, quantity, simulatesAskToBuyInSandbox) = ("", 0, false)
    }

    /// The same payment with the identifier of one submission, or with none.
    package func identified(by requestIdentifier: UUID?) -> Payment {
        var payment = self
        payment.requestIdentifier = requestIdentifier
        return payment
    }
}

extension Payment: Codable {
    /// Every stored property, declared once. To add a fact, add a property and its line here.
    package static let facts = FactTable(
        blank,
        check: { _ = try Payment(productIdentifier: $0.productIdentifier, quantity: $0.quantity) },
        [
            .required("productIdentifier", \.productIdentifier, .text),
            .required("quantity", \.quantity, .integer),
            .optional("applicationUsername", \.applicationUsername, .text),
            .optional("appAccountToken", \.appAccountToken, .uuid),
            .defaulting("simulatesAskToBuyInSandbox", \.simulatesAskToBuyInSandbox, .flag, to: false),
            .optional("offer", \.offer, .codable("offer")),
            .optional("billingPlan", \.billingPlan, .text),
            .optional("requestIdentifier", \.requestIdentifier, .uuid),
        ]
    )

    /// - Throws: `DecodingError`, also for a payment that cannot be made.
    public init(from decoder: any Decoder) throws {
        self = try Self.facts.decode(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try Self.facts.encode(self, to: encoder)
    }
}
