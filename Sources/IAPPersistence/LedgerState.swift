import Foundation
import IAPCore

/// Everything a ledger knows, folded from its entries.
///
/// Entries are first drafted: decisions see their effect, readers do not. Once they are durable the draft is committed,
/// and when they could not be made durable it is discarded.
struct LedgerState: Sendable {
    /// Every committed entry, in order.
    private(set) var entries: [LedgerEntry] = []
    /// Entries that are not durable yet.
    private(set) var draft: [LedgerEntry] = []

    private(set) var records = Records()
    private(set) var balances = Drafted<String, Int>()
    private(set) var renewals = Drafted<TransactionIdentifier, SubscriptionRenewal>()
    /// What was declared as owned, by source.
    private(set) var imports = Drafted<String, [ProductIdentifier]>()
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
    mutating func apply(_ entries: [LedgerEntry]) {
        // In place, where a loop over the array would copy each entry.
        let allCount = entries.withUnsafeBufferPointer { entries in
            entries.indices.allSatisfy { counts(entries[$0].environment, entries[$0].word) }
        }
        let own = allCount ? entries : entries.filter { counts($0.environment, $0.word) }
        own.withUnsafeBufferPointer { own in
            records.reserveCapacity(forNews: own.indices.reduce(0) { $0 + (own[$1].word == nil ? 0 : 1) })
            for place in own.indices { fold(own[place]) }
        }
        if self.entries.isEmpty { self.entries = own } else { self.entries += own }
        commit()
    }

    /// Adds an entry to the draft, in this environment.
    mutating func append(_ entry: LedgerEntry) {
        var entry = entry
        entry.environment = environment
        fold(entry)
        draft.append(entry)
    }

    /// Whether a transaction is of this environment, as far as it is known.
    func counts(_ transaction: PaymentTransaction) -> Bool {
        environment == nil || environment == transaction.environment
    }

    /// Whether an entry counts here that was written so.
    private func counts(_ entryEnvironment: PaymentTransaction.Environment?, _ word: StoreWord?) -> Bool {
        guard let environment, let other = entryEnvironment ?? word?.environment else { return true }
        return environment == other
    }

    private mutating func fold(_ entry: LedgerEntry) {
        switch entry.kind {
        case .recorded: insert(entry)
        case .delivered: change(entry) { $0.isDelivered = true }
        case .updated: change(entry) { $0.word = entry.word ?? $0.word }
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
        for (number, record) in records.changes.sorted(by: { $0.key < $1.key }) {
            ownership.replace(records.committed[number], with: record, number: number)
        }
        ownership.add(records.news, from: records.committed.count)
        for renewal in renewals.draft.values { ownership.note(renewal) }
        for products in imports.draft.values { ownership.imported.formUnion(products) }
        ownership.note(storeDate: draftedStoreDate)
        if !draft.isEmpty { entries += draft }
        records.commit()
        balances.commit()
        renewals.commit()
        imports.commit()
        draft = []
        draftedStoreDate = .distantPast
    }

    mutating func discard() {
        records.discard()
        balances.discard()
        renewals.discard()
        imports.discard()
        draft = []
        draftedStoreDate = .distantPast
    }

    // MARK: Finding, drafts included

    func record(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        records.number(of: identifier).map { records[$0].recorded }
    }

    /// The record of this transaction, or of the purchase that it repeats.
    func record(of transaction: PaymentTransaction) -> RecordedTransaction? {
        records.number(of: StoreWord(transaction)).map { records[$0].recorded }
    }

    // MARK: Finding, drafts left out

    func committedRecord(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        records.committedNumber(of: identifier).map { records.committed[$0].recorded }
    }

    /// Oldest record first.
    func committedRecords(_ identifiers: Set<TransactionIdentifier>) -> [RecordedTransaction] {
        identifiers.compactMap(records.committedNumber).sorted().map { records.committed[$0].recorded }
    }

    // MARK: What entries do

    private mutating func insert(_ entry: LedgerEntry, isRevoked: Bool = false) {
        guard let word = entry.word else { return }
        let credits = isRevoked ? [] : entry.credits
        let record = Record(
            word: word,
            credits: credits,
            recordedDate: entry.date,
            grantNumber: isRevoked ? 0 : 1,
            isRevoked: isRevoked
        )
        if records.add(record) { grant(credits) }
    }

    private mutating func revoke(_ entry: LedgerEntry) {
        guard let word = entry.word else { return }
        guard let number = records.number(of: word) else { return insert(entry, isRevoked: true) }
        guard !records[number].isRevoked else { return }
        take(entry.credits)
        change(entry) {
            $0.word = word
            $0.isRevoked = true
            $0.takenBack = entry.credits
        }
    }

    private mutating func reinstate(_ entry: LedgerEntry) {
        guard let word = entry.word, let number = records.number(of: word), records[number].isRevoked else {
            return
        }
        grant(entry.credits)
        change(entry) {
            $0.word = word
            $0.isRevoked = false
            $0.isDelivered = false
            $0.isWithdrawn = false
            // Revoked before it was recorded, it had granted nothing until now.
            if $0.grantNumber == 0 { $0.credits = entry.credits }
            $0.grantNumber += 1
        }
    }

    private mutating func credit(_ entry: LedgerEntry) {
        guard let word = entry.word, let number = records.number(of: word), records[number].isRestoredOnly else {
            return
        }
        grant(entry.credits)
        change(entry) {
            var transaction = $0.word.transaction
            transaction.transactionState = .purchased
            $0.word = StoreWord(transaction)
            $0.credits = entry.credits
        }
    }

    private mutating func carry(_ entry: LedgerEntry) {
        guard let word = entry.word, let standing = entry.standing else { return }
        let record = Record(
            word: word,
            credits: entry.credits,
            recordedDate: entry.date,
            takenBack: standing.takenBack,
            grantNumber: standing.grantNumber,
            isDelivered: standing.isDelivered,
            isRevoked: standing.isRevoked,
            isWithdrawn: standing.isWithdrawn
        )
        records.carry(record, foundAlsoBy: standing.repeated)
    }

    private mutating func change(_ entry: LedgerEntry, _ change: (inout Record) -> Void) {
        guard let number = entry.transactionIdentifier.flatMap(records.number(of:)) else { return }
        records.change(number, change)
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
