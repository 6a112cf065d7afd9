import Foundation

extension [ProductDefinition.Localization] {
    /// The entry for a locale: the same locale, else the same language and script (`zh_CN` and `zh_Hans`), else the
    /// same language, else `en_US`, else the first.
    package func best(for locale: String) -> ProductDefinition.Localization? {
        let wanted = Locale.Language(identifier: locale)
        let exact = locale.replacing("-", with: "_")
        return first { $0.locale.replacing("-", with: "_") == exact }
            ?? first {
                let language = Locale.Language(identifier: $0.locale)
                return language.languageCode == wanted.languageCode && language.script == wanted.script
            }
            ?? first { Locale.Language(identifier: $0.locale).languageCode == wanted.languageCode }
            ?? first { $0.locale == "en_US" }
            ?? first
    }
}

extension Locale {
    /// The language of `identifier` in the region of an ISO 3166-1 alpha-3 code: `ja` in the `USA` writes dollars as
    /// the Japanese do.
    static func language(of identifier: String, inCountry countryCode: String) -> Locale {
        let own = Locale(identifier: identifier)
        let region = Locale(identifier: "en_\(countryCode)").region
        guard let region, own.region != region else { return own }
        // A region can change the script that goes without saying: zh_TW is Hant, zh_US would be Hans.
        let language = own.language
        let code = language.languageCode?.identifier ?? "en"
        let moved = Locale(identifier: "\(code)_\(region.identifier)")
        guard let script = language.script, moved.language.script != script else { return moved }
        return Locale(identifier: "\(code)_\(script.identifier)_\(region.identifier)")
    }
}
