package import Foundation
package import IAPCore

extension LedgerEntry {
    /// A transaction counts, and grants `credits`.
    package static func recorded(_ transaction: PaymentTransaction, credits: [Credit] = [], date: Date) -> LedgerEntry {
        LedgerEntry(kind: .recorded, date: date, transaction: transaction, credits: credits)
    }

    /// A recorded transaction has been delivered.
    package static func delivered(_ identifier: TransactionIdentifier, date: Date) -> LedgerEntry {
        LedgerEntry(kind: .delivered, date: date, transactionIdentifier: identifier)
    }

    /// A recorded transaction has other facts.
    package static func updated(_ transaction: PaymentTransaction, date: Date) -> LedgerEntry {
        LedgerEntry(kind: .updated, date: date, transaction: transaction)
    }

    /// A transaction was taken back, and `takenBack` with it.
    package static func revoked(
        _ transaction: PaymentTransaction,
        takenBack: [Credit] = [],
        date: Date
    ) -> LedgerEntry {
        LedgerEntry(kind: .revoked, date: date, transaction: transaction, credits: takenBack)
    }

    /// A transaction that was recorded as restored was bought here, and grants `credits`.
    package static func credited(_ transaction: PaymentTransaction, credits: [Credit], date: Date) -> LedgerEntry {
        LedgerEntry(kind: .credited, date: date, transaction: transaction, credits: credits)
    }

    /// A revoked transaction counts again, and grants `credits`.
    package static func reinstated(
        _ transaction: PaymentTransaction,
        credits: [Credit] = [],
        date: Date
    ) -> LedgerEntry {
        LedgerEntry(kind: .reinstated, date: date, transaction: transaction, credits: credits)
    }

    /// The app has taken back what a revoked transaction had bought.
    package static func withdrawn(_ identifier: TransactionIdentifier, date: Date) -> LedgerEntry {
        LedgerEntry(kind: .withdrawn, date: date, transactionIdentifier: identifier)
    }

    /// A credit of an account was used up.
    package static func spent(
        _ credit: Credit,
        note: String? = nil,
        account: String? = nil,
        date: Date
    ) -> LedgerEntry {
        LedgerEntry(kind: .spent, date: date, credits: [credit], note: note, account: account)
    }

    /// What other accounts had bought passed to an account.
    package static func transferred(to account: String, date: Date) -> LedgerEntry {
        LedgerEntry(kind: .transferred, date: date, account: account)
    }

    /// The store told what it will do at the end of a subscription's period.
    package static func renewal(_ renewal: SubscriptionRenewal, date: Date) -> LedgerEntry {
        LedgerEntry(kind: .renewal, date: date, renewal: renewal)
    }

    /// Purchases were taken over from `source`.
    package static func imported(
        _ products: [ProductIdentifier],
        credits: [Credit] = [],
        from source: String,
        date: Date
    ) -> LedgerEntry {
        LedgerEntry(kind: .imported, date: date, credits: credits, products: products, note: source)
    }

    /// A record as it stands, in place of the entries that made it.
    package static func carried(
        _ record: RecordedTransaction,
        foundAlsoBy repeated: TransactionIdentifier? = nil,
        transferredTo account: String? = nil
    ) -> LedgerEntry {
        LedgerEntry(
            kind: .carried,
            date: record.recordedDate,
            transaction: record.transaction,
            credits: record.credits,
            standing: Standing(
                isDelivered: record.isDelivered,
                isRevoked: record.isRevoked,
                isWithdrawn: record.isWithdrawn,
                takenBack: record.takenBack,
                grantNumber: record.grantNumber,
                repeated: repeated
            ),
            account: account
        )
    }

    /// The balances as they stand, in place of the entries that changed them.
    package static func balances(
        _ balances: [String: Int],
        of account: String? = nil,
        latestStoreDate: Date
    ) -> LedgerEntry {
        LedgerEntry(kind: .balances, date: latestStoreDate, balances: balances, account: account)
    }

    /// An entry of a kind that this version does not know, as a later version might write it.
    package static func unknown(_ kind: Kind, note: String? = nil, date: Date) -> LedgerEntry {
        LedgerEntry(kind: kind, date: date, note: note)
    }
}
