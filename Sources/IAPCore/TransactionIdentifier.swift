/// The store's identifier of a transaction.
///
/// Unique within a store and an environment. StoreKit 2 counts in `UInt64`; the text of that number is the identifier.
public struct TransactionIdentifier: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension TransactionIdentifier: CustomStringConvertible {
    public var description: String { rawValue }
}
