import Foundation

extension Decimal {
    /// Reads a price as `.storekit` files write it: digits, and a full stop before the decimals. No machine's locale
    /// plays a part, and no binary fraction.
    ///
    /// `nil` for anything else, and for more digits than a `Decimal` keeps. A minus sign is read, to be refused by
    /// name.
    init?(priceText text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), digits.utf8.count <= 38,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = value
    }
}
