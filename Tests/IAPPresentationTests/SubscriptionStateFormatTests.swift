import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct SubscriptionStateFormatTests {
    static func status(
        _ state: SubscriptionGroupStatus.RenewalState,
        until end: Date = Date(2027, 3, 3),
        willAutoRenew: Bool = true,
        _ change: (inout PaymentTransaction, inout SubscriptionRenewal) -> Void = { _, _ in }
    ) throws -> SubscriptionGroupStatus {
        var transaction = PaymentTransaction(
            transactionIdentifier: "1",
            transactionState: .purchased,
            payment: try Payment(productIdentifier: "plan"),
            productType: .autoRenewable,
            transactionDate: Date(2027, 2, 3)
        )
        var renewal = SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: willAutoRenew)
        transaction.expirationDate = end
        change(&transaction, &renewal)
        return SubscriptionGroupStatus(state: state, transaction: transaction, renewal: renewal)
    }

    static func text(
        _ status: SubscriptionGroupStatus,
        _ locale: String = "en_US",
        now: Date = Date(2027, 2, 10),
        next: String? = nil
    ) -> String {
        SubscriptionStateFormat(locale: Locale(identifier: locale), timeZone: .gmt, catalog: .builtIn)
            .text(for: status, now: now, nextProductTitle: next)
    }

    @Test("Each state has its line")
    func states() throws {
        #expect(Self.text(try Self.status(.subscribed)) == "Renews on March 3")
        #expect(Self.text(try Self.status(.subscribed), "en_GB") == "Renews on 3 March")
        #expect(Self.text(try Self.status(.subscribed, willAutoRenew: false)) == "Expires on March 3")
        let grace = try Self.status(.inGracePeriod) { $1.gracePeriodExpirationDate = Date(2027, 3, 19) }
        #expect(Self.text(grace) == "Payment problem. Access until March 19.")
        #expect(Self.text(try Self.status(.inBillingRetryPeriod)).hasPrefix("Payment problem. Update"))
        #expect(Self.text(try Self.status(.expired)) == "Expired on March 3")
        let refunded = try Self.status(.revoked) { transaction, _ in transaction.revocationDate = Date(2027, 2, 9) }
        #expect(Self.text(refunded) == "Refunded on February 9")
        let unshared = try Self.status(.revoked) { transaction, _ in transaction.ownershipType = .familyShared }
        #expect(Self.text(unshared) == "No longer shared with you")
    }

    @Test("A change of plan is named when its title is given")
    func change() throws {
        let status = try Self.status(.subscribed) { $1.autoRenewPreference = "plan.yearly" }
        #expect(Self.text(status, next: "Yearly") == "Changes to Yearly on March 3")
        #expect(Self.text(status) == "Renews on March 3")
        let same = try Self.status(.subscribed) { $1.autoRenewPreference = "plan" }
        #expect(Self.text(same, next: "Plan") == "Renews on March 3")
    }

    @Test(
        "In its last week, a subscription that does not renew says how long it lasts, and never too long",
        arguments: [
            (2 * 86_400, "Expires in 2 days"), (3 * 86_400 - 1, "Expires in 2 days"), (86_400, "Expires in 1 day"),
            (86_399, "Expires in 23 hours"), (3_600, "Expires in 1 hour"), (120, "Expires in 2 minutes"),
            (0, "Expires in 1 minute"), (-50, "Expires in 1 minute"), (7 * 86_400, "Expires on March 3"),
        ]
    )
    func relative(left: Int, expected: String) throws {
        let status = try Self.status(.subscribed, willAutoRenew: false)
        #expect(Self.text(status, now: Date(2027, 3, 3).addingTimeInterval(-Double(left))) == expected)
    }

    @Test(
        "Other languages inflect the time that is left",
        arguments: [
            ("de_DE", "Läuft in 2 Tagen ab"), ("ru_RU", "Истекает через 2 дня"), ("fr_FR", "Expire dans 2 jours"),
            ("ar_AE", "ينتهي \u{2068}خلال يومين\u{2069}"), ("tr_TR", "2 gün sonra sona erer"), ("ko_KR", "2일 후 만료"),
        ]
    )
    func languages(locale: String, expected: String) throws {
        let status = try Self.status(.subscribed, willAutoRenew: false)
        let text = Self.text(status, locale, now: Date(2027, 3, 1))
        #expect(text.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ") == expected)
    }

    @Test("A date of another year names its year; a status without dates has a text")
    func years() throws {
        #expect(Self.text(try Self.status(.subscribed, until: Date(2028, 1, 5))) == "Renews on January 5, 2028")
        #expect(Self.text(try Self.status(.expired), now: Date(2029, 1, 1)) == "Expired on March 3, 2027")
        let bare = try Self.status(.subscribed) { transaction, _ in transaction.expirationDate = nil }
        #expect(!Self.text(bare, now: .distantFuture).isEmpty && !Self.text(bare, now: .distantPast).isEmpty)
        let endless = try Self.status(.subscribed, until: .distantFuture, willAutoRenew: false)
        #expect(!Self.text(endless, now: .distantPast).isEmpty)
    }

    @Test("A renewal can name its price")
    func price() {
        let format = SubscriptionStateFormat(locale: Locale(identifier: "de_DE"), timeZone: .gmt, catalog: .builtIn)
        #expect(
            format.renewal(on: Date(2027, 3, 3), for: "9,99 €", now: Date(2027, 2, 1))
                == "Verlängert sich am 3. März für 9,99 €"
        )
    }

    @Test(
        "A date that is no date does not stop the app",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    )
    func oddDates(seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        for willAutoRenew in [true, false] {
            let status = try Self.status(.subscribed, until: date, willAutoRenew: willAutoRenew)
            _ = (Self.text(status), Self.text(status, now: date), Self.text(status, "fa_IR"))
        }
        let format = OfferFormat(locale: Locale(identifier: "ar_SA"), timeZone: .gmt, catalog: .builtIn)
        #expect(format.nextCharge(for: try Products().plan("P1M", price: "1"), boughtAt: date) != nil)
    }
}
