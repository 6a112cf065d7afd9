import Foundation
import IAPStoreKitFile
import IAPCore
import IAPPresentation

/// The paywall in one locale.
///
/// Every column has the same rows in the page's grid, so that a product is at the same height in all of them.
struct PreviewColumn {
    let html: HTML

    init(products: [ProductDefinition], storefront: AppStorefront, locale name: String) throws {
        let locale = Locale(identifier: name)
        let words = StoreWords(locale: locale)
        let sold = try products.map { product in
            let priced = try product.storeProduct(
                storefront: storefront,
                locale: name,
                displayPrice: PriceFormat.text
            )
            return (product, priced)
        }
        var sections: [PreviewRows] = []
        for type in [ProductType.autoRenewable, .nonRenewable, .nonConsumable, .consumable] {
            let ofType = sold.filter { $0.1.type == type }
            guard !ofType.isEmpty else { continue }
            let content =
                type == .autoRenewable
                ? Self.groups(ofType, locale: name)
                : [PreviewRows.list(ofType.map { PreviewCard($0.0, $0.1, locale: name, heading: "h4").html })]
            sections.append(.section([.row(HTML("h3", words.heading(for: type)))] + content))
        }
        if sections.isEmpty {
            let nothing = HTML("p", ["class": "nothing", "lang": "en", "dir": "ltr"], "The file sells nothing.")
            sections = [.row(nothing)]
        }
        sections.append(.row(HTML("p", ["class": "restore"], words.restore)))
        let screen = PreviewRows.element(
            "div",
            ["class": "screen", "lang": words.language, "dir": words.isRightToLeft ? "rtl" : "ltr"],
            sections
        )
        let column = PreviewRows.element(
            "article",
            ["class": "column", "aria-labelledby": name],
            [.row(Self.head(name, words)), screen, .row(Self.states(words))]
        )
        html = column.html
    }

    /// The locale's name, and a note where the SDK has no texts in its language.
    private static func head(_ name: String, _ words: StoreWords) -> HTML {
        let english = Locale(identifier: "en")
        let spoken = Locale.Language(identifier: words.language).languageCode
        let wanted = words.locale.language.languageCode
        let languages = [wanted, spoken].map { code in
            code.flatMap { english.localizedString(forLanguageCode: $0.identifier) } ?? name
        }
        let note = "The SDK has no texts in \(languages[0]): \(languages[1]) is shown, unless you add a text catalog."
        let title = english.localizedString(forIdentifier: name) ?? name
        return HTML(
            "header",
            [
                HTML("h2", ["id": name], [HTML("\(title) "), HTML("code", name)]),
                spoken == wanted ? nil : HTML("p", ["class": "notes"], note),
            ]
        )
    }

    /// The texts of a button in other states.
    private static func states(_ words: StoreWords) -> HTML {
        let texts = [
            words.loading, words.purchasing, words.pending, words.owned, words.subscribed, words.unavailable,
            words.restoreDone, words.restoreNothing,
        ]
        let direction = words.isRightToLeft ? "rtl" : "ltr"
        return HTML(
            "section",
            ["class": "states"],
            [
                HTML("h3", "Other words of the paywall"),
                HTML("ul", ["role": "list", "lang": words.language, "dir": direction], texts.map { HTML("li", $0) }),
            ]
        )
    }

    /// Subscription groups in the order of the file, the highest level first.
    private static func groups(_ plans: [(ProductDefinition, StoreProduct)], locale: String) -> [PreviewRows] {
        var order: [String] = []
        for (_, plan) in plans {
            let group = plan.subscription?.subscriptionGroupIdentifier ?? ""
            if !order.contains(group) { order.append(group) }
        }
        return order.map { group in
            let members = plans.enumerated()
                .filter { $0.element.1.subscription?.subscriptionGroupIdentifier == group }
                .sorted { one, other in
                    let levels = [one, other].map { $0.element.1.subscription?.groupLevel ?? 0 }
                    return (levels[0], one.offset) < (levels[1], other.offset)
                }
                .map(\.element)
            let comparison = PlanComparison(plans: members.map(\.1))
            let cards = members.map { PreviewCard($0.0, $0.1, locale: locale, heading: "h5", plans: comparison).html }
            let names = PreviewNames(of: members[0].0.groupLocalizations, in: locale)
            let name = members[0].1.subscription?.groupDisplayName ?? group
            let title = HTML(
                "div",
                ["class": "group"],
                [
                    HTML("h4", ["lang": names.language, "dir": "auto"], name),
                    names.note.map { HTML("p", ["class": "notes", "lang": "en", "dir": "ltr"], $0) },
                ]
            )
            return .section([.row(title), .list(cards)])
        }
    }
}

/// A part of a column, and the number of rows that it takes in the page's grid.
struct PreviewRows {
    let html: HTML
    let count: Int

    static func row(_ html: HTML) -> PreviewRows { PreviewRows(html: html, count: 1) }

    static func section(_ children: [PreviewRows]) -> PreviewRows { element("section", [:], children) }

    /// With a role, because Safari does not announce a list without bullets.
    static func list(_ items: [HTML]) -> PreviewRows { element("ul", ["role": "list"], items.map(row)) }

    static func element(
        _ name: String,
        _ attributes: KeyValuePairs<String, String?>,
        _ children: [PreviewRows]
    ) -> PreviewRows {
        let count = children.reduce(0) { $0 + $1.count }
        // The style sheet reads how many rows the element spans.
        let all = HTML(name, attributes, children.map(\.html)).source
        let end = all.index(all.startIndex, offsetBy: name.count + 1)
        return PreviewRows(
            html: HTML(trusted: "\(all[..<end]) style=\"--rows:\(count)\"\(all[end...])"),
            count: count
        )
    }
}
