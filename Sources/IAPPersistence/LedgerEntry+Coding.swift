import Foundation
import IAPCore

/// An entry's form in JSON, the same whatever an encoder's strategies are: dates are ISO 8601 in UTC with milliseconds,
/// prices are strings. What is `nil`, empty or false is left out. Keys that are not known are passed over.
extension LedgerEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, date, environment, transaction, transactionIdentifier, credits, renewal, products, note
        case standing, balances, account
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(Kind.self, forKey: .kind),
            date: try container.decodeDate(forKey: .date),
            environment: try container.decodeIfPresent(PaymentTransaction.Environment.self, forKey: .environment),
            transaction: try container.decodeIfPresent(TransactionForm.self, forKey: .transaction)?.transaction,
            transactionIdentifier: try container.decodeIfPresent(
                TransactionIdentifier.self,
                forKey: .transactionIdentifier
            ),
            credits: try container.decodeIfPresent([Credit].self, forKey: .credits) ?? [],
            renewal: try container.decodeIfPresent(RenewalForm.self, forKey: .renewal)?.renewal,
            products: try container.decodeIfPresent([ProductIdentifier].self, forKey: .products) ?? [],
            note: try container.decodeIfPresent(String.self, forKey: .note),
            standing: try container.decodeIfPresent(Standing.self, forKey: .standing),
            balances: try container.decodeIfPresent([String: Int].self, forKey: .balances) ?? [:],
            account: try container.decodeIfPresent(String.self, forKey: .account)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(date.iso8601, forKey: .date)
        try container.encodeIfPresent(environment, forKey: .environment)
        try container.encodeIfPresent(transaction.map(TransactionForm.init), forKey: .transaction)
        if transactionIdentifier != transaction?.transactionIdentifier {
            try container.encodeIfPresent(transactionIdentifier, forKey: .transactionIdentifier)
        }
        if !credits.isEmpty { try container.encode(credits, forKey: .credits) }
        try container.encodeIfPresent(renewal.map(RenewalForm.init), forKey: .renewal)
        if !products.isEmpty { try container.encode(products, forKey: .products) }
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(standing, forKey: .standing)
        if !balances.isEmpty { try container.encode(balances, forKey: .balances) }
        try container.encodeIfPresent(account, forKey: .account)
    }
}

extension KeyedDecodingContainer {
    func decodeDate(forKey key: Key) throws -> Date {
        let text = try decode(String.self, forKey: key)
        guard let date = Date(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "“\(text)” is not a date such as 2025-01-01T00:00:00.000Z."
            )
        }
        return date
    }

    func decodeDateIfPresent(forKey key: Key) throws -> Date? {
        contains(key) ? try decodeDate(forKey: key) : nil
    }
}
