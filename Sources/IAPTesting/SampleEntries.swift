import Foundation
import IAPCore
import IAPPersistence

/// Entries for the rules of ``LedgerStorageSuite``.
enum SampleEntries {
    static let date = Date(timeIntervalSince1970: 1_735_689_600.123)

    static func note(_ text: String) -> LedgerEntry {
        .imported([], from: text, date: date)
    }

    static func purchase(_ identifier: TransactionIdentifier) -> LedgerEntry {
        guard let payment = try? Payment(productIdentifier: "com.example.coins", quantity: 3),
            let credit = try? Credit(30, of: "coins")
        else { return note(identifier.rawValue) }  // cannot be: both are within their ranges
        let transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: .purchased,
            payment: payment,
            productType: .consumable,
            transactionDate: date
        )
        return .recorded(transaction, credits: [credit], date: date)
    }

    static var ofEveryKind: [LedgerEntry] {
        let purchase = purchase("1")
        guard var transaction = purchase.transaction, let credit = purchase.credits.first,
            let payment = try? Payment(
                productIdentifier: "com.example.plans.yearly",
                quantity: 10,
                applicationUsername: "någon",
                appAccountToken: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
                simulatesAskToBuyInSandbox: true
            )
        else { return [] }
        transaction.payment = payment.identified(by: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))
        transaction.transactionIdentifier = "18446744073709551615"
        transaction.originalTransactionIdentifier = "1"
        transaction.transactionState = .restored
        transaction.productType = .autoRenewable
        transaction.transactionDate = Date(timeIntervalSince1970: -0.001)
        transaction.originalPurchaseDate = .distantPast
        transaction.expirationDate = .distantFuture
        transaction.revocationDate = date + 0.0004
        transaction.revocationReason = .developerIssue
        transaction.ownershipType = .familyShared
        transaction.reason = .renewal
        transaction.environment = .sandbox
        transaction.subscriptionGroupIdentifier = "plans"
        transaction.isUpgraded = true
        transaction.offerType = .winBack
        transaction.offerIdentifier = "back"
        transaction.price = Decimal(string: "12345678901234567890.123456789")
        transaction.currencyCode = CurrencyCode(rawValue: "USD")
        transaction.storefront = .usa
        transaction.signedDate = date
        transaction.jwsRepresentation = "e30.e30.e30"
        transaction.error = IAPError(.verificationFailed, "Not genuine.", productIdentifier: "com.example.coins")
        let renewal = SubscriptionRenewal(
            originalTransactionIdentifier: "1",
            willAutoRenew: true,
            autoRenewPreference: "com.example.plans.monthly",
            isInBillingRetry: true,
            gracePeriodExpirationDate: date,
            expirationReason: .billingError
        )
        let bareRenewal = SubscriptionRenewal(originalTransactionIdentifier: "2", willAutoRenew: false)
        var another = transaction
        another.transactionIdentifier = "2"
        var elsewhere = purchase
        elsewhere.environment = .sandbox
        return [
            purchase,
            elsewhere,
            .delivered("1", date: date),
            .updated(transaction, date: date),
            .revoked(transaction, takenBack: [credit, credit], date: date),
            .withdrawn("1", date: date),
            .reinstated(transaction, credits: [credit], date: date),
            .spent(credit, note: "a sword", date: date),
            .spent(credit, date: date),
            .renewal(renewal, date: date),
            .renewal(bareRenewal, date: date),
            .imported(
                ["com.example.premium", "com.example.more"],
                credits: [credit],
                from: "UserDefaults",
                date: date
            ),
            .carried(
                RecordedTransaction(
                    transaction: transaction,
                    credits: [credit],
                    recordedDate: date,
                    isDelivered: true,
                    isRevoked: true,
                    takenBack: [credit],
                    isWithdrawn: true,
                    grantNumber: 3
                ),
                foundAlsoBy: "1"
            ),
            .carried(
                RecordedTransaction(
                    transaction: another,
                    credits: [],
                    recordedDate: date,
                    isDelivered: false,
                    isRevoked: false,
                    isWithdrawn: false,
                    grantNumber: 0
                )
            ),
            .balances(["coins": 0, "gems": .max], latestStoreDate: .distantPast),
            .balances([:], latestStoreDate: date),
        ]
    }
}
