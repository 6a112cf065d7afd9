/// An ISO 4217 currency code, such as `USD`.
///
/// Write a code as a constant or a literal (`.usd`, `"CHF"`). For other text, ``init(rawValue:)`` checks it.
public struct CurrencyCode: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// Makes a code of three capital ASCII letters; `nil` for any other text.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 3, rawValue.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: String) {
        self.rawValue = rawValue
    }

    public static let aud = CurrencyCode(known: "AUD")
    public static let cad = CurrencyCode(known: "CAD")
    public static let cny = CurrencyCode(known: "CNY")
    public static let eur = CurrencyCode(known: "EUR")
    public static let gbp = CurrencyCode(known: "GBP")
    public static let jpy = CurrencyCode(known: "JPY")
    public static let usd = CurrencyCode(known: "USD")
    /// The code that ISO 4217 reserves for transactions without a currency.
    public static let xxx = CurrencyCode(known: "XXX")
}

extension CurrencyCode: ExpressibleByStringLiteral {
    /// Makes a code of a literal. A literal that is not three capital ASCII letters becomes ``xxx``: a typo
    /// shows in the first price that is written, and nothing traps.
    public init(stringLiteral value: StaticString) {
        self = CurrencyCode(rawValue: value.description) ?? .xxx
    }
}

extension CurrencyCode: CustomStringConvertible {
    public var description: String { rawValue }
}
