public import Foundation
public import IAPCore

/// Writes errors as a customer should read them; developers read `message` and `description`.
///
/// A format is cheap to make, and works on any thread.
public struct ErrorFormat: Hashable, Sendable {
    public let locale: Locale
    public let catalog: TextCatalog

    public init(locale: Locale, catalog: TextCatalog = .standard) {
        self.locale = locale
        self.catalog = catalog
    }

    /// A sentence of its own for each error that `isMeantForCustomer`, a general one otherwise: `The purchase was not
    /// approved.`, `Der Kauf wurde nicht genehmigt.`, `Something went wrong. Try again later.`
    public func text(for error: IAPError) -> String {
        let wording = catalog.wording(for: locale)
        let isFull = error.code == .storageFailed && DiskFailureReason(error) == .noSpace
        let own = isFull ? TextKey.storageFull : TextKey.error(error.code)
        return wording.text(error.isMeantForCustomer && wording.hasText(own) ? own : .generalError)
    }
}
