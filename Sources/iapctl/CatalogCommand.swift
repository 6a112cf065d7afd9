import Foundation
import IAPCore
import IAPPresentation
import IAPStoreKitFile

extension Command {
    static let catalog = Command(
        name: "catalog",
        parameters: "FILE",
        summary: "Prints what a StoreKit configuration file sells, a JSON object a line. Status 1: there are errors.",
        arity: 1...1
    ) { arguments, console in
        let path = arguments.parameters[0]
        do {
            let (configuration, status) = try StoreConfiguration.read(path, console)
            let settings = configuration.settings
            for product in configuration.products {
                let sold = try product.storeProduct(
                    storefront: settings.storefront,
                    locale: settings.locale,
                    displayPrice: PriceFormat.text
                )
                console.print(JSONWriter.line(sold))
            }
            return status
        } catch {
            console.complain(errorLine(error, in: path))
            return .failure
        }
    }
}

extension JSONWriter {
    /// A product as one line of JSON.
    fileprivate static func line(_ product: StoreProduct) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("productID", product.productIdentifier)
            json.member("type", product.type.fileSpelling)
            json.member("price", "\(product.price)")
            json.member("currency", product.currencyCode.rawValue)
            json.member("displayName", product.localizedTitle)
            guard let subscription = product.subscription else { return }
            json.member("group", subscription.subscriptionGroupIdentifier)
            json.key("level")
            json.number(subscription.groupLevel)
            json.member("period", subscription.subscriptionPeriod.iso8601)
            json.key("offers")
            json.array(subscription.offers) { $0.offer($1) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func offer(_ offer: SubscriptionOffer) {
        object { json in
            json.member("kind", offer.type.rawValue)
            json.member("mode", offer.paymentMode.fileSpelling)
            json.member("period", offer.period.iso8601)
            json.key("count")
            json.number(offer.periodCount)
            json.member("price", "\(offer.price)")
            json.member("id", offer.id)
        }
    }

    private mutating func member(_ key: String, _ text: String?) {
        self.key(key)
        if let text { string(text) } else { encoded("null".utf8) }
    }
}
