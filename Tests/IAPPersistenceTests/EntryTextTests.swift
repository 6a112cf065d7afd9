import Foundation
import IAPCore
import Testing

@testable import IAPPersistence

@Suite("An entry's text")
struct EntryTextTests {
    private let token = UUID(uuidString: "0F0E0D0C-0B0A-0908-0706-050403020100")

    /// With every fact there can be.
    private func full() throws -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: "2",
            originalTransactionIdentifier: "1",
            transactionState: .restored,
            payment: try Payment(
                productIdentifier: "com.example/monthly",
                quantity: 10,
                applicationUsername: "a \"name\" of \\ é 中 😀 \u{7F}\u{2028}",
                appAccountToken: token,
                simulatesAskToBuyInSandbox: true
            ).identified(by: token),
            productType: .autoRenewable,
            transactionDate: newYear
        )
        transaction.originalPurchaseDate = newYear - day
        transaction.expirationDate = newYear + 30 * day
        transaction.revocationDate = newYear + day
        transaction.revocationReason = .developerIssue
        transaction.ownershipType = .familyShared
        transaction.reason = .renewal
        transaction.environment = .sandbox
        transaction.subscriptionGroupIdentifier = "plans"
        transaction.appTransactionIdentifier = "704346128300126234"
        transaction.isUpgraded = true
        transaction.offerType = .introductory
        transaction.offerIdentifier = "offer"
        transaction.price = Decimal(string: "1234.50")
        transaction.currencyCode = CurrencyCode(rawValue: "USD")
        transaction.storefront = .usa
        transaction.signedDate = newYear + 0.123
        transaction.jwsRepresentation = "e30.e30.c2ln"
        transaction.error = IAPError(
            .unknown,
            "It failed.",
            productIdentifier: "com.example/monthly",
            transactionIdentifier: "2",
            place: IAPError.Place(file: "a/b", path: "$.c", line: 1, column: 2)
        )
        return transaction
    }

    private func entries() throws -> [LedgerEntry] {
        let controls = String(String.UnicodeScalarView((0...0x20).compactMap { Unicode.Scalar($0) }))
        let renewal = SubscriptionRenewal(
            originalTransactionIdentifier: "1",
            willAutoRenew: true,
            autoRenewPreference: "yearly",
            isInBillingRetry: true,
            gracePeriodExpirationDate: newYear,
            expirationReason: .billingError
        )
        let credits = [try Credit(1, of: "coins"), try Credit(1_000_000_000_000, of: "gems")]
        var other = LedgerEntry.delivered("3", date: newYear)
        other.environment = .xcode
        let record = LedgerEntry(kind: .carried, date: newYear, standing: LedgerEntry.Standing(takenBack: credits))
        return [
            record,
            LedgerEntry(kind: .recorded, date: newYear, standing: LedgerEntry.Standing(repeated: "5")),
            .balances(["coins": 3], of: "an \"account\"", latestStoreDate: newYear),
            .transferred(to: "704346128300126234", date: newYear),
            .spent(credits[0], note: "a", account: "704346128300126234", date: newYear),
            .balances(["coins": 3, "gems": 0], latestStoreDate: newYear),
            .recorded(try full(), credits: credits, date: newYear),
            .recorded(try bought("1"), date: newYear),
            LedgerEntry(kind: .updated, date: newYear, transaction: try bought("1"), transactionIdentifier: "3"),
            other,
            .renewal(renewal, date: newYear),
            .renewal(SubscriptionRenewal(originalTransactionIdentifier: "", willAutoRenew: false), date: newYear),
            .imported(["a", "b"], credits: credits, from: "", date: .distantPast),
            .imported([], from: controls, date: newYear),
            .unknown(LedgerEntry.Kind(rawValue: "later"), note: controls, date: .distantFuture),
        ]
    }

    private func encoded(_ entries: [LedgerEntry]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entries), as: UTF8.self)
    }

    private func written(_ entries: [LedgerEntry]) throws -> String {
        var json = JSONWriter()
        try json.entries(entries)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("What is written is what JSONEncoder writes, for every fact that an entry can hold")
    func sameAsEncoder() throws {
        for entry in try entries() { #expect(try written([entry]) == encoded([entry])) }
        #expect(try written(entries()) == encoded(entries()))
        #expect(try written([]) == "[]")
    }

    @Test("A transaction has no facts but those that are written")
    func allKeys() throws {
        let form = try JSONSerialization.jsonObject(with: Data(try written([.recorded(full(), date: newYear)]).utf8))
        let transaction = ((form as? [[String: Any]])?.first?["transaction"] as? [String: Any]) ?? [:]
        // A fact that is added to PaymentTransaction is to be written, and to be added here.
        #expect(Mirror(reflecting: try full()).children.count == transaction.count)
    }

    @Test("A payment has no facts but those that are written, or that the encoder is asked to write")
    func allPaymentKeys() throws {
        var transaction = try full()
        transaction.payment.offer = .winBack("back")
        transaction.payment.billingPlan = .monthly
        let text = try written([.recorded(transaction, date: newYear)])
        let form = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let written = ((form as? [[String: Any]])?.first?["transaction"] as? [String: Any])?["payment"]
        // A fact that is added to Payment is to be coded, and to be added here.
        #expect(Mirror(reflecting: transaction.payment).children.count == (written as? [String: Any])?.count)
        #expect(try text == encoded([.recorded(transaction, date: newYear)]))
    }
}
