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
    private(set) var balances = Balances()
    private(set) var renewals = Drafted<TransactionIdentifier, SubscriptionRenewal>()
    /// What was declared as owned, by source.
    private(set) var imports = Drafted<String, [ProductIdentifier]>()
    private var draftedStoreDate = Date.distantPast

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

    /// Answers for an account from now on. Returns whether it is another one than was told before.
    mutating func signIn(_ account: String?) -> Bool {
        let earlier = view
        let isOther = view.signIn(account)
        if view.policy == .hide, view != earlier { countOwnershipAnew() }
        return isOther
    }

    /// Whether another account has anything, drafts included.
    func hasAny(ofOthersThan account: String) -> Bool {
        balances.hasAny(ofOthersThan: account) || !records.numbers(ofOthersThan: account).isEmpty
    }

    /// Folds entries that are durable already. Those of another environment are passed over.
    mutating func apply(_ entries: [LedgerEntry]) {
        // Most transactions have two entries at least: bought and delivered.
        records.reserveCapacity(forNews: entries.count / 2)
        var allCount = true
        for entry in entries {
            if counts(entry) { fold(entry) } else { allCount = false }
        }
        let own = allCount ? entries : entries.filter(counts)
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

    /// Whether an entry counts here.
    private func counts(_ entry: LedgerEntry) -> Bool {
        guard let environment, let other = entry.environment ?? entry.word?.environment else { return true }
        return environment == other
    }

    private mutating func fold(_ entry: LedgerEntry) {
        switch entry.kind {
        case .recorded: insert(entry.word, entry.credits, entry.date)
        case .delivered: change(entry.identifierKey) { $0.isDelivered = true }
        case .updated: update(entry)
        case .revoked: revoke(entry)
        case .reinstated: reinstate(entry)
        case .credited: credit(entry)
        case .withdrawn: change(entry.identifierKey) { $0.isWithdrawn = true }
        case .spent: balances.take(entry.credits, from: entry.account)
        case .renewal:
            if let renewal = entry.renewal { renewals[renewal.originalTransactionIdentifier] = renewal }
        case .imported:
            imports[entry.note ?? ""] = (imports[entry.note ?? ""] ?? []) + entry.products
            balances.grant(entry.credits, to: nil)
        case .carried: carry(entry)
        case .balances:
            balances.set(entry.balances, of: entry.account)
            draftedStoreDate = max(draftedStoreDate, entry.date)
        case .transferred: transfer(entry)
        default: break  // of a later version: kept, without a meaning here
        }
    }

    mutating func commit() {
        // Rarely: while an account is hidden, the store mostly tells of the other one.
        let mustCountAnew = view.hidesSome && draftsHiddenRecords
        if !mustCountAnew {
            for (number, record) in records.changes.sorted(by: { $0.key < $1.key }) {
                ownership.replace(records.committed[number], with: record, number: number)
            }
            ownership.add(records.news, from: records.committed.count)
        }
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
        if mustCountAnew { countOwnershipAnew() }
    }

    private var draftsHiddenRecords: Bool {
        let hidesNews = records.news.contains { !view.shows($0.account) }
        return hidesNews
            || records.changes.contains { !view.shows($1.account) || !view.shows(records.committed[$0].account) }
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
        draft = []
        draftedStoreDate = .distantPast
    }

    // MARK: Finding, drafts included

    func record(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        records.number(of: IdentifierKey(identifier)).map { records[$0].recorded }
    }

    /// The record of this transaction, or of the purchase that it repeats.
    func record(of transaction: PaymentTransaction) -> RecordedTransaction? {
        records.number(of: StoreWord(transaction)).map { records[$0].recorded }
    }

    // MARK: Finding, drafts left out

    func committedRecord(_ identifier: TransactionIdentifier) -> RecordedTransaction? {
        committedRecord(IdentifierKey(identifier))
    }

    func committedRecord(_ key: IdentifierKey) -> RecordedTransaction? {
        records.committedNumber(of: key).map { records.committed[$0].recorded }
    }

    /// Oldest record first.
    func committedRecords(_ keys: Set<IdentifierKey>) -> [RecordedTransaction] {
        keys.compactMap(records.committedNumber).sorted().map { records.committed[$0].recorded }
    }

    // MARK: What entries do

    private mutating func insert(_ word: StoreWord?, _ credits: [Credit], _ date: Date, isRevoked: Bool = false) {
        guard let word else { return }
        let record = Record(
            word: word,
            credits: credits,
            recordedDate: date,
            grantNumber: isRevoked ? 0 : 1,
            isRevoked: isRevoked
        )
        if records.add(record) { balances.grant(credits, to: word.account) }
    }

    private mutating func update(_ entry: LedgerEntry) {
        change(entry.identifierKey) { $0.word = entry.word ?? $0.word }
    }

    private mutating func revoke(_ entry: LedgerEntry) {
        guard let word = entry.word else { return }
        guard let number = records.number(of: word) else { return insert(word, [], entry.date, isRevoked: true) }
        guard !records[number].isRevoked else { return }
        balances.take(entry.credits, from: records[number].account)
        change(entry.identifierKey) {
            $0.word = word
            $0.isRevoked = true
            $0.takenBack = entry.credits
        }
    }

    private mutating func reinstate(_ entry: LedgerEntry) {
        guard let word = entry.word, let number = records.number(of: word), records[number].isRevoked else {
            return
        }
        balances.grant(entry.credits, to: records[number].account)
        change(entry.identifierKey) {
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
        balances.grant(entry.credits, to: records[number].account)
        change(entry.identifierKey) {
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
            isWithdrawn: standing.isWithdrawn,
            newAccount: entry.account
        )
        records.carry(record, foundAlsoBy: standing.repeated.map { IdentifierKey($0) })
    }

    private mutating func change(_ key: IdentifierKey?, _ change: (inout Record) -> Void) {
        guard let number = key.flatMap(records.number(of:)) else { return }
        records.change(number, change)
    }

    private mutating func transfer(_ entry: LedgerEntry) {
        guard let account = entry.account else { return }
        balances.transfer(to: account)
        for number in records.numbers(ofOthersThan: account) {
            records.change(number) { $0.newAccount = account }
        }
    }
}
