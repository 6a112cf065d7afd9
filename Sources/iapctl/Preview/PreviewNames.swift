import Foundation
import IAPStoreKitFile

/// The localization that names a product in a locale.
struct PreviewNames {
    /// The language of the title, for the page's `lang`; `nil` where no localization names the product.
    let language: String?
    /// What a developer should know; `nil` when the locale, or its language for every region, has names of its own.
    let note: String?

    init(of localizations: [ProductDefinition.Localization], in locale: String) {
        guard let used = localizations.best(for: locale) else {
            (language, note) = (nil, "no localization")
            return
        }
        let (wanted, found) = (Locale(identifier: locale), Locale(identifier: used.locale))
        language = used.locale.replacing("_", with: "-")
        if used.displayName.isEmpty {
            note = "\(used.locale) has no name"
        } else if wanted.language.languageCode == found.language.languageCode,
            wanted.language.script == found.language.script,
            found.region == nil || wanted.region == nil || found.region == wanted.region
        {
            note = nil
        } else {
            note = "names from \(used.locale)"
        }
    }
}
