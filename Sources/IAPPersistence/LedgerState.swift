import Foundation
import IAPCore

/// Everything a ledger knows, folded from its entries.
///
/// Entries are pending at first: decisions see their effect, readers do not. Once they are durable they are committed,
/// and when they could not be made durable they are discarded.
struct LedgerState: Sendable {
    /// Every committed entry, in order.
    private(set) var entries: [LedgerEntry] = []
    /// Entries that are not durable yet.
    private(set) var pending: [LedgerEntry] = []

    private(set) var records = Records()
    private(set) var balances = Balances()
    private(set) var renewals = PendingDictionary<TransactionIdentifier, SubscriptionRenewal>()
    /// What was declared as owned, by source.
    private(set) var imports = PendingDictionary<String, [ProductIdentifier]>()
    private var pendingStoreDate = Date.distantPast

    /// Who owns what, by the committed entries.
    private(set) var ownership: Ownership

    /// Whose entries count; `nil` where all do.
    let environment: PaymentTransaction.Environment?
    /// For whom questions are answered. What is kept does not depend on it.
    private(set) var view: AccountView
    private let nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod]

    init(
        environment: PaymentTransaction.Environment? = nil,
        view: AccountView = AccountView(),
        nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] = [:]
    ) {
        self.environment = environment
        self.view = view
        self.nonRenewingPeriods = nonRenewingPeriods
        ownership = Ownership(nonRenewingPeriods: nonRenewingPeriods)
    }

    /// A state that knows nothing yet, and answers for the same account.
    var emptied: LedgerState {
        LedgerState(environment: environment, view: view, nonRenewingPeriods: nonRenewingPeriods)
    }

    /// Answers for an account from now on. Returns whether another one was signed in before.
    mutating func signIn(_ account: String?) -> Bool {
        let earlier = view
        let isOther = view.signIn(account)
        if view.policy == .hide, view != earlier { countOwnershipAnew() }
        return isOther
    }

    /// Whether another account has anything, pending changes included.
    func hasAny(ofOthersThan account: String) -> Bool {
        balances.hasAny(ofOthersThan: account) || !records.numbers(ofOthersThan: account).isEmpty
    }

    /// Folds entries that are durable already. Those of another environment are passed over.
    mutating func apply(_ entries: [LedgerEntry]) {
        // Most transactions have two entries at least: bought and delivered.
        records.reserveCapacity(forAdded: entries.count / 2)
        var allCount = true
        for entry in entries {
            if counts(entry) { fold(entry) } else { allCount = false }
        }
        let own = allCount ? entries : entries.filter(counts)
        if self.entries.isEmpty { self.entries = own } else { self.entries += own }
        commit()
    }

    /// Adds a pending entry, in this environment.
    mutating func append(_ entry: LedgerEntry) {
        let entry = entry.counting(in: environment)
        fold(entry)
        pending.append(entry)
    }

    /// Whether a transaction is of this environment, as far as it is known.
    func counts(_ transaction: PaymentTransaction) -> Bool {
        environment == nil || environment == transaction.environment
    }

    /// Whether an entry counts here.
    private func counts(_ entry: LedgerEntry) -> Bool {
        guard let environment, let other = entry.countingEnvironment else { return true }
        return environment == other
    }

    private mutating func fold(_ entry: LedgerEntry) {
        switch entry.content {
        case .recorded(let transaction, let credits):
            insert(RecordedTransaction(transaction: transaction, credits: credits, recordedDate: entry.date))
        case .delivered(let identifier): change(identifier) { $0.isDelivered = true }
        case .updated(let transaction): change(transaction.transactionIdentifier) { $0.transaction = transaction }
        case .revoked(let transaction, let credits): revoke(transaction, credits, entry.date)
        case .reinstated(let transaction, let credits): reinstate(transaction, credits)
        case .granted(let transaction, let credits): grant(transaction, credits)
        case .revocationDelivered(let identifier): change(identifier) { $0.isRevocationDelivered = true }
        case .spent(let credits, _, let account): balances.take(credits, from: account)
        case .renewal(let renewal): renewals[renewal.originalTransactionIdentifier] = renewal
        case .imported(let products, let credits, let source):
            imports[source] = (imports[source] ?? []) + products
            balances.grant(credits, to: nil)
        case .snapshot(let snapshot): records.restore(snapshot)
        case .balances(let amounts, let account):
            balances.set(amounts, of: account)
            pendingStoreDate = max(pendingStoreDate, entry.date)
        case .transferred(let account): transfer(to: account)
        case .unknown: break
        }
    }

    mutating func commit() {
        // Rarely: while an account is hidden, most transactions are of the other one.
        let mustCountAnew = view.hidesSome && hasPendingHiddenRecords
        if !mustCountAnew {
            for (number, record) in records.changed.sorted(by: { $0.key < $1.key }) {
                ownership.replace(records.committed[number], with: record, number: number)
            }
            ownership.add(records.added, from: records.committed.count)
        }
        for renewal in renewals.pending.values { ownership.note(renewal) }
        for products in imports.pending.values { ownership.imported.formUnion(products) }
        ownership.note(storeDate: pendingStoreDate)
        if !pending.isEmpty { entries += pending }
        records.commit()
        balances.commit()
        renewals.commit()
        imports.commit()
        pending = []
        pendingStoreDate = .distantPast
        if mustCountAnew { countOwnershipAnew() }
    }

    private var hasPendingHiddenRecords: Bool {
        let hidesAdded = records.added.contains { !view.shows($0.account) }
        return hidesAdded
            || records.changed.contains { !view.shows($1.account) || !view.shows(records.committed[$0].account) }
    }

    private mutating func countOwnershipAnew() {
        var ownership = ownership.withoutRecords
        for renewal in renewals.committed.values { ownership.note(renewal) }
        ownership.add(records.committed, from: 0) { [view] in view.shows($0.account) }
        self.ownership = ownership
    }

    mutating func discard() {
        records.discard()
        balances.discard()
        renewals.discard()
        imports.discard()
        pending = []
        pendingStoreDate = .distantPast
    }

    // MARK: Finding, pending changes included

    func record(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        records.number(of: identifier).map { records[$0] }
    }

    /// The record of this transaction, or of the purchase that it repeats.
    func record(of transaction: PaymentTransaction) -> RecordedTransaction? {
        records.number(of: transaction).map { records[$0] }
    }

    // MARK: Finding, committed alone

    func committedRecord(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        records.committedNumber(of: identifier).map { records.committed[$0] }
    }

    /// Oldest record first.
    func committedRecords(_ identifiers: Set<TransactionIdentifier>) -> [RecordedTransaction] {
        identifiers.compactMap(records.committedNumber).sorted().map { records.committed[$0] }
    }

    // MARK: What entries do

    private mutating func insert(_ record: RecordedTransaction) {
        if records.add(record) { balances.grant(record.credits, to: record.account) }
    }

    private mutating func revoke(_ transaction: PaymentTransaction, _ credits: [Credit], _ date: Date) {
        guard let number = records.number(of: transaction) else {
            var record = RecordedTransaction(transaction: transaction, recordedDate: date, isRevoked: true)
            record.grantNumber = 0
            return insert(record)
        }
        guard !records[number].isRevoked else { return }
        balances.take(credits, from: records[number].account)
        change(transaction.transactionIdentifier) {
            $0.transaction = transaction
            $0.isRevoked = true
            $0.revokedCredits = credits
        }
    }

    private mutating func reinstate(_ transaction: PaymentTransaction, _ credits: [Credit]) {
        guard let number = records.number(of: transaction), records[number].isRevoked else { return }
        balances.grant(credits, to: records[number].account)
        change(transaction.transactionIdentifier) {
            $0.transaction = transaction
            $0.isRevoked = false
            $0.isDelivered = false
            $0.isRevocationDelivered = false
            // Revoked before it was recorded, it had granted nothing until now.
            if $0.grantNumber == 0 { $0.credits = credits }
            $0.grantNumber += 1
        }
    }

    private mutating func grant(_ transaction: PaymentTransaction, _ credits: [Credit]) {
        guard let number = records.number(of: transaction), records[number].isRestoredOnly else { return }
        balances.grant(credits, to: records[number].account)
        change(transaction.transactionIdentifier) {
            $0.transaction.transactionState = .purchased
            $0.credits = credits
        }
    }

    private mutating func change(_ identifier: TransactionIdentifier, _ change: (inout RecordedTransaction) -> Void) {
        if let number = records.number(of: identifier) { records.change(number, change) }
    }

    private mutating func transfer(to account: String) {
        balances.transfer(to: account)
        for number in records.numbers(ofOthersThan: account) {
            records.change(number) { $0.newAccount = account }
        }
    }
}
