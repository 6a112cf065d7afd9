public import Foundation
import IAPCore

/// An entry's JSON, the same whatever an encoder's strategies are; `Documentation/LedgerFormat.md` describes it.
extension LedgerEntry: Codable {
    /// The entry in JSON, as UTF-8. For a storage that keeps bytes or text; much faster than `JSONEncoder`.
    public var json: Data {
        var writer = JSONWriter()
        write(to: &writer)
        return Data(writer.bytes)
    }

    /// Reads an entry from its JSON, whatever its spacing and the order of its keys.
    ///
    /// - Throws: ``IAPError`` with code `ledgerDamaged`, which says what is wrong with it.
    public init(json: some Sequence<UInt8>) throws {
        do {
            var reader = JSONReader(Array(json))
            reader.skipSpace()
            self = try LedgerEntry.read(&reader)
            try reader.finish()
        } catch let fault as JSONFault {
            throw IAPError(.ledgerDamaged, "An entry cannot be read: $\(fault.path): \(fault.message)")
        }
    }

    public init(from decoder: any Decoder) throws {
        let fields = try EntryFields.facts.decode(from: decoder)
        self = try fields.entry { try AnyJSON(from: decoder) }
    }

    public func encode(to encoder: any Encoder) throws {
        if case .unknown(let entry) = content {
            var reader = JSONReader(Array(entry.json.utf8))
            try reader.value().encode(to: encoder)
        } else {
            try EntryFields.facts.encode(EntryFields(self), to: encoder)
        }
    }

    static func read(_ reader: inout JSONReader) throws -> LedgerEntry {
        var start = reader
        let fields = try EntryFields.facts.read(&reader)
        return try fields.entry { try start.value() }
    }

    func write(to writer: inout JSONWriter) {
        if case .unknown(let entry) = content {
            writer.encoded(entry.json.utf8)
        } else {
            EntryFields.facts.write(EntryFields(self), to: &writer)
        }
    }
}

extension FactCodec<LedgerEntry> {
    static let entry = FactCodec("entry") {
        try LedgerEntry.read(&$0)
    } write: {
        $0.write(to: &$1)
    }
}

/// All that an entry's JSON may have.
private struct EntryFields {
    var kind = LedgerEntry.Kind(rawValue: "")
    var date = Date.distantPast
    var environment: PaymentTransaction.Environment?
    var transaction: PaymentTransaction?
    var transactionIdentifier: TransactionIdentifier?
    var credits: [Credit] = []
    var renewal: SubscriptionRenewal?
    var products: [ProductIdentifier] = []
    var note: String?
    var standing: LedgerEntry.Snapshot?
    var balances: [String: Int] = [:]
    var account: String?

    static let facts = FactTable(
        EntryFields(),
        [
            .required("kind", \.kind, .text),
            .required("date", \.date, .date),
            .optional("environment", \.environment, .text),
            .optional("transaction", \.transaction, .object("transaction", PaymentTransaction.facts)),
            .optional("transactionIdentifier", \.transactionIdentifier, .text),
            .defaulting("credits", \.credits, .list(.object("credit", Credit.facts)), to: []),
            .optional("renewal", \.renewal, .object("renewal", SubscriptionRenewal.facts)),
            .defaulting("products", \.products, .list(.text), to: []),
            .optional("note", \.note, .text),
            .optional("standing", \.standing, .object("standing", LedgerEntry.Snapshot.facts)),
            .defaulting("balances", \.balances, .codable("balances"), to: [:]),
            .optional("account", \.account, .text),
        ]
    )
}

extension LedgerEntry.Snapshot {
    /// What a snapshot has besides its transaction, its credits and its date.
    static let facts = FactTable(
        LedgerEntry.Snapshot(RecordedTransaction(transaction: .blank, recordedDate: .distantPast)),
        [
            .defaulting("isDelivered", \.record.isDelivered, .flag, to: false),
            .defaulting("isRevoked", \.record.isRevoked, .flag, to: false),
            .defaulting("isWithdrawn", \.record.isRevocationDelivered, .flag, to: false),
            .defaulting("takenBack", \.record.revokedCredits, .list(.object("credit", Credit.facts)), to: []),
            .defaulting("grantNumber", \.record.grantNumber, .integer, to: 1),
            .optional("repeated", \.alias, .text),
        ]
    )
}

extension EntryFields {
    /// The fields of an entry of a known kind.
    init(_ entry: LedgerEntry) {
        kind = entry.content.kind
        date = entry.date
        environment = entry.environment
        transaction = entry.transaction
        credits = entry.credits
        switch entry.content {
        case .recorded, .updated, .revoked, .reinstated, .granted, .unknown: break
        case .delivered(let identifier), .revocationDelivered(let identifier): transactionIdentifier = identifier
        case .spent(_, let note, let account): (self.note, self.account) = (note, account)
        case .transferred(let account): self.account = account
        case .renewal(let renewal): self.renewal = renewal
        case .imported(let products, _, let source): (self.products, note) = (products, source)
        case .snapshot(let snapshot): (standing, account) = (snapshot, snapshot.record.newAccount)
        case .balances(let balances, let account): (self.balances, self.account) = (balances, account)
        }
    }

    /// - Parameter json: The JSON that the fields were read from, for an entry that is kept as it is.
    func entry(json: () throws -> AnyJSON) rethrows -> LedgerEntry {
        let content =
            try content
            ?? .unknown(LedgerEntry.UnknownEntry(kind: kind, date: date, environment: environment, json: json().text))
        return LedgerEntry(normalized: content, date: date, environment: environment)
    }

    /// `nil` for a kind that is not known, and where something is missing.
    private var content: LedgerEntry.Content? {
        switch kind {
        case .recorded: transaction.map { .recorded($0, credits: credits) }
        case .delivered: identifier.map { .delivered($0) }
        case .updated: transaction.map { .updated($0) }
        case .revoked: transaction.map { .revoked($0, credits: credits) }
        case .reinstated: transaction.map { .reinstated($0, credits: credits) }
        case .granted: transaction.map { .granted($0, credits: credits) }
        case .revocationDelivered: identifier.map { .revocationDelivered($0) }
        case .spent: .spent(credits, note: note, account: account)
        case .transferred: account.map { .transferred(account: $0) }
        case .renewal: renewal.map { .renewal($0) }
        case .imported: .imported(products, credits: credits, source: note ?? "")
        case .snapshot: snapshot.map { .snapshot($0) }
        case .balances: .balances(balances, account: account)
        default: nil
        }
    }

    private var identifier: TransactionIdentifier? { transactionIdentifier ?? transaction?.transactionIdentifier }

    private var snapshot: LedgerEntry.Snapshot? {
        guard let transaction, var snapshot = standing else { return nil }
        snapshot.record.transaction = transaction
        snapshot.record.credits = credits
        snapshot.record.recordedDate = date
        snapshot.record.newAccount = account
        return snapshot
    }
}
