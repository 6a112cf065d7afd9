import Foundation
import IAPCore
import IAPSandbox
import IAPStoreKitFile

/// A new price as a script writes it: `PRODUCT AMOUNT [for subscribers|with consent]`.
struct ScriptPriceChange: Sendable {
    let product: ProductDefinition
    let price: Decimal
    var subscribers = SandboxAppStore.PriceForSubscribers.preserved

    var consequence: String {
        switch subscribers {
        case .preserved: "subscribers keep what they pay"
        case .increased: "subscribers pay it from their next renewal on"
        case .increasedWithConsent: "subscribers pay it if they agree"
        }
    }
}

extension ScriptLine {
    mutating func priceChange() throws -> ScriptPriceChange {
        var change = ScriptPriceChange(product: try product(), price: try amount())
        if take("for") {
            change.subscribers = try choice(["subscribers": .increased])
        } else if take("with") {
            change.subscribers = try choice(["consent": .increasedWithConsent])
        }
        return change
    }

    private mutating func amount() throws -> Decimal {
        let word = try word("a price such as 12.99")
        guard word.text.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?/) != nil else {
            throw word.error("\(word.quoted) is no price. Write digits and a point, such as 12.99, without a currency.")
        }
        guard word.text.utf8.count <= 20,
            let amount = Decimal(string: word.text, locale: Locale(identifier: "en_US_POSIX")),
            (0...1_000_000_000).contains(amount)
        else { throw word.error("A price of \(word.text.shortened) is impossible. Write 0 to 1000000000.") }
        return amount
    }
}
