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
        self = try fields.entry { try AnyJSON(from: decoder).text }
    }

    public func encode(to encoder: any Encoder) throws {
        if case .unknown(let entry) = content {
            try JSONDecoder().decode(AnyJSON.self, from: Data(entry.json.utf8)).encode(to: encoder)
        } else {
            try EntryFields.facts.encode(EntryFields(self), to: encoder)
        }
    }

    static func read(_ reader: inout JSONReader) throws -> LedgerEntry {
        var start = reader
        let fields = try EntryFields.facts.read(&reader)
        return try fields.entry { try JSONDecoder().decode(AnyJSON.self, from: start.valueData()).text }
    }

    func write(to writer: inout JSONWriter) {
        if case .unknown(let entry) = content {
            writer.encoded(entry.json.utf8)
        } else {
            EntryFields.facts.write(EntryFields(self), to: &writer)
        }
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
    func entry(json: () throws -> String) rethrows -> LedgerEntry {
        let content =
            try content
            ?? .unknown(LedgerEntry.UnknownEntry(kind: kind, date: date, environment: environment, json: json()))
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

/// JSON of any form, on its way between an encoder or decoder and text.
private enum AnyJSON: Codable {
    case null
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Decimal)
    case list([AnyJSON])
    case object([String: AnyJSON])

    /// With sorted keys and without spaces, so that what says the same is equal.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Decimal.self) {
            self = .number(number)
        } else if let list = try? value.decode([AnyJSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: AnyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .text(let text): try value.encode(text)
        case .flag(let flag): try value.encode(flag)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }
}
