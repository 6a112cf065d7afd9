/// An ISO 4217 currency code, such as `USD`.
public struct CurrencyCode: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// `nil` unless `rawValue` is three capital ASCII letters.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 3, rawValue.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
        self.rawValue = rawValue
    }
}

extension CurrencyCode: CustomStringConvertible {
    public var description: String { rawValue }
}
