import Foundation
import IAPCore

extension LedgerEntry {
    /// What an entry says.
    final class Content: Sendable {
        let kind: Kind
        let date: Date
        let environment: PaymentTransaction.Environment?
        let key: IdentifierKey?
        let credits: [Credit]
        let word: StoreWord?
        let extra: Extra?

        init(
            kind: Kind,
            date: Date,
            environment: PaymentTransaction.Environment?,
            key: IdentifierKey?,
            credits: [Credit],
            word: StoreWord?,
            extra: Extra?
        ) {
            self.kind = kind
            self.date = date
            self.environment = environment
            self.key = key
            self.credits = credits
            self.word = word
            self.extra = extra
        }

        func counting(in environment: PaymentTransaction.Environment?) -> Content {
            Content(
                kind: kind,
                date: date,
                environment: environment,
                key: key,
                credits: credits,
                word: word,
                extra: extra
            )
        }
    }

    /// What few entries say, kept apart so that the others are small.
    final class Extra: Sendable {
        let renewal: SubscriptionRenewal?
        let products: [ProductIdentifier]
        let note: String?
        let standing: Standing?
        let balances: [String: Int]
        let account: String?

        init(
            renewal: SubscriptionRenewal?,
            products: [ProductIdentifier],
            note: String?,
            standing: Standing?,
            balances: [String: Int],
            account: String?
        ) {
            self.renewal = renewal
            self.products = products
            self.note = note
            self.standing = standing
            self.balances = balances
            self.account = account
        }
    }
}
