import Foundation
import IAP
import IAPPresentation

/// What a paywall writes of its products whatever becomes of their purchases: made once for an answer of the store.
struct PaywallTexts {
    /// What the texts were made of.
    struct Source: Equatable {
        let answer: Int
        let locale: String
    }

    struct Section {
        let id: PaywallSection.ID
        let heading: String?
        let products: [StoreProduct]
    }

    struct Text {
        let product: StoreProduct
        let price: String
        let recurringPrice: String
        let renewalTerms: String
        let comparison: PriceComparison?
        let badge: String?
    }

    private struct Level: Hashable {
        let section: Int
        let level: Int?
    }

    let source: Source
    /// In the order of the screen.
    let sections: [Section]
    /// Made when first read.
    private var texts: [ProductIdentifier: Text] = [:]
    private var places: [ProductIdentifier: (section: Int, product: StoreProduct)] = [:]
    private var references: [Level: StoreProduct?] = [:]
    private var comparisons: [Int: (comparison: PlanComparison, bestValue: ProductIdentifier?)] = [:]

    init(of response: ProductsResponse, from source: Source, formats: PaywallFormats) {
        self.source = source
        var order: [PaywallSection.ID: Int] = [:]
        var members: [(id: PaywallSection.ID, products: [StoreProduct])] = []
        for product in response.products {
            let place = order[product.section] ?? members.count
            if place == members.count {
                order[product.section] = place
                members.append((product.section, []))
            }
            members[place].products.append(product)
            places[product.id] = (place, product)
        }
        sections = members.map { section in
            Section(id: section.id, heading: section.products.first.map(formats.heading), products: section.products)
        }
    }

    mutating func text(for identifier: ProductIdentifier, formats: PaywallFormats) -> Text? {
        if let text = texts[identifier] { return text }
        guard let (section, product) = places[identifier] else { return nil }
        var reference: StoreProduct?
        var isBestValue = false
        if product.subscription != nil {
            reference = self.reference(for: product, in: section)
            isBestValue = comparison(in: section).bestValue == identifier
        }
        let text = Text(
            product: product,
            price: formats.products.price(of: product),
            recurringPrice: formats.products.recurringPrice(of: product),
            renewalTerms: formats.offers.renewalTerms(of: product),
            comparison: reference.flatMap { formats.products.comparison(of: product, with: $0) },
            badge: isBestValue ? formats.words.bestValue : nil
        )
        texts[identifier] = text
        return text
    }

    /// Plans of a level are compared with one and the same, but for that one itself: it is looked for once, among all
    /// plans.
    private mutating func reference(for plan: StoreProduct, in section: Int) -> StoreProduct? {
        let level = Level(section: section, level: plan.subscription?.groupLevel)
        if references[level] == nil {
            let comparison = comparison(in: section).comparison
            let members = sections[section].products.lazy.filter { $0.subscription?.groupLevel == level.level }
            // The first has none if it is the one, and then the second's is the first.
            references[level] = .some(members.prefix(2).lazy.compactMap { comparison.reference(for: $0) }.first)
        }
        guard let reference = references[level] ?? nil, reference.id != plan.id else { return nil }
        return reference
    }

    private mutating func comparison(in section: Int) -> (comparison: PlanComparison, bestValue: ProductIdentifier?) {
        if let known = comparisons[section] { return known }
        let comparison = PlanComparison(plans: sections[section].products)
        let made = (comparison, comparison.bestValue?.id)
        comparisons[section] = made
        return made
    }
}

extension StoreProduct {
    fileprivate var section: PaywallSection.ID {
        subscription.map { .subscriptionGroup($0.subscriptionGroupIdentifier) } ?? .products(type)
    }
}
