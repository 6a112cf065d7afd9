public import Foundation
import IAPCore

/// The sentences of this module in thirteen languages, and an app's own in their place.
///
/// An app changes a sentence, or adds a language, with a strings table `IAPTexts` in its main bundle, or hands over a
/// catalog made by ``overriding(_:in:)``. What an app gives stands before what the SDK has, text by text; a language
/// that has not all texts is filled up with English.
///
/// A text has room for values, written in braces and by name: `{price}`, `{period}`. ``keys`` lists the texts, and
/// ``texts(in:)`` shows them; a test of the app can ask ``problems(in:)`` for what is missing or misspelt. The texts
/// are part of the code: there is no resource bundle to lose. A catalog is cheap to copy, and works on any thread.
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
        storage = Storage(overrides: overrides)
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
    ///   - language: As a BCP 47 code, such as `pl` or `pt-BR`: one that the catalog has, or a new one.
    public func overriding(_ texts: [String: String], in language: String) -> TextCatalog {
        var overrides = storage.overrides
        overrides[language, default: [:]].merge(texts) { $1 }
        return TextCatalog(overrides: overrides)
    }

    /// The languages that the catalog has, as BCP 47 codes in alphabetical order.
    public var languages: [String] { Set(Self.builtInTexts.keys).union(storage.overrides.keys).sorted() }

    /// All texts of a language by their ``keys``; where the language lacks one, it is English.
    public func texts(in language: String) -> [String: String] {
        Self.english
            .merging(Self.builtInTexts[language] ?? [:]) { $1 }
            .merging(storage.overrides[language] ?? [:]) { $1 }
    }

    /// What a translator should look at: texts that are missing, that nothing asks for, or that lack a value or name
    /// one that the English text has not; one sentence each, none when all is well.
    public func problems(in language: String) -> [String] {
        let texts = (Self.builtInTexts[language] ?? [:]).merging(storage.overrides[language] ?? [:]) { $1 }
        let missing = Self.keys.filter { texts[$0] == nil }.map { "“\($0)” is missing in \(language)." }
        return missing
            + texts.sorted { $0.key < $1.key }.compactMap { key, text in
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
    /// The texts for a locale: of its very language and region, else of its language in the same script, else English.
    func wording(for locale: Locale) -> Wording {
        storage.wordings.value(for: locale.identifier) {
            let language = bestLanguage(for: locale)
            let wordLocale =
                language == nil
                ? Locale(languageCode: .english, script: nil, languageRegion: locale.region) : locale
            return Wording(
                language: language ?? "en",
                locale: wordLocale,
                isolatesValues: locale.language.characterDirection == .rightToLeft,
                texts: texts(in: language ?? "en")
            )
        }
    }

    private func bestLanguage(for locale: Locale) -> String? {
        let wanted = locale.language
        let candidates = languages.filter {
            let language = Locale.Language(identifier: $0)
            return language.languageCode == wanted.languageCode && language.script == wanted.script
        }
        return candidates.first { Locale.Language(identifier: $0).region == locale.region } ?? candidates.first
    }

    private static let builtInTexts: [String: [String: String]] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "it": italian, "ja": japanese,
        "ko": korean, "pt-BR": brazilianPortuguese, "ru": russian, "tr": turkish, "zh-Hans": simplifiedChinese,
        "zh-Hant": traditionalChinese,
    ]
}
