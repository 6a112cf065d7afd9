public import Foundation

/// The state of a transaction.
///
/// Source: [`SKPaymentTransactionState`](https://developer.apple.com/documentation/storekit/skpaymenttransactionstate).
public enum PaymentTransactionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The store is processing it.
    case purchasing
    /// Paid.
    case purchased
    /// Ended without a purchase; ``PaymentTransaction/error`` says why.
    case failed
    /// Paid earlier, and restored.
    case restored
    /// Pending, for example because a parent has to approve it.
    case deferred
}

/// One purchase as the store states it.
///
/// Sources: [`SKPaymentTransaction`](https://developer.apple.com/documentation/storekit/skpaymenttransaction),
/// [`Transaction`](https://developer.apple.com/documentation/storekit/transaction).
public struct PaymentTransaction: Hashable, Sendable, Identifiable {
    /// How the customer got the product. Stores may add values.
    public struct OwnershipType: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchased = OwnershipType(rawValue: "purchased")
        public static let familyShared = OwnershipType(rawValue: "familyShared")
    }

    /// Whether the customer bought, or the store renewed a subscription. Stores may add reasons.
    public struct Reason: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchase = Reason(rawValue: "purchase")
        public static let renewal = Reason(rawValue: "renewal")
    }

    /// The store that took the payment. Stores may add environments.
    public struct Environment: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let production = Environment(rawValue: "Production")
        public static let sandbox = Environment(rawValue: "Sandbox")
        /// A local test environment that reads a `.storekit` file.
        public static let xcode = Environment(rawValue: "Xcode")
    }

    /// Why the store revoked a purchase. Stores may add reasons.
    public struct RevocationReason: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let developerIssue = RevocationReason(rawValue: "developerIssue")
        public static let other = RevocationReason(rawValue: "other")
    }

    /// The store's identifier. Redelivery, and restoring with StoreKit 2, keep it.
    public var transactionIdentifier: TransactionIdentifier
    /// For a renewal, the subscription's first purchase. For a restored transaction with an identifier of its own, the
    /// purchase that it repeats. `nil` when the store names none.
    public var originalTransactionIdentifier: TransactionIdentifier?
    public var transactionState: PaymentTransactionState
    public var payment: Payment
    public var productType: ProductType
    /// When the store charged the customer or, in the other states, changed the transaction; by the store's clock.
    public var transactionDate: Date
    /// When a subscription was first bought.
    public var originalPurchaseDate: Date?
    /// When an auto-renewable subscription's period ends; `nil` for other kinds.
    public var expirationDate: Date?
    /// When the store revoked the purchase: a refund, or the end of family sharing.
    public var revocationDate: Date?
    public var revocationReason: RevocationReason?
    public var ownershipType: OwnershipType = .purchased
    public var reason: Reason = .purchase
    public var environment: Environment = .production
    public var subscriptionGroupIdentifier: String?
    /// The store's account that the transaction belongs to, as the store names it to this app: the same on every device
    /// of the customer, another one for each member of a family
    /// ([`appTransactionID`](https://developer.apple.com/documentation/storekit/apptransaction/apptransactionid)).
    /// `nil` when the store does not state it.
    public var appTransactionIdentifier: String?
    /// Whether the customer went to a higher level of service before this period ended.
    public var isUpgraded = false
    /// The kind and identifier of the offer that set the price.
    public var offerType: SubscriptionOffer.OfferType?
    public var offerIdentifier: String?
    /// What was charged, in units of the currency.
    public var price: Decimal?
    public var currencyCode: CurrencyCode?
    /// The storefront at the time of purchase.
    public var storefront: AppStorefront?
    /// When the store signed this revision; a newer revision replaces an older one
    /// ([`signedDate`](https://developer.apple.com/documentation/storekit/transaction/signeddate)). `nil` when the
    /// store does not state it.
    public var signedDate: Date?
    /// The transaction as the store signed it, in JWS compact form.
    public var jwsRepresentation: String?
    /// Why a failed transaction failed, or why the connection could not verify it; `nil` otherwise.
    public var error: IAPError?

    public var id: TransactionIdentifier { transactionIdentifier }
    /// The product that was bought.
    public var productIdentifier: ProductIdentifier { payment.productIdentifier }
    /// How many were bought; 1 to 10.
    public var quantity: Int { payment.quantity }

    public init(
        transactionIdentifier: TransactionIdentifier,
        originalTransactionIdentifier: TransactionIdentifier? = nil,
        transactionState: PaymentTransactionState,
        payment: Payment,
        productType: ProductType,
        transactionDate: Date
    ) {
        self.transactionIdentifier = transactionIdentifier
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.transactionState = transactionState
        self.payment = payment
        self.productType = productType
        self.transactionDate = transactionDate
    }
}

extension PaymentTransaction: Codable {
    /// Every stored property, declared once: how ledgers, storages and histories write it, and what a newer revision
    /// changes of it. To add a fact, add a property and its line here.
    ///
    /// A recorded transaction keeps its identifiers, its state, its date and its payment: a transaction that repeats a
    /// purchase has others, and some systems read a restored quantity back as 1.
    package static let facts = FactTable(
        blank,
        [
            .required("transactionIdentifier", \.transactionIdentifier, .text),
            .optional("originalTransactionIdentifier", \.originalTransactionIdentifier, .text, .kept),
            .required("transactionState", \.transactionState, .text),
            .required("payment", \.payment, .object("payment", Payment.facts)),
            .required("productType", \.productType, .text),
            .required("transactionDate", \.transactionDate, .date),
            .optional("originalPurchaseDate", \.originalPurchaseDate, .date),
            .optional("expirationDate", \.expirationDate, .date),
            .optional("revocationDate", \.revocationDate, .date),
            .optional("revocationReason", \.revocationReason, .text),
            .defaulting("ownershipType", \.ownershipType, .text, to: .purchased, isAlwaysWritten: true, .replaced),
            .defaulting("reason", \.reason, .text, to: .purchase, isAlwaysWritten: true),
            .defaulting("environment", \.environment, .text, to: .production, isAlwaysWritten: true),
            .optional("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier, .text),
            .optional("appTransactionIdentifier", \.appTransactionIdentifier, .text, isReported: false),
            .defaulting("isUpgraded", \.isUpgraded, .flag, to: false, .replacedIfGiven),
            .optional("offerType", \.offerType, .text),
            .optional("offerIdentifier", \.offerIdentifier, .text),
            .optional("price", \.price, .decimal),
            .optional("currencyCode", \.currencyCode, .text),
            .optional("storefront", \.storefront, .storefront),
            .optional("signedDate", \.signedDate, .date, .signature),
            .optional("jwsRepresentation", \.jwsRepresentation, .text, .signature),
            .optional("error", \.error, .codable("error"), .kept),
        ]
    )

    /// A transaction without its required facts, for a decoder to fill in.
    package static let blank = PaymentTransaction(
        transactionIdentifier: "",
        transactionState: .purchasing,
        payment: .blank,
        productType: .consumable,
        transactionDate: .distantPast
    )

    public init(from decoder: any Decoder) throws {
        self = try Self.facts.decode(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try Self.facts.encode(self, to: encoder)
    }
}

/// One line for logs, such as `com.example.coins × 3, purchased (2000000123456789)`.
extension PaymentTransaction: CustomStringConvertible {
    public var description: String {
        let product = quantity == 1 ? productIdentifier : "\(productIdentifier) × \(quantity)"
        let state = revocationDate == nil ? transactionState.rawValue : "revoked"
        let line = "\(product), \(state) (\(transactionIdentifier))"
        guard let error else { return line }
        return "\(line): \(error)"
    }
}
