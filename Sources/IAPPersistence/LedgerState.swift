import Foundation
import IAPCore

/// Everything a ledger knows, folded from its entries.
///
/// Entries are first drafted: decisions see their effect, readers do not. Once they are durable the draft is committed,
/// and when they could not be made durable it is discarded.
struct LedgerState: Sendable {
    struct Row: Sendable {
        /// The record's place among the records.
        let number: Int
        var record: RecordedTransaction
    }

    /// Every committed entry, in order.
    private(set) var entries: [LedgerEntry] = []
    /// Entries that are not durable yet.
    private(set) var draft: [LedgerEntry] = []

    private(set) var rows = Drafted<TransactionIdentifier, Row>()
    /// From the purchase that a restored transaction repeats to the record of the latter.
    private(set) var aliases = Drafted<TransactionIdentifier, TransactionIdentifier>()
    private(set) var balances = Drafted<String, Int>()
    private(set) var renewals = Drafted<TransactionIdentifier, SubscriptionRenewal>()
    /// What was declared as owned, by source.
    private(set) var imports = Drafted<String, [ProductIdentifier]>()
    private var rowCount = 0
    private var draftedRowCount = 0
    private var draftedStoreDate = Date.distantPast

    /// Who owns what, by the committed entries.
    private(set) var ownership: Ownership

    /// Whose entries count; `nil` where all do.
    let environment: PaymentTransaction.Environment?

    init(
        environment: PaymentTransaction.Environment? = nil,
        nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] = [:]
    ) {
        self.environment = environment
        ownership = Ownership(nonRenewingPeriods: nonRenewingPeriods)
    }

    /// Folds entries that are durable already. Those of another environment are passed over.
    mutating func apply(_ entries: some Sequence<LedgerEntry>) {
        for entry in entries where counts(entry) { fold(entry) }
        commit()
    }

    /// Adds an entry to the draft, in this environment.
    mutating func append(_ entry: LedgerEntry) {
        var entry = entry
        entry.environment = environment
        fold(entry)
    }

    /// Whether a transaction is of this environment, as far as it is known.
    func counts(_ transaction: PaymentTransaction) -> Bool {
        environment == nil || environment == transaction.environment
    }

    private func counts(_ entry: LedgerEntry) -> Bool {
        guard let environment, let other = entry.environment ?? entry.transaction?.environment else { return true }
        return environment == other
    }

    private mutating func fold(_ entry: LedgerEntry) {
        draft.append(entry)
        switch entry.kind {
        case .recorded: insert(entry)
        case .delivered: change(entry) { $0.isDelivered = true }
        case .updated: change(entry) { $0.transaction = entry.transaction ?? $0.transaction }
        case .revoked: revoke(entry)
        case .reinstated: reinstate(entry)
        case .credited: credit(entry)
        case .withdrawn: change(entry) { $0.isWithdrawn = true }
        case .spent: take(entry.credits)
        case .renewal:
            if let renewal = entry.renewal { renewals[renewal.originalTransactionIdentifier] = renewal }
        case .imported:
            imports[entry.note ?? ""] = (imports[entry.note ?? ""] ?? []) + entry.products
            grant(entry.credits)
        case .carried: carry(entry)
        case .balances:
            for (unit, amount) in entry.balances { balances[unit] = max(0, amount) }
            draftedStoreDate = max(draftedStoreDate, entry.date)
        default: break  // of a later version: kept, without a meaning here
        }
    }

    mutating func commit() {
        // In the order of recording, since timelines grow best at their ends.
        for (identifier, row) in rows.draft.sorted(by: { $0.value.number < $1.value.number }) {
            ownership.replace(rows.committed[identifier]?.record, with: row.record, number: row.number)
        }
        for renewal in renewals.draft.values { ownership.note(renewal) }
        for products in imports.draft.values { ownership.imported.formUnion(products) }
        ownership.note(storeDate: draftedStoreDate)
        entries.append(contentsOf: draft)
        rowCount += draftedRowCount
        rows.commit()
        aliases.commit()
        balances.commit()
        renewals.commit()
        imports.commit()
        draft = []
        draftedRowCount = 0
        draftedStoreDate = .distantPast
    }

    mutating func discard() {
        rows.discard()
        aliases.discard()
        balances.discard()
        renewals.discard()
        imports.discard()
        draft = []
        draftedRowCount = 0
        draftedStoreDate = .distantPast
    }

    // MARK: Finding, drafts included

    func record(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        if let row = rows[identifier] { return row.record }
        return aliases[identifier].flatMap { rows[$0]?.record }
    }

    /// The record of this transaction, or of the purchase that it repeats.
    func record(of transaction: PaymentTransaction) -> RecordedTransaction? {
        record(transaction.transactionIdentifier) ?? transaction.identifierOfRepeatedPurchase.flatMap { record($0) }
    }

    // MARK: Finding, drafts left out

    func committedRecord(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        if let row = rows.committed[identifier] { return row.record }
        return aliases.committed[identifier].flatMap { rows.committed[$0]?.record }
    }

    /// Oldest record first.
    func committedRecords(_ identifiers: Set<TransactionIdentifier>) -> [RecordedTransaction] {
        identifiers.compactMap { rows.committed[$0] }.sorted { $0.number < $1.number }.map(\.record)
    }

    // MARK: What entries do

    private mutating func insert(_ entry: LedgerEntry, isRevoked: Bool = false) {
        guard let transaction = entry.transaction, record(of: transaction) == nil else { return }
        let credits = isRevoked ? [] : entry.credits
        rows[transaction.transactionIdentifier] = Row(
            number: rowCount + draftedRowCount,
            record: RecordedTransaction(
                transaction: transaction,
                credits: credits,
                recordedDate: entry.date,
                isDelivered: false,
                isRevoked: isRevoked,
                isWithdrawn: false,
                grantNumber: isRevoked ? 0 : 1
            )
        )
        draftedRowCount += 1
        if let alias = transaction.identifierOfRepeatedPurchase {
            aliases[alias] = transaction.transactionIdentifier
        }
        grant(credits)
    }

    private mutating func revoke(_ entry: LedgerEntry) {
        guard let transaction = entry.transaction else { return }
        guard let record = record(of: transaction) else { return insert(entry, isRevoked: true) }
        guard !record.isRevoked else { return }
        take(entry.credits)
        change(entry) {
            $0.transaction = transaction
            $0.isRevoked = true
            $0.takenBack = entry.credits
        }
    }

    private mutating func reinstate(_ entry: LedgerEntry) {
        guard let transaction = entry.transaction, record(of: transaction)?.isRevoked == true else { return }
        grant(entry.credits)
        change(entry) {
            $0.transaction = transaction
            $0.isRevoked = false
            $0.isDelivered = false
            $0.isWithdrawn = false
            // Revoked before it was recorded, it had granted nothing until now.
            if $0.grantNumber == 0 { $0.credits = entry.credits }
            $0.grantNumber += 1
        }
    }

    private mutating func credit(_ entry: LedgerEntry) {
        guard let transaction = entry.transaction, let record = record(of: transaction), record.isRestoredOnly else {
            return
        }
        grant(entry.credits)
        change(entry) {
            $0.transaction.transactionState = .purchased
            $0.credits = entry.credits
        }
    }

    private mutating func carry(_ entry: LedgerEntry) {
        guard let transaction = entry.transaction, let standing = entry.standing else { return }
        let identifier = transaction.transactionIdentifier
        let known = rows[identifier]
        if known == nil { draftedRowCount += 1 }
        rows[identifier] = Row(
            number: known?.number ?? rowCount + draftedRowCount - 1,
            record: RecordedTransaction(
                transaction: transaction,
                credits: entry.credits,
                recordedDate: entry.date,
                isDelivered: standing.isDelivered,
                isRevoked: standing.isRevoked,
                takenBack: standing.takenBack,
                isWithdrawn: standing.isWithdrawn,
                grantNumber: standing.grantNumber
            )
        )
        if let repeated = standing.repeated { aliases[repeated] = identifier }
    }

    private mutating func change(_ entry: LedgerEntry, _ change: (inout RecordedTransaction) -> Void) {
        guard let identifier = entry.transactionIdentifier,
            let key = record(identifier)?.transaction.transactionIdentifier, var row = rows[key]
        else { return }
        change(&row.record)
        rows[key] = row
    }

    private mutating func grant(_ credits: [Credit]) {
        for credit in credits {
            let (sum, overflow) = (balances[credit.unit] ?? 0).addingReportingOverflow(credit.amount)
            balances[credit.unit] = overflow ? .max : sum
        }
    }

    private mutating func take(_ credits: [Credit]) {
        for credit in credits { balances[credit.unit] = max(0, (balances[credit.unit] ?? 0) - credit.amount) }
    }
}
