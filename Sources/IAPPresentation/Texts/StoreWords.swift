public import Foundation
public import IAPCore

/// The words on a store's buttons, badges and headings, for a customer's locale: `Buy`, `Käufe wiederherstellen`,
/// `購入済み`.
///
/// They come from the catalog's nearest language.
public struct StoreWords: Hashable, Sendable {
    public let locale: Locale
    public let catalog: TextCatalog

    public init(locale: Locale, catalog: TextCatalog = .standard) {
        self.locale = locale
        self.catalog = catalog
    }

    /// The language of the words, as a BCP 47 code: `en`, `de`, `pt-BR`. It is not the locale's when the catalog lacks
    /// that.
    public var language: String { catalog.wording(for: locale).language }
    /// Whether the words run from right to left.
    public var isRightToLeft: Bool {
        Locale.Language(identifier: language).characterDirection == .rightToLeft
    }

    /// `Buy`.
    public var buy: String { text(.buy) }
    /// `Subscribe`.
    public var subscribe: String { text(.subscribe) }
    /// `Try for Free`.
    public var startTrial: String { text(.startTrial) }
    /// `Restore Purchases`.
    public var restore: String { text(.restore) }
    /// `Loading…`.
    public var loading: String { text(.loading) }
    /// `Purchasing…`.
    public var purchasing: String { text(.purchasing) }
    /// `Waiting for approval`.
    public var pending: String { text(.pending) }
    /// `Purchased`.
    public var owned: String { text(.owned) }
    /// `Subscribed`.
    public var subscribed: String { text(.subscribed) }
    /// `Not available`.
    public var unavailable: String { text(.unavailable) }
    /// `Best value`.
    public var bestValue: String { text(.bestValue) }
    /// `Your purchases are restored.`
    public var restoreDone: String { text(.restoreDone) }
    /// `There is nothing to restore.`
    public var restoreNothing: String { text(.restoreNothing) }

    /// The heading over products of a kind: `Subscriptions`, `Yours for good`, `Passes`, `Extras`,
    /// which also stands over kinds that this version does not know.
    public func heading(for type: ProductType) -> String {
        text(.section(ProductType.known.contains(type) ? type : .consumable))
    }

    private func text(_ key: TextKey) -> String { catalog.wording(for: locale).text(key) }
}
