import Foundation

/// The texts of one language, into which values are put.
struct Wording: Sendable {
    let language: String
    /// The locale of the words in the texts: periods, dates, percentages. The customer's own where the catalog has the
    /// language; otherwise the catalog's language in the customer's region.
    let locale: Locale
    /// Whether all values are isolated from the text around them, because the text or a value may run from right to
    /// left. A value that does is isolated in any case.
    var isolatesValues: Bool
    let texts: [String: String]

    func text(_ key: TextKey, _ values: [TextPlaceholder: String] = [:]) -> String {
        let text = texts[key.name] ?? TextCatalog.english[key.name] ?? key.name
        return values.isEmpty ? text : filled(text, with: values)
    }

    /// The same wording for values written in another locale, such as a store's prices.
    func with(valuesIn locale: Locale) -> Wording {
        var copy = self
        copy.isolatesValues = isolatesValues || locale.language.characterDirection == .rightToLeft
        return copy
    }

    func hasText(_ key: TextKey) -> Bool {
        texts[key.name] != nil || TextCatalog.english[key.name] != nil
    }

    /// One pass from left to right, so that a brace in a value stays what it is.
    private func filled(_ text: String, with values: [TextPlaceholder: String]) -> String {
        var (result, rest) = ("", text[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            result += rest[..<open]
            if let placeholder = TextPlaceholder(rawValue: String(name)), let value = values[placeholder] {
                result += placeholder.isPhrase ? value : isolated(value)
            } else {
                result += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that the direction of neither reaches the other
    /// ([UAX #9](https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates)).
    func isolated(_ value: String) -> String {
        !value.isEmpty && (isolatesValues || value.unicodeScalars.contains(where: \.runsFromRightToLeft))
            ? "\u{2068}\(value)\u{2069}" : value
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a strong one of a right-to-left script, or a mark that acts as one; the standard library
    /// does not expose the bidirectional class. These are the blocks that
    /// [Unicode](https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedBidiClass.txt) sets aside for it.
    fileprivate var runsFromRightToLeft: Bool {
        switch value {
        case 0x061C, 0x200F, 0x202B, 0x202E, 0x2067: true
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            properties.isAlphabetic && properties.generalCategory != .nonspacingMark
        default: false
        }
    }
}
