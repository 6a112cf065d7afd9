#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

extension PaymentTransaction {
    /// Makes a transaction as StoreKit states it, with an error if StoreKit could not verify it.
    ///
    /// Product and quantity are what StoreKit sold: it may answer a payment with an older transaction.
    ///
    /// - Parameter payment: The submitted payment that the transaction answers, if it answers one.
    init?(_ result: VerificationResult<Transaction>, state: PaymentTransactionState, answering payment: Payment?) {
        let transaction = result.unsafePayloadValue
        guard let payment = Payment(transaction, answering: payment) else { return nil }
        self.init(
            transactionIdentifier: TransactionIdentifier(transaction.id),
            originalTransactionIdentifier: transaction.originalID == transaction.id
                ? nil : TransactionIdentifier(transaction.originalID),
            transactionState: state,
            payment: payment,
            productType: IAPCore.ProductType(transaction.productType),
            transactionDate: transaction.purchaseDate
        )
        originalPurchaseDate = transaction.originalPurchaseDate
        expirationDate = transaction.expirationDate
        revocationDate = transaction.revocationDate
        revocationReason = transaction.revocationReason.map { RevocationReason($0) }
        ownershipType = transaction.ownershipType == .familyShared ? .familyShared : .purchased
        reason = transaction.reasonOfPurchase
        environment = Environment(rawValue: transaction.environment.rawValue)
        subscriptionGroupIdentifier = transaction.subscriptionGroupID
        appTransactionIdentifier = transaction.account
        isUpgraded = transaction.isUpgraded
        offerType = transaction.typeOfOffer.map { SubscriptionOffer.OfferType($0) }
        offerIdentifier = transaction.identifierOfOffer
        price = transaction.price
        currencyCode = transaction.currency.flatMap { CurrencyCode(rawValue: $0.identifier) }
        storefront = try? AppStorefront(countryCode: transaction.countryOfStorefront)
        signedDate = transaction.signedDate
        jwsRepresentation = result.jwsRepresentation
        error = IAPError(refusing: result, payment: payment)
    }
}

extension TransactionIdentifier {
    init(_ identifier: UInt64) {
        self.init(String(identifier))
    }
}

extension Payment {
    /// The payment of what StoreKit sold, with the request of this process that it answers, if any.
    fileprivate init?(_ transaction: Transaction, answering payment: Payment?) {
        // An older transaction may belong to another account.
        let isSameBuyer = payment?.accountToken == transaction.appAccountToken
        do {
            try self.init(
                productIdentifier: transaction.productID,
                quantity: min(max(transaction.purchasedQuantity, 1), 10),
                applicationUsername: isSameBuyer ? payment?.applicationUsername : nil,
                appAccountToken: transaction.appAccountToken
            )
        } catch {
            return nil
        }
        self = identified(by: payment?.requestIdentifier)
    }
}

extension PaymentTransaction.RevocationReason {
    fileprivate init(_ reason: Transaction.RevocationReason) {
        switch reason {
        case .developerIssue: self = .developerIssue
        case .other: self = .other
        default: self.init(rawValue: String(reason.rawValue))
        }
    }
}

extension SubscriptionOffer.OfferType {
    init(_ type: Transaction.OfferType) {
        switch type {
        case .introductory: self = .introductory
        case .promotional: self = .promotional
        case .code: self = .code
        case .winBack: self = .winBack
        default: self.init(rawValue: String(type.rawValue))
        }
    }
}

extension IAPError {
    /// The reason for which a transaction must not count; `nil` for a verified one.
    fileprivate init?(refusing result: VerificationResult<Transaction>, payment: Payment) {
        let transaction = result.unsafePayloadValue
        if case .unverified(_, let reason) = result {
            self.init(
                .verificationFailed,
                "StoreKit could not verify the transaction: \(reason). Deliver nothing for it.",
                productIdentifier: transaction.productID,
                transactionIdentifier: TransactionIdentifier(transaction.id),
                underlying: reason
            )
        } else if payment.quantity != transaction.purchasedQuantity {
            self.init(
                .invalidQuantity,
                "StoreKit sold \(transaction.purchasedQuantity) where 1 to 10 can be. Look into the transaction.",
                productIdentifier: transaction.productID,
                transactionIdentifier: TransactionIdentifier(transaction.id)
            )
        } else {
            return nil
        }
    }
}
#endif
