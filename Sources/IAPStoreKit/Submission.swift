#if canImport(Darwin)
import Foundation
import IAPCore
import StoreKit

/// A payment that was handed to StoreKit.
struct Submission: Sendable {
    let payment: Payment
    let productType: IAPCore.ProductType
    let date: Date
    /// StoreKit has transactions of what is paid only, so the other states bear a name of their own, one for all of
    /// them.
    private let identifier: TransactionIdentifier

    init(_ payment: Payment, of productType: IAPCore.ProductType, at date: Date) {
        self.payment = payment
        self.productType = productType
        self.date = date
        identifier = TransactionIdentifier((payment.requestIdentifier ?? UUID()).uuidString)
    }

    /// What is told of it in a state that StoreKit has no transaction for.
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

    /// Whether another submission asks for the same: StoreKit makes one request for approval of both, and one purchase
    /// (https://developer.apple.com/forums/thread/706277).
    func isSameWish(as other: Submission) -> Bool {
        payment.identified(by: nil) == other.payment.identified(by: nil)
    }

    /// Whether a transaction that StoreKit tells as news can be what an approval made of this.
    ///
    /// A request for approval lapses after 24 hours (https://developer.apple.com/forums/thread/706277). Nobody tells
    /// whether it was declined. A wrong clock of the device can only hide the tie.
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
    /// StoreKit 2 knows buyers by UUIDs. The App Store takes a user name that is one for a token:
    /// https://developer.apple.com/documentation/storekit/skmutablepayment/applicationusername
    var accountToken: UUID? {
        appAccountToken ?? applicationUsername.flatMap(UUID.init(uuidString:))
    }
}
#endif
