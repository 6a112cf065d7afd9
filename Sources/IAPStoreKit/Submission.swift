#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

/// A payment that was submitted to StoreKit.
struct Submission: Sendable {
    let payment: Payment
    let productType: IAPCore.ProductType
    let date: Date
    /// Identifies the transactions in states for which StoreKit has none: it makes transactions of paid purchases only.
    private let identifier: TransactionIdentifier

    init(_ payment: Payment, of productType: IAPCore.ProductType, at date: Date) {
        self.payment = payment
        self.productType = productType
        self.date = date
        identifier = TransactionIdentifier((payment.requestIdentifier ?? UUID()).uuidString)
    }

    /// Makes the transaction of a state for which StoreKit has none.
    func transaction(
        _ state: PaymentTransactionState,
        in environment: PaymentTransaction.Environment,
        at date: Date,
        _ error: IAPError? = nil
    ) -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: state,
            payment: payment,
            productType: productType,
            transactionDate: date
        )
        transaction.environment = environment
        transaction.error = error
        return transaction
    }

    /// Whether another submission is for the same payment: StoreKit makes one request for approval of both, and one
    /// purchase (https://developer.apple.com/forums/thread/706277).
    func isSamePayment(as other: Submission) -> Bool {
        payment.identified(by: nil) == other.payment.identified(by: nil)
    }

    /// Whether a new transaction can be the result of an approval of this submission.
    ///
    /// A request for approval lapses after 24 hours (https://developer.apple.com/forums/thread/706277). StoreKit does
    /// not report that it was declined. A wrong device clock can only hide the connection between the two.
    func canBeAnswered(by transaction: Transaction) -> Bool {
        transaction.productID == payment.productIdentifier
            && transaction.purchasedQuantity == payment.quantity
            && transaction.appAccountToken == payment.accountToken
            && date <= transaction.purchaseDate && transaction.purchaseDate <= lapseDate
            && transaction.reasonOfPurchase == .purchase && transaction.typeOfOffer != .code
            && transaction.ownershipType == .purchased && transaction.revocationDate == nil
    }

    var lapseDate: Date { date.addingTimeInterval(24 * 60 * 60) }
}

extension Payment {
    /// StoreKit 2 identifies buyers by UUIDs. The App Store takes a user name that is a UUID for a token:
    /// https://developer.apple.com/documentation/storekit/skmutablepayment/applicationusername
    var accountToken: UUID? {
        appAccountToken ?? applicationUsername.flatMap(UUID.init(uuidString:))
    }
}
#endif
