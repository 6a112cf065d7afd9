import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox

/// One form of a command: the words that it begins with, and how the rest of the line is read.
struct ScriptForm: Sendable {
    let words: [String]
    /// What follows the words.
    let rest: String
    let read: @Sendable (inout ScriptReader) throws -> ScriptCommand

    init(_ words: String, _ rest: String = "", _ read: @escaping @Sendable (inout ScriptReader) throws -> ScriptCommand)
    {
        self.words = words.split(separator: " ").map(String.init)
        (self.rest, self.read) = (rest, read)
    }

    var usage: String { (words + [rest]).filter { !$0.isEmpty }.joined(separator: " ") }
}

extension ScriptForm {
    /// The whole language.
    static let all: [ScriptForm] = time + purchases + subscriptions + billing + prices + surroundings

    private static let time = [
        ScriptForm("start", "DATE") { .start(try $0.date()) },
        ScriptForm("advance", "PERIOD") { .advance(try $0.span()) },
        ScriptForm("advance to", "DATE") { .advanceTo(try $0.date()) },
        ScriptForm("rate", "RATE", rate),
    ]

    private static let purchases =
        ["buy", "upgrade to", "downgrade to", "crossgrade to", "change to"].map {
            ScriptForm($0, "PRODUCT [QUANTITY] [offer [KIND] NAME] [paid monthly]", purchase)
        } + [
            ScriptForm("ask to buy", "on|off") { .askToBuy(try $0.choice(["on": true, "off": false])) },
            ScriptForm("approve", "[PRODUCT|NUMBER]") { .answerPurchase(true, try $0.target()) },
            ScriptForm("decline purchase", "[PRODUCT|NUMBER]") { .answerPurchase(false, try $0.target()) },
            ScriptForm("purchases", "succeed|fail|interrupt") {
                .purchases(try $0.choice(["succeed": .succeed, "fail": .fail, "interrupt": .interrupt]))
            },
            ScriptForm("refund", "[PRODUCT|NUMBER]") { .refund(try $0.target()) },
            ScriptForm("reverse refund", "[PRODUCT|NUMBER]") { .reverseRefund(try $0.target()) },
        ]

    private static let subscriptions = [
        ScriptForm("cancel", "[PRODUCT|NUMBER]") { .setAutoRenew(false, try $0.target()) },
        ScriptForm("resume", "[PRODUCT|NUMBER]") { .setAutoRenew(true, try $0.target()) },
        ScriptForm("force renewal", "[PRODUCT|NUMBER]") { .forceRenewal(try $0.target()) },
        ScriptForm("expire", "[PRODUCT|NUMBER]") { .expire(try $0.target()) },
    ]

    private static let billing = [
        ScriptForm("renewals", "fail|succeed") { .renewalsFail(try $0.choice(["fail": true, "succeed": false])) },
        ScriptForm("grace", "on|off") { .grace(try $0.choice(["on": true, "off": false])) },
        ScriptForm("resolve", "[PRODUCT|NUMBER]") { .resolve(try $0.target()) },
    ]

    private static let prices = [
        ScriptForm("price", "PRODUCT AMOUNT [for subscribers|with consent]") { reader in
            let (product, amount) = (try reader.product(), try reader.amount())
            if reader.take("for") { return .price(product, amount, try reader.choice(["subscribers": .increased])) }
            if reader.take("with") {
                return .price(product, amount, try reader.choice(["consent": .increasedWithConsent]))
            }
            return .price(product, amount, .preserved)
        },
        ScriptForm("ask consent", "[PRODUCT|NUMBER]") { .askConsent(try $0.target()) },
        ScriptForm("consent", "[PRODUCT|NUMBER]") { .answerPrice(true, try $0.target()) },
        ScriptForm("decline", "[PRODUCT|NUMBER]") { .answerPrice(false, try $0.target()) },
    ]

    private static let surroundings = [
        ScriptForm("account", "NAME") { .account(try $0.name("an account, such as anna")) },
        ScriptForm("family share", "NAME") { .family(isShared: true, try $0.name("an account, such as anna")) },
        ScriptForm("family stop", "NAME") { .family(isShared: false, try $0.name("an account, such as anna")) },
        ScriptForm("storefront", "COUNTRY") { reader in
            let word = try reader.word("a country such as JPN")
            guard let storefront = try? AppStorefront(countryCode: word.text), storefront.currencyCode != nil else {
                throw word.error("\(word.quoted) is no storefront. Write three letters, such as USA, DEU or JPN.")
            }
            return .storefront(storefront)
        },
        ScriptForm("sell", "PRODUCT") { .sale(true, try $0.product()) },
        ScriptForm("withdraw", "PRODUCT") { .sale(false, try $0.product()) },
        ScriptForm("note", "TEXT") { reader in
            var words = [try reader.word("a text").text]
            while !reader.isAtEnd { words.append(try reader.word("a text").text) }
            return .note(words.joined(separator: " "))
        },
    ]

    private static let offerKinds: KeyValuePairs<String, SubscriptionOffer.OfferType> = [
        "promotional": .promotional, "win-back": .winBack, "code": .code,
    ]

    private static let purchase: @Sendable (inout ScriptReader) throws -> ScriptCommand = { reader in
        let product = try reader.product()
        var (quantity, offer, isPaidMonthly) = (1, ScriptOffer?.none, false)
        if let number = try reader.quantity() { quantity = number }
        while !reader.isAtEnd {
            if reader.take("offer") {
                offer = try ScriptForm.offer(of: product, &reader)
            } else {
                _ = try reader.choice(["paid": true, "offer": true])
                isPaidMonthly = try reader.choice(["monthly": true])
            }
        }
        return .buy(product, quantity: quantity, offer: offer, isPaidMonthly: isPaidMonthly)
    }

    /// The kind may be left out where the name says enough.
    private static func offer(of product: ProductDefinition, _ reader: inout ScriptReader) throws -> ScriptOffer {
        let kind = offerKinds.first { reader.take($0.key) }?.value
        let word = try reader.word("the offer's name")
        let kinds = kind.map { [$0] } ?? offerKinds.map(\.value)
        let offers = (product.subscription?.offers ?? []).filter { $0.id != nil && kinds.contains($0.type) }
        let alike = offers.filter { $0.id?.lowercased() == word.text.lowercased() }
        let exact = alike.filter { $0.id == word.text }
        let meant = exact.isEmpty ? alike : exact
        guard let first = meant.first, let id = first.id else {
            let known = offers.compactMap(\.id).compactMap(spelling)
            let problem = "\(ProductNames.title(of: product).quoted) has no such offer \(word.quoted). "
            if let nearest = word.text.nearest(in: known) {
                throw word.error(problem + "Did you mean “\(nearest)”?")
            }
            throw word.error(problem + (known.isEmpty ? "It has none of this kind." : "It has \(known.quotedList)."))
        }
        guard Set(meant.map(\.type)).count == 1 else {
            throw word.error("Several offers are called \(word.quoted). Write promotional, win-back or code before it.")
        }
        return ScriptOffer(type: first.type, id: id)
    }

    /// An offer's name as a script writes it, so that it is not taken for a kind.
    private static func spelling(of offer: String) -> String? {
        offerKinds.contains { $0.key == offer.lowercased() } ? "\"\(offer)\"" : ScriptWord.spelling(of: offer)
    }

    private static let rate: @Sendable (inout ScriptReader) throws -> ScriptCommand = { reader in
        let first = try reader.word("a rate such as “monthly every 5 minutes”")
        var words = [first.text]
        while !reader.isAtEnd { words.append(try reader.word("a rate").text) }
        let text = words.joined(separator: " ").lowercased()
        if let known = ScriptTime.rates.first(where: { $0.words == text }) { return .rate(known.rate, known.words) }
        let all = ScriptTime.rates.map(\.words)
        throw first.error(
            "\(text.quoted) is no rate. "
                + (text.nearest(in: all).map { "Did you mean “\($0)”?" } ?? "Write \(all.quotedChoice).")
        )
    }
}
