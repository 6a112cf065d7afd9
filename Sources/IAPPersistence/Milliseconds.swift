import Foundation
import IAPCore

// A ledger counts time in whole milliseconds, so that what is read back equals what was written, in any format.

extension Date {
    /// Milliseconds since 1970, rounded; within the years 0 to 9999, which ISO 8601 writes with four digits.
    var millisecondsSince1970: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        guard milliseconds == milliseconds else { return 0 }
        return Int64(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
    }

    init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    var inMilliseconds: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension PaymentTransaction {
    var inMilliseconds: PaymentTransaction {
        var transaction = self
        transaction.transactionDate = transactionDate.inMilliseconds
        transaction.originalPurchaseDate = originalPurchaseDate?.inMilliseconds
        transaction.expirationDate = expirationDate?.inMilliseconds
        transaction.revocationDate = revocationDate?.inMilliseconds
        return transaction
    }
}

extension SubscriptionRenewal {
    var inMilliseconds: SubscriptionRenewal {
        var renewal = self
        renewal.gracePeriodExpirationDate = gracePeriodExpirationDate?.inMilliseconds
        return renewal
    }
}
