import Foundation
import IAPStoreKitFile
import IAPCore
import IAPPresentation

/// A product on the paywall: what a new customer reads, and small print for the developer.
struct PreviewCard {
    let html: HTML

    /// - Parameter heading: The element of the title, such as `h4`.
    init(
        _ definition: ProductDefinition,
        _ product: StoreProduct,
        locale name: String,
        heading: String,
        plans: PlanComparison? = nil
    ) {
        let locale = Locale(identifier: name)
        let (words, prices) = (StoreWords(locale: locale), ProductFormat(locale: locale))
        let offers = OfferFormat(locale: locale)
        let names = PreviewNames(of: definition.localizations, in: name)
        let isBest = plans?.bestValue?.id == product.id
        let comparison = (plans?.reference(for: product)).flatMap { prices.comparison(of: product, with: $0) }
        let offer = product.offer(for: .newCustomer)
        let button =
            product.type == .autoRenewable ? (offer?.price == 0 ? words.startTrial : words.subscribe) : words.buy

        let perMonth =
            Self.isLonger(product.subscription?.subscriptionPeriod)
            ? prices.price(of: product, per: .month) : nil
        let description = product.localizedDescription
        let card = HTML(
            "div",
            ["class": isBest ? "card best" : "card"],
            [
                isBest ? HTML("p", ["class": "badge"], words.bestValue) : nil,
                HTML(heading, ["class": "title", "lang": names.language, "dir": "auto"], product.localizedTitle),
                description.isEmpty
                    ? nil : HTML("p", ["class": "description", "lang": names.language, "dir": "auto"], description),
                HTML("p", ["class": "price"], [HTML("bdi", prices.recurringPrice(of: product))]),
                comparison.map(Self.line),
                perMonth.map { HTML("p", ["class": "month"], [HTML("bdi", $0)]) },
                offer.map { HTML("p", ["class": "offer"], offers.text(for: $0, of: product)) },
                HTML("p", ["class": "button"], button),
                HTML("p", ["class": "terms"], offers.renewalTerms(of: product)),
            ]
        )
        let cut = [
            PreviewPhone.truncates(product.localizedTitle, as: .title) ? "title" : nil,
            PreviewPhone.truncates(description, as: .description) ? "description" : nil,
            PreviewPhone.truncates(button, as: .button) ? "button" : nil,
        ]
        let facts = [
            HTML("code", product.productIdentifier),
            product.subscription.map { HTML("level \($0.groupLevel)") },
            names.note.map { HTML("span", ["class": "fallback"], $0) },
            Self.sentence(cut.compactMap { $0 }).map { HTML("strong", ["class": "cut"], $0) },
        ]
        let notes = HTML(trusted: facts.compactMap { $0?.source }.joined(separator: " · "))
        html = HTML("li", [card, HTML("p", ["class": "notes", "lang": "en", "dir": "ltr"], [notes])])
    }

    /// The dearer price, struck through for eyes and in words for a screen reader, and what is saved.
    private static func line(_ comparison: PriceComparison) -> HTML {
        HTML(
            "p",
            ["class": "comparison"],
            [
                HTML("span", ["class": "hidden"], comparison.text),
                HTML("s", ["aria-hidden": "true"], [HTML("bdi", comparison.regular)]),
                comparison.savings.map { HTML("span", ["class": "savings"], $0) },
            ]
        )
    }

    private static func sentence(_ parts: [String]) -> String? {
        parts.isEmpty ? nil : parts.joined(separator: " and ") + " cut off"
    }

    /// Whether a period is longer than a month, so that a price a month is informative.
    private static func isLonger(_ period: ProductSubscriptionPeriod?) -> Bool {
        guard let period else { return false }
        return period.unit == .year || period.unit == .month && period.value > 1
    }
}
