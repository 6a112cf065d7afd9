import IAPCore
import IAPStoreKitFile

/// A purchase as a script writes it: `PRODUCT [QUANTITY] [offer [KIND] NAME] [paid monthly]`.
struct ScriptPurchase: Sendable {
    let product: ProductDefinition
    var quantity = 1
    var offer: (type: SubscriptionOffer.OfferType, id: String)?
    var isPaidMonthly = false
}

extension ScriptLine {
    private static let offerKinds: KeyValuePairs<String, SubscriptionOffer.OfferType> = [
        "promotional": .promotional, "win-back": .winBack, "code": .code,
    ]

    mutating func purchase() throws -> ScriptPurchase {
        var purchase = ScriptPurchase(product: try product())
        if let quantity = try quantity() { purchase.quantity = quantity }
        while !isAtEnd {
            if take("offer") {
                purchase.offer = try offer(of: purchase.product)
            } else {
                _ = try choice(["paid": true, "offer": true])
                purchase.isPaidMonthly = try choice(["monthly": true])
            }
        }
        return purchase
    }

    /// The kind may be left out where one kind alone has an offer of this name.
    private mutating func offer(
        of product: ProductDefinition
    ) throws -> (type: SubscriptionOffer.OfferType, id: String) {
        var kinds = Self.offerKinds.map(\.value)
        for (kind, type) in Self.offerKinds where take(kind) { kinds = [type] }
        let word = try word("the offer's name")
        let offers = (product.subscription?.offers ?? []).filter { $0.id != nil && kinds.contains($0.type) }
        let alike = offers.filter { $0.id?.lowercased() == word.text.lowercased() }
        let exact = alike.filter { $0.id == word.text }
        let meant = exact.isEmpty ? alike : exact
        guard let first = meant.first, let id = first.id else {
            let known = offers.compactMap(\.id).compactMap(Self.spelling)
            let problem = "\(ProductNames.title(of: product).quoted) has no such offer \(word.quoted). "
            if let nearest = word.text.nearest(in: known) {
                throw word.error(problem + "Did you mean “\(nearest)”?")
            }
            throw word.error(problem + (known.isEmpty ? "It has none of this kind." : "It has \(known.quotedList)."))
        }
        guard Set(meant.map(\.type)).count == 1 else {
            throw word.error("Several offers are called \(word.quoted). Write promotional, win-back or code before it.")
        }
        return (first.type, id)
    }

    /// An offer's name as a script writes it, so that it is not read as a kind.
    private static func spelling(of offer: String) -> String? {
        offerKinds.contains { $0.key == offer.lowercased() } ? "\"\(offer)\"" : ScriptWord.spelling(of: offer)
    }
}
