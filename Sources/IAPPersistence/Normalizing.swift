import Foundation
import IAPCore

// A ledger counts time in whole milliseconds, so that what is read back equals what was written, in any format.

extension Date {
    var normalized: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension PaymentTransaction {
    var normalized: PaymentTransaction {
        var transaction = self
        transaction.transactionDate = transactionDate.normalized
        transaction.originalPurchaseDate = originalPurchaseDate?.normalized
        transaction.expirationDate = expirationDate?.normalized
        transaction.revocationDate = revocationDate?.normalized
        transaction.signedDate = signedDate?.normalized
        if let price, price.isNaN { transaction.price = nil }
        return transaction
    }
}

extension SubscriptionRenewal {
    var normalized: SubscriptionRenewal {
        var renewal = self
        renewal.gracePeriodExpirationDate = gracePeriodExpirationDate?.normalized
        renewal.renewalDate = renewalDate?.normalized
        renewal.recentSubscriptionStartDate = recentSubscriptionStartDate?.normalized
        renewal.signedDate = signedDate?.normalized
        if let renewalPrice, renewalPrice.isNaN { renewal.renewalPrice = nil }
        return renewal
    }
}
