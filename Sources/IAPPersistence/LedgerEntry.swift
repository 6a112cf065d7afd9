public import Foundation
public import IAPCore

/// One line of the ledger: something that happened and is never changed again.
///
/// A ``Ledger`` makes entries; a storage keeps them. The functions that make one are public for the tests of storages.
/// All dates of an entry, its transaction's too, are rounded to milliseconds.
public struct LedgerEntry: Sendable {
    /// What happened. Later versions may add kinds; a ledger keeps entries of a kind that it does not know.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A purchased or restored transaction counts from here on, and its credits are granted.
        public static let recorded = Kind(rawValue: "recorded")
        /// The app's delivery handler has given what a recorded transaction bought.
        public static let delivered = Kind(rawValue: "delivered")
        /// The store tells a recorded transaction anew, with other facts: another expiration, an upgrade.
        public static let updated = Kind(rawValue: "updated")
        /// The store took a transaction back, and so the ledger takes back what is left of its credits.
        public static let revoked = Kind(rawValue: "revoked")
        /// The store took a revocation back: the transaction counts again, and what was taken back is granted again.
        public static let reinstated = Kind(rawValue: "reinstated")
        /// A transaction that was recorded as restored comes as purchased: what it bought was never given, and its
        /// credits are granted.
        public static let credited = Kind(rawValue: "credited")
        /// The app's delivery handler has taken back what a revoked transaction had bought.
        public static let withdrawn = Kind(rawValue: "withdrawn")
        /// The customer used credits up.
        public static let spent = Kind(rawValue: "spent")
        /// What will become of a subscription at the end of its period.
        public static let renewal = Kind(rawValue: "renewal")
        /// Purchases were taken over from what the app kept before.
        public static let imported = Kind(rawValue: "imported")
        /// A record as it stood when the ledger was compacted, in place of the entries that made it.
        public static let carried = Kind(rawValue: "carried")
        /// The balances as they stood when the ledger was compacted, in place of the entries that changed them.
        public static let balances = Kind(rawValue: "balances")
        /// What other accounts had bought passed to the entry's account.
        public static let transferred = Kind(rawValue: "transferred")
    }

    /// One reference, since entries are copied often, and never changed.
    private var content: Content

    public var kind: Kind { content.kind }
    /// When the ledger wrote it, by the store's clock. Of a carried entry, when the record was first written. Of a
    /// balances entry, the latest date that the store had put on a transaction.
    public var date: Date { content.date }
    /// In which environment it counts; `nil` when it was not known: in each of them, or in the transaction's.
    public package(set) var environment: PaymentTransaction.Environment? {
        get { content.environment }
        set { content = content.counting(in: newValue) }
    }
    /// Of every entry about a transaction.
    public var transactionIdentifier: TransactionIdentifier? { content.key?.identifier }
    /// What a recorded, credited, reinstated or imported entry grants, a revoked one takes back, a spent one uses up. A
    /// carried one tells what was granted, and grants nothing.
    public var credits: [Credit] { content.credits }
    /// Of a recorded, credited, updated, revoked, reinstated or carried entry.
    ///
    /// Of an entry from a file it is made at each reading.
    public var transaction: PaymentTransaction? { content.word?.transaction }
    /// Of a renewal entry.
    public var renewal: SubscriptionRenewal? { content.extra?.renewal }
    /// What an imported entry declares as owned.
    public var products: [ProductIdentifier] { content.extra?.products ?? [] }
    /// Of a spent entry: what for. Of an imported entry: where from.
    public var note: String? { content.extra?.note }
    /// Of a carried entry.
    public var standing: Standing? { content.extra?.standing }
    /// Of a balances entry: what is left of each unit.
    public var balances: [String: Int] { content.extra?.balances ?? [:] }
    /// Of a spent entry: whose credits were used up. Of a balances entry: whose they are. Of a transferred entry: who
    /// has everything now. Of a carried entry: who has the transaction, if it was transferred. `nil` where no account
    /// is known.
    public var account: String? { content.extra?.account }

    var word: StoreWord? { content.word }
    /// Of ``transactionIdentifier``.
    var identifierKey: IdentifierKey? { content.key }

    package init(
        kind: Kind,
        date: Date,
        environment: PaymentTransaction.Environment? = nil,
        transaction: PaymentTransaction? = nil,
        transactionIdentifier: TransactionIdentifier? = nil,
        credits: [Credit] = [],
        renewal: SubscriptionRenewal? = nil,
        products: [ProductIdentifier] = [],
        note: String? = nil,
        standing: Standing? = nil,
        balances: [String: Int] = [:],
        account: String? = nil
    ) {
        self.init(
            kind: kind,
            date: date.normalized,
            environment: environment,
            word: (transaction?.normalized).map(StoreWord.init),
            key: transactionIdentifier.map { IdentifierKey($0) },
            credits: credits,
            renewal: renewal?.normalized,
            products: products,
            note: note,
            standing: standing,
            balances: balances,
            account: account
        )
    }

    /// An entry of dates that are normalized.
    init(
        kind: Kind,
        date: Date,
        environment: PaymentTransaction.Environment?,
        word: StoreWord?,
        key: IdentifierKey?,
        credits: [Credit],
        renewal: SubscriptionRenewal?,
        products: [ProductIdentifier],
        note: String?,
        standing: Standing?,
        balances: [String: Int],
        account: String?
    ) {
        let isPlain =
            renewal == nil && products.isEmpty && note == nil && standing == nil && balances.isEmpty && account == nil
        content = Content(
            kind: kind,
            date: date,
            environment: environment,
            key: key ?? word?.key,
            credits: credits,
            word: word,
            extra: isPlain
                ? nil
                : Extra(
                    renewal: renewal,
                    products: products,
                    note: note,
                    standing: standing,
                    balances: balances,
                    account: account
                )
        )
    }
}

extension LedgerEntry: Hashable {
    public static func == (left: LedgerEntry, right: LedgerEntry) -> Bool {
        left.kind == right.kind && left.date == right.date && left.environment == right.environment
            && left.identifierKey == right.identifierKey && left.credits == right.credits
            && left.renewal == right.renewal && left.products == right.products && left.note == right.note
            && left.standing == right.standing && left.balances == right.balances && left.account == right.account
            && (left.word === right.word || left.transaction == right.transaction)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(date)
        hasher.combine(identifierKey)
        hasher.combine(credits)
    }
}
