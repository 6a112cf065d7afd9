public import Foundation
import IAPCore

/// The sentences of this module in thirteen languages, and an app's own in their place.
///
/// An app changes a sentence, or adds a language, with a strings table `IAPTexts` in its main bundle, or with a catalog
/// made by ``overriding(_:in:)``. A region's texts go before its language's, and a text that a language lacks is
/// English.
///
/// Values have placeholders in braces: `{price}`, `{period}`. ``keys`` lists the texts, ``texts(in:)`` shows them, and
/// ``problems(in:)`` finds what is missing or misspelt, in a test of the app. The texts are part of the code: there is
/// no resource bundle to lose. A catalog is cheap to copy, and works on any thread.
public struct TextCatalog: Hashable, Sendable {
    /// The SDK's texts under those of the table `IAPTexts` in the app's main bundle, which is read once.
    public static let standard = TextCatalog(bundle: .main)

    /// The SDK's texts alone.
    public static let builtIn = TextCatalog(overrides: [:])

    /// The names of all texts, in alphabetical order.
    public static let keys: [String] = english.keys.sorted()

    private let storage: Storage

    private final class Storage: Sendable {
        let overrides: [String: [String: String]]
        let wordings = BoundedCache<String, Wording>(limit: 32)

        init(overrides: [String: [String: String]]) {
            self.overrides = overrides
        }
    }

    private init(overrides: [String: [String: String]]) {
        var normalized: [String: [String: String]] = [:]
        for (language, texts) in overrides.sorted(by: { $0.key < $1.key }) {
            normalized[Self.tag(language), default: [:]].merge(texts) { $1 }
        }
        storage = Storage(overrides: normalized)
    }

    /// The SDK's texts under those of a strings table in a bundle, read now.
    ///
    /// The table of `pl.lproj` serves Polish, and so on; one outside of such folders serves the bundle's development
    /// language. A table that cannot be read is left out.
    public init(bundle: Bundle, table: String = "IAPTexts") {
        self.init(overrides: StringsTable.texts(of: table, in: bundle))
    }

    /// The same catalog with texts of the app's before its own.
    ///
    /// - Parameters:
    ///   - texts: The texts by their ``keys``.
    ///   - language: As a BCP 47 code, such as `pl` or `pt-BR`: one that the catalog has, or a new one. One with a
    ///     region needs only the texts that differ there; the others are those of its language.
    public func overriding(_ texts: [String: String], in language: String) -> TextCatalog {
        var overrides = storage.overrides
        overrides[Self.tag(language), default: [:]].merge(texts) { $1 }
        return TextCatalog(overrides: overrides)
    }

    /// The languages that the catalog has, as BCP 47 codes in alphabetical order.
    public var languages: [String] { Set(Self.builtInTexts.keys).union(storage.overrides.keys).sorted() }

    /// All texts of a language by their ``keys``; one that a region lacks is its language's, and one that the language
    /// lacks is English.
    public func texts(in language: String) -> [String: String] {
        texts(of: ["en"] + lineage(of: Locale(identifier: language)))
    }

    /// What a translator should look at, one sentence each: texts that are missing, texts that the SDK does not use,
    /// and texts whose placeholders differ from those of the English text.
    public func problems(in language: String) -> [String] {
        let inherited = texts(of: lineage(of: Locale(identifier: language)))
        let missing = Self.keys.filter { inherited[$0] == nil }.map { "“\($0)” is missing in \(language)." }
        return missing
            + texts(of: [Self.tag(language)]).sorted { $0.key < $1.key }.compactMap { key, text in
                guard let english = Self.english[key] else {
                    return "“\(key)” in \(language) is no text of this catalog."
                }
                let (own, expected) = (Self.placeholders(in: text), Self.placeholders(in: english))
                guard own != expected else { return nil }
                return "“\(key)” in \(language) names \(own.sorted()); it should name \(expected.sorted())."
            }
    }

    private static func placeholders(in text: String) -> Set<String> {
        Set(text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1).map { String($0.prefix { $0 != "}" }) })
    }

    public static func == (left: TextCatalog, right: TextCatalog) -> Bool {
        left.storage === right.storage || left.storage.overrides == right.storage.overrides
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.overrides.count)
    }
}

extension TextCatalog {
    /// The texts for a locale: of its language in the same script and, before them, of its region; else English.
    func wording(for locale: Locale) -> Wording {
        storage.wordings.value(for: locale.identifier) {
            let lineage = lineage(of: locale)
            let language = lineage.last
            let wordLocale =
                language == nil
                ? Locale(languageCode: .english, script: nil, languageRegion: locale.region) : locale
            return Wording(
                language: language ?? "en",
                locale: wordLocale,
                isolatesValues: locale.language.characterDirection == .rightToLeft,
                texts: texts(of: ["en"] + lineage)
            )
        }
    }

    /// The languages whose texts serve a locale, each standing before those ahead of it: the SDK's of the language and
    /// script, the app's for all regions, and the region's own. None where the catalog does not speak the language.
    private func lineage(of locale: Locale) -> [String] {
        let wanted = locale.language
        let candidates = languages.filter {
            let language = Locale.Language(identifier: $0)
            return language.languageCode == wanted.languageCode && language.script == wanted.script
        }
        let region = locale.region
        let general =
            candidates.filter { Self.builtInTexts[$0] != nil }
            + candidates.filter { Self.builtInTexts[$0] == nil && Self.region($0) == nil }
        let own = candidates.filter { region != nil && Self.region($0) == region }
        let lineage = general + own
        return lineage.isEmpty ? Array(candidates.prefix(1)) : lineage
    }

    /// Texts of several languages, the later ones before the earlier ones.
    private func texts(of languages: [String]) -> [String: String] {
        languages.reduce(into: [:]) { texts, language in
            texts.merge(Self.builtInTexts[language] ?? [:]) { $1 }
            texts.merge(storage.overrides[language] ?? [:]) { $1 }
        }
    }

    /// The region that a BCP 47 code names, never one that it only suggests.
    private static func region(_ language: String) -> Locale.Region? {
        Locale.Language.Components(identifier: language).region
    }

    /// The BCP 47 code of a language that may be written in another way, such as `pt_BR`.
    private static func tag(_ language: String) -> String {
        let tag = Locale(identifier: language).identifier(.bcp47)
        return tag.isEmpty ? language : tag
    }

    /// Makes the table of a language.
    ///
    /// - Parameter byUnit: Texts that depend on a calendar unit, each for day, week, month and year, or one for all:
    ///   `price.per` stands for the keys `price.per.day`, `price.per.week` and so on.
    static func table(byUnit: [String: [String]], texts: [String: String]) -> [String: String] {
        byUnit.reduce(into: texts) { table, entry in
            let units = ProductSubscriptionPeriod.Unit.allCases
            let forms = entry.value.count == 1 ? units.map { _ in entry.value[0] } : entry.value
            for (unit, form) in zip(units, forms) { table["\(entry.key).\(unit.rawValue)"] = form }
        }
    }

    private static let builtInTexts: [String: [String: String]] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "it": italian, "ja": japanese,
        "ko": korean, "pt-BR": brazilianPortuguese, "ru": russian, "tr": turkish, "zh-Hans": simplifiedChinese,
        "zh-Hant": traditionalChinese,
    ]
}
