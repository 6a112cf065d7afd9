public import Foundation
public import IAPCore

/// One entry of a ledger: something that happened and is never changed again.
///
/// A ``Ledger`` makes entries, and a storage keeps them: as their ``json``, through `Codable`, or as they are. All dates
/// of an entry, its transaction's too, are rounded to milliseconds.
public struct LedgerEntry: Hashable, Sendable {
    /// What happened, with everything that belongs to it.
    public indirect enum Content: Hashable, Sendable {
        /// A purchased or restored transaction counts from here on, and its credits are granted.
        case recorded(PaymentTransaction, credits: [Credit])
        /// The app's delivery handler has delivered a recorded transaction.
        case delivered(TransactionIdentifier)
        /// The store signed a newer revision of a recorded transaction: another expiration, an upgrade.
        case updated(PaymentTransaction)
        /// The store revoked a transaction. The credits are what the balances still held of it, and are taken from them.
        case revoked(PaymentTransaction, credits: [Credit])
        /// The store reversed a revocation: the transaction counts again, and these credits are granted.
        case reinstated(PaymentTransaction, credits: [Credit])
        /// A transaction that was recorded as restored arrived as purchased: its credits had not been granted, and are.
        case granted(PaymentTransaction, credits: [Credit])
        /// The app's delivery handler has dealt with a revocation.
        case revocationDelivered(TransactionIdentifier)
        /// The customer spent credits of an account; of none where no account is known. The note says what for.
        case spent([Credit], note: String?, account: String?)
        /// Everything that other accounts had bought passed to an account.
        case transferred(account: String)
        /// What the store will do at the end of a subscription's period.
        case renewal(SubscriptionRenewal)
        /// Purchases were taken over from what the app kept before, which the source names.
        case imported([ProductIdentifier], credits: [Credit], source: String)
        /// A record as it was when the ledger was compacted, in place of the entries that made it.
        case snapshot(Snapshot)
        /// The balances of an account, or of none, as they were when the ledger was compacted.
        case balances([String: Int], account: String?)
        /// An entry of a later version, which a ledger keeps as it is.
        case unknown(UnknownEntry)
    }

    /// A record as it was when a ledger was compacted.
    public struct Snapshot: Hashable, Sendable {
        public internal(set) var record: RecordedTransaction
        /// The other transaction's identifier by which the record is found as well.
        package internal(set) var alias: TransactionIdentifier?

        public init(_ record: RecordedTransaction, alias: TransactionIdentifier? = nil) {
            self.record = record
            self.alias = alias
        }
    }

    /// An entry whose kind this version does not know, or that lacks what its kind needs.
    public struct UnknownEntry: Hashable, Sendable {
        package let kind: Kind
        let date: Date
        let environment: PaymentTransaction.Environment?
        /// The whole entry, in JSON with sorted keys.
        let json: String
    }

    public let content: Content
    /// When the ledger wrote the entry, by the store's clock. Of a snapshot, when the transaction was first recorded. Of
    /// balances, the latest date that the store had put on a transaction.
    public let date: Date
    /// The environment in which the entry counts; `nil` when it was not known: then the entry counts in its
    /// transaction's, or in each of them.
    package let environment: PaymentTransaction.Environment?

    /// - Parameters:
    ///   - date: Rounded to milliseconds. Of a snapshot, ``RecordedTransaction/recordedDate`` counts instead.
    ///   - environment: The environment in which the entry counts. An unknown entry keeps its own, and its date.
    public init(_ content: Content, date: Date, environment: PaymentTransaction.Environment? = nil) {
        self.init(normalized: content.normalized, date: date.normalized, environment: environment)
    }

    /// An entry whose dates are whole milliseconds.
    init(normalized content: Content, date: Date, environment: PaymentTransaction.Environment?) {
        self.content = content
        switch content {
        case .snapshot(let snapshot): (self.date, self.environment) = (snapshot.record.recordedDate, environment)
        case .unknown(let entry): (self.date, self.environment) = (entry.date, entry.environment)
        default: (self.date, self.environment) = (date, environment)
        }
    }
}

extension LedgerEntry {
    /// The same entry, counting in another environment.
    func counting(in environment: PaymentTransaction.Environment?) -> LedgerEntry {
        LedgerEntry(normalized: content, date: date, environment: environment)
    }
}

// MARK: What entries have in common

extension LedgerEntry {
    /// A kind by its name in JSON. Later versions may add kinds.
    package struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind's name in JSON, such as `recorded` or `spent`. `Documentation/LedgerFormat.md` lists the kinds.
    public var kind: String { content.kind.rawValue }

    /// The transaction that the entry is about.
    public var transactionIdentifier: TransactionIdentifier? {
        switch content {
        case .delivered(let identifier), .revocationDelivered(let identifier): identifier
        default: transaction?.transactionIdentifier
        }
    }

    /// What the store said of the transaction that the entry is about; `nil` where the entry only names it.
    public var transaction: PaymentTransaction? {
        switch content {
        case .recorded(let transaction, _), .updated(let transaction), .revoked(let transaction, _),
            .reinstated(let transaction, _), .granted(let transaction, _):
            transaction
        case .snapshot(let snapshot): snapshot.record.transaction
        default: nil
        }
    }

    /// The credits that the entry grants, takes or, in a snapshot, had granted.
    public var credits: [Credit] {
        switch content {
        case .recorded(_, let credits), .revoked(_, let credits), .reinstated(_, let credits),
            .granted(_, let credits), .spent(let credits, _, _), .imported(_, let credits, _):
            credits
        case .snapshot(let snapshot): snapshot.record.credits
        default: []
        }
    }

    /// What spent credits were spent on, or where an import came from.
    public var note: String? {
        switch content {
        case .spent(_, let note, _): note
        case .imported(_, _, let source): source
        default: nil
        }
    }

    /// The environment in which the entry counts; `nil` when it counts in each.
    var countingEnvironment: PaymentTransaction.Environment? { environment ?? transaction?.environment }
}

extension LedgerEntry.Kind {
    package static let recorded = Self(rawValue: "recorded")
    package static let delivered = Self(rawValue: "delivered")
    package static let updated = Self(rawValue: "updated")
    package static let revoked = Self(rawValue: "revoked")
    package static let reinstated = Self(rawValue: "reinstated")
    package static let granted = Self(rawValue: "credited")
    package static let revocationDelivered = Self(rawValue: "withdrawn")
    package static let spent = Self(rawValue: "spent")
    package static let transferred = Self(rawValue: "transferred")
    package static let renewal = Self(rawValue: "renewal")
    package static let imported = Self(rawValue: "imported")
    package static let snapshot = Self(rawValue: "carried")
    package static let balances = Self(rawValue: "balances")
}

extension LedgerEntry.Content {
    package var kind: LedgerEntry.Kind {
        switch self {
        case .recorded: .recorded
        case .delivered: .delivered
        case .updated: .updated
        case .revoked: .revoked
        case .reinstated: .reinstated
        case .granted: .granted
        case .revocationDelivered: .revocationDelivered
        case .spent: .spent
        case .transferred: .transferred
        case .renewal: .renewal
        case .imported: .imported
        case .snapshot: .snapshot
        case .balances: .balances
        case .unknown(let entry): entry.kind
        }
    }

    /// The same, with dates in whole milliseconds.
    fileprivate var normalized: Self {
        switch self {
        case .recorded(let transaction, let credits): .recorded(transaction.normalized, credits: credits)
        case .updated(let transaction): .updated(transaction.normalized)
        case .revoked(let transaction, let credits): .revoked(transaction.normalized, credits: credits)
        case .reinstated(let transaction, let credits): .reinstated(transaction.normalized, credits: credits)
        case .granted(let transaction, let credits): .granted(transaction.normalized, credits: credits)
        case .renewal(let renewal): .renewal(SubscriptionRenewal.facts.normalized(renewal))
        case .snapshot(var snapshot):
            {
                snapshot.record.transaction = snapshot.record.transaction.normalized
                snapshot.record.recordedDate = snapshot.record.recordedDate.normalized
                return .snapshot(snapshot)
            }()
        default: self
        }
    }
}

// A ledger counts time in whole milliseconds, so that what is read back equals what was written.

extension Date {
    var normalized: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension PaymentTransaction {
    var normalized: PaymentTransaction { Self.facts.normalized(self) }
}
