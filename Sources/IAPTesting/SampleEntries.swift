import Foundation
import IAPCore
import IAPPersistence

/// Entries for the rules of ``LedgerStorageSuite``.
enum SampleEntries {
    static let date = Date(timeIntervalSince1970: 1_735_689_600.123)

    static func note(_ text: String) -> LedgerEntry {
        LedgerEntry(.imported([], credits: [], source: text), date: date)
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
        return LedgerEntry(.recorded(transaction, credits: [credit]), date: date)
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
        let elsewhere = LedgerEntry(purchase.content, date: date, environment: .sandbox)
        var full = RecordedTransaction(
            transaction: transaction,
            credits: [credit],
            recordedDate: date,
            isDelivered: true,
            isRevoked: true,
            revokedCredits: [credit],
            isRevocationDelivered: true,
            transferredTo: "anna"
        )
        full.grantNumber = 3
        var bare = RecordedTransaction(transaction: another, recordedDate: date)
        bare.grantNumber = 0
        return [
            purchase,
            elsewhere,
            LedgerEntry(.delivered("1"), date: date),
            LedgerEntry(.updated(transaction), date: date),
            LedgerEntry(.revoked(transaction, credits: [credit, credit]), date: date),
            LedgerEntry(.revocationDelivered("1"), date: date),
            LedgerEntry(.reinstated(transaction, credits: [credit]), date: date),
            LedgerEntry(.spent([credit], note: "a sword", account: nil), date: date),
            LedgerEntry(.spent([credit], note: nil, account: nil), date: date),
            LedgerEntry(.renewal(renewal), date: date),
            LedgerEntry(.renewal(bareRenewal), date: date),
            LedgerEntry(
                .imported(["com.example.premium", "com.example.more"], credits: [credit], source: "UserDefaults"),
                date: date
            ),
            LedgerEntry(.snapshot(.init(full, alias: "1")), date: date),
            LedgerEntry(.snapshot(.init(bare)), date: date),
            LedgerEntry(.balances(["coins": 0, "gems": .max], account: nil), date: .distantPast),
            LedgerEntry(.balances([:], account: nil), date: date),
        ]
    }
}
