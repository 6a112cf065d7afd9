package import Foundation
public import IAPCore

extension Ledger {
    /// The time by which everything here is answered: the clock's, but never earlier than the store's latest date in the
    /// ledger.
    package var now: Date {
        journal.read { $0.now(by: clock) }
    }

    /// Whether the customer has the product now.
    ///
    /// A consumable never is, since it is used up: see ``balance(of:)``. A non-consumable is from its record to its
    /// revocation, or when an import declared it and the store has not said otherwise. An auto-renewable subscription
    /// is while a period that was neither revoked nor upgraded lasts, or its grace period. A non-renewing subscription
    /// is for the time its purchases add up to, each beginning where the one before ends.
    ///
    /// The time is the clock's, but never earlier than the store's latest date in the ledger.
    public func isPurchased(_ product: ProductIdentifier) -> Bool {
        journal.read { $0.ownership.isPurchased(product, by: clock) }
    }

    /// Every product for which ``isPurchased(_:)`` holds.
    public var purchasedProducts: Set<ProductIdentifier> {
        journal.read { $0.ownership.purchasedProducts(at: $0.now(by: clock)) }
    }

    /// What is left of a unit of credit, such as `coins`; never below 0.
    public func balance(of unit: String) -> Int {
        journal.read { $0.balances.committedAmount(of: unit, for: $0.view) }
    }

    /// What is left of each unit of credit that was ever granted.
    public var balances: [String: Int] {
        journal.read { $0.balances.committed(for: $0.view) }
    }

    /// The record of a transaction, of any account; `nil` when it never counted. A restored purchase is found by its
    /// original's identifier as well.
    public func transaction(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        journal.read { $0.committedRecord(identifier) }
    }

    /// The recorded transactions of the account that the ledger answers for, oldest record first: all of them, but under
    /// ``AccountPolicy/hide``.
    public var transactions: [RecordedTransaction] {
        journal.read { $0.shownRecords }
    }

    /// Every recorded transaction, of all accounts, oldest record first.
    package var allTransactions: [RecordedTransaction] {
        journal.read { $0.records.committed }
    }

    /// Transactions that the app's delivery handler has yet to deliver, and revoked ones that it has yet to deal with,
    /// oldest record first.
    package var openWork: [RecordedTransaction] {
        journal.read { $0.committedRecords($0.ownership.work.transactions) }
    }

    /// The entries of the ledger's environment that concern the account it answers for, oldest first: all of them,
    /// but under ``AccountPolicy/hide``. An entry about a transaction concerns the account that has the transaction
    /// now.
    public var history: [LedgerEntry] {
        journal.read { $0.shownEntries }
    }

    /// Every entry of the ledger's environment, whomever it concerns, oldest first.
    package var allHistory: [LedgerEntry] {
        journal.read { $0.entries }
    }
}
