public import Foundation
public import IAPCore

/// The sentence for customers. What developers need stays in `message` and `description`.
extension IAPError: LocalizedError {
    /// What ``ErrorFormat`` writes in the language in which the app runs, with the texts of ``TextCatalog/standard``.
    public var errorDescription: String? {
        ErrorFormat(locale: Self.appLocale).text(for: self)
    }

    // The language that the system chose among the app's own, so that an app in English shows no German sentence. An
    // executable without localizations has no such choice.
    private static var appLocale: Locale {
        guard !Bundle.main.localizations.isEmpty, let language = Bundle.main.preferredLocalizations.first else {
            return .current
        }
        return Locale(identifier: language)
    }
}
