import Foundation
import IAPCore
import IAPPersistence

// Entries for the rules.
extension LedgerStorageSuite {
    private static let date = Date(timeIntervalSince1970: 1_735_689_600.123)

    static func note(_ text: String) -> LedgerEntry {
        LedgerEntry(.imported([], credits: [], source: text), date: date)
    }

    static func purchase(_ identifier: TransactionIdentifier) throws -> LedgerEntry {
        let transaction = PaymentTransaction(
            transactionIdentifier: identifier,
            transactionState: .purchased,
            payment: try Payment(productIdentifier: "com.example.coins", quantity: 3),
            productType: .consumable,
            transactionDate: date
        )
        return LedgerEntry(.recorded(transaction, credits: [try Credit(30, of: "coins")]), date: date)
    }

    static func entriesOfEveryKind() throws -> [LedgerEntry] {
        let purchase = try purchase("1")
        let credit = try Credit(30, of: "coins")
        let payment = try Payment(
            productIdentifier: "com.example.plans.yearly",
            quantity: 10,
            applicationUsername: "någon",
            appAccountToken: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            simulatesAskToBuyInSandbox: true
        )
        var transaction = PaymentTransaction(
            transactionIdentifier: "18446744073709551615",
            originalTransactionIdentifier: "1",
            transactionState: .restored,
            payment: payment.identified(by: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))),
            productType: .autoRenewable,
            transactionDate: Date(timeIntervalSince1970: -0.001)
        )
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
        let contents: [LedgerEntry.Content] = [
            .delivered("1"),
            .updated(transaction),
            .revoked(transaction, credits: [credit, credit]),
            .revocationDelivered("1"),
            .reinstated(transaction, credits: [credit]),
            .spent([credit], note: "a sword", account: nil),
            .spent([credit], note: nil, account: nil),
            .renewal(renewal),
            .renewal(bareRenewal),
            .imported(["com.example.premium", "com.example.more"], credits: [credit], source: "UserDefaults"),
            .snapshot(.init(full, alias: "1")),
            .snapshot(.init(bare)),
            .balances([:], account: nil),
        ]
        return [
            purchase,
            LedgerEntry(purchase.content, date: date, environment: .sandbox),
            LedgerEntry(.balances(["coins": 0, "gems": .max], account: nil), date: .distantPast),
        ] + contents.map { LedgerEntry($0, date: date) }
    }
}
