import Foundation

/// The App Store of one country or region: it decides which products are sold, and in which currency.
///
/// It can change at any time: ask for it again instead of keeping it
/// ([`Storefront`](https://developer.apple.com/documentation/storekit/storefront)).
public struct AppStorefront: Hashable, Sendable, Codable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let countryCode: String

    /// - Throws: ``IAPError`` with code `invalidStorefront` unless `countryCode` is three capital ASCII letters.
    public init(countryCode: String) throws {
        guard countryCode.utf8.count == 3, countryCode.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw IAPError(
                .invalidStorefront,
                "“\(countryCode)” is not an ISO 3166-1 alpha-3 code. Write three capital letters, such as USA or DEU."
            )
        }
        self.countryCode = countryCode
    }

    private init(knownCountryCode: String) {
        countryCode = knownCountryCode
    }

    /// The App Store of the United States, the default of StoreKit testing.
    public static let usa = AppStorefront(knownCountryCode: "USA")

    /// The currency that CLDR lists for the country; `nil` where it lists none.
    package var currencyCode: CurrencyCode? {
        Locale(identifier: "en_\(countryCode)").currency.flatMap { CurrencyCode(rawValue: $0.identifier) }
    }
}

extension AppStorefront {
    /// - Throws: As the initializer does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(countryCode: container.decode(String.self, forKey: .countryCode))
    }
}
