import Foundation
import IAPCore

/// A transaction in an entry's JSON.
struct TransactionForm: Codable {
    let transaction: PaymentTransaction

    init(_ transaction: PaymentTransaction) {
        self.transaction = transaction
    }

    private enum CodingKeys: String, CodingKey {
        case transactionIdentifier, originalTransactionIdentifier, transactionState, payment, productType
        case transactionDate, originalPurchaseDate, expirationDate, revocationDate, revocationReason
        case ownershipType, reason, environment, subscriptionGroupIdentifier, isUpgraded
        case offerType, offerIdentifier, price, currencyCode, storefront, signedDate, jwsRepresentation, error
        case appTransactionIdentifier
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        var transaction = PaymentTransaction(
            transactionIdentifier: try value(.transactionIdentifier),
            originalTransactionIdentifier: try optional(.originalTransactionIdentifier),
            transactionState: try value(.transactionState),
            payment: try container.decode(PaymentForm.self, forKey: .payment).payment,
            productType: try value(.productType),
            transactionDate: try container.decodeDate(forKey: .transactionDate)
        )
        transaction.originalPurchaseDate = try container.decodeDateIfPresent(forKey: .originalPurchaseDate)
        transaction.expirationDate = try container.decodeDateIfPresent(forKey: .expirationDate)
        transaction.revocationDate = try container.decodeDateIfPresent(forKey: .revocationDate)
        transaction.revocationReason = try optional(.revocationReason)
        transaction.ownershipType = try optional(.ownershipType) ?? .purchased
        transaction.reason = try optional(.reason) ?? .purchase
        transaction.environment = try optional(.environment) ?? .production
        transaction.subscriptionGroupIdentifier = try optional(.subscriptionGroupIdentifier)
        transaction.appTransactionIdentifier = try optional(.appTransactionIdentifier)
        transaction.isUpgraded = try optional(.isUpgraded) ?? false
        transaction.offerType = try optional(.offerType)
        transaction.offerIdentifier = try optional(.offerIdentifier)
        transaction.price = try container.decodeDecimalIfPresent(forKey: .price)
        transaction.currencyCode = try optional(.currencyCode)
        transaction.storefront = try (optional(.storefront) as String?).map(AppStorefront.init(countryCode:))
        transaction.signedDate = try container.decodeDateIfPresent(forKey: .signedDate)
        transaction.jwsRepresentation = try optional(.jwsRepresentation)
        transaction.error = try optional(.error)
        self.transaction = transaction
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func add(_ value: (some Encodable)?, _ key: CodingKeys) throws {
            try container.encodeIfPresent(value, forKey: key)
        }
        try add(transaction.transactionIdentifier, .transactionIdentifier)
        try add(transaction.originalTransactionIdentifier, .originalTransactionIdentifier)
        try add(transaction.transactionState, .transactionState)
        try add(PaymentForm(transaction.payment), .payment)
        try add(transaction.productType, .productType)
        try add(transaction.transactionDate.iso8601, .transactionDate)
        try add(transaction.originalPurchaseDate?.iso8601, .originalPurchaseDate)
        try add(transaction.expirationDate?.iso8601, .expirationDate)
        try add(transaction.revocationDate?.iso8601, .revocationDate)
        try add(transaction.revocationReason, .revocationReason)
        try add(transaction.ownershipType, .ownershipType)
        try add(transaction.reason, .reason)
        try add(transaction.environment, .environment)
        try add(transaction.subscriptionGroupIdentifier, .subscriptionGroupIdentifier)
        try add(transaction.appTransactionIdentifier, .appTransactionIdentifier)
        if transaction.isUpgraded { try add(true, .isUpgraded) }
        try add(transaction.offerType, .offerType)
        try add(transaction.offerIdentifier, .offerIdentifier)
        try add(transaction.price?.description, .price)
        try add(transaction.currencyCode, .currencyCode)
        try add(transaction.storefront?.countryCode, .storefront)
        try add(transaction.signedDate?.iso8601, .signedDate)
        try add(transaction.jwsRepresentation, .jwsRepresentation)
        try add(transaction.error, .error)
    }
}

/// A payment in an entry's JSON.
private struct PaymentForm: Codable {
    let payment: Payment

    init(_ payment: Payment) {
        self.payment = payment
    }

    private enum CodingKeys: String, CodingKey {
        case productIdentifier, quantity, applicationUsername, appAccountToken, simulatesAskToBuyInSandbox
        case offer, billingPlan, requestIdentifier
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var payment = try Payment(
            productIdentifier: try container.decode(ProductIdentifier.self, forKey: .productIdentifier),
            quantity: try container.decode(Int.self, forKey: .quantity),
            applicationUsername: try container.decodeIfPresent(String.self, forKey: .applicationUsername),
            appAccountToken: try container.decodeIfPresent(UUID.self, forKey: .appAccountToken),
            simulatesAskToBuyInSandbox: try container.decodeIfPresent(
                Bool.self,
                forKey: .simulatesAskToBuyInSandbox
            ) ?? false
        ).identified(by: try container.decodeIfPresent(UUID.self, forKey: .requestIdentifier))
        payment.offer = try container.decodeIfPresent(Payment.Offer.self, forKey: .offer)
        payment.billingPlan = try container.decodeIfPresent(BillingPlan.PlanType.self, forKey: .billingPlan)
        self.payment = payment
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payment.productIdentifier, forKey: .productIdentifier)
        try container.encode(payment.quantity, forKey: .quantity)
        try container.encodeIfPresent(payment.applicationUsername, forKey: .applicationUsername)
        try container.encodeIfPresent(payment.appAccountToken, forKey: .appAccountToken)
        if payment.simulatesAskToBuyInSandbox { try container.encode(true, forKey: .simulatesAskToBuyInSandbox) }
        try container.encodeIfPresent(payment.offer, forKey: .offer)
        try container.encodeIfPresent(payment.billingPlan, forKey: .billingPlan)
        try container.encodeIfPresent(payment.requestIdentifier, forKey: .requestIdentifier)
    }
}

extension KeyedDecodingContainer {
    func decodeDecimalIfPresent(forKey key: Key) throws -> Decimal? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        // Decimal reads what it can of a text and passes over the rest.
        let isNumber = text.utf8.allSatisfy { Array("0123456789.-+eE".utf8).contains($0) }
        guard isNumber, let number = Decimal(string: text), !number.isNaN else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "“\(text)” is not a number such as 0.99."
            )
        }
        return number
    }
}
