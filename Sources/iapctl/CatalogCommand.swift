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
                console.print(JSONText(sold).text)
            }
            return status
        } catch {
            console.complain(errorLine(error, in: path))
            return .failure
        }
    }
}

/// JSON on one line, its keys in the order given.
private struct JSONText {
    let text: String

    init(_ members: KeyValuePairs<String, JSONText>) {
        text = "{" + members.map { "\(JSONText($0.key).text):\($0.value.text)" }.joined(separator: ",") + "}"
    }

    init(_ elements: [JSONText]) {
        text = "[" + elements.map(\.text).joined(separator: ",") + "]"
    }

    init(_ number: Int) {
        text = String(number)
    }

    /// A text in quotes; `null` for none.
    init(_ string: String?) {
        guard let string else {
            text = "null"
            return
        }
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20: quoted += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        text = quoted + "\""
    }
}

extension JSONText {
    init(_ product: StoreProduct) {
        let type = product.type.fileSpelling
        guard let subscription = product.subscription else {
            self.init([
                "productID": JSONText(product.productIdentifier),
                "type": JSONText(type),
                "price": JSONText("\(product.price)"),
                "currency": JSONText(product.currencyCode.rawValue),
                "displayName": JSONText(product.localizedTitle),
            ])
            return
        }
        self.init([
            "productID": JSONText(product.productIdentifier),
            "type": JSONText(type),
            "price": JSONText("\(product.price)"),
            "currency": JSONText(product.currencyCode.rawValue),
            "displayName": JSONText(product.localizedTitle),
            "group": JSONText(subscription.subscriptionGroupIdentifier),
            "level": JSONText(subscription.groupLevel),
            "period": JSONText(subscription.subscriptionPeriod.iso8601),
            "offers": JSONText(subscription.offers.map(JSONText.init)),
        ])
    }

    init(_ offer: SubscriptionOffer) {
        self.init([
            "kind": JSONText(offer.type.rawValue),
            "mode": JSONText(offer.paymentMode.fileSpelling),
            "period": JSONText(offer.period.iso8601),
            "count": JSONText(offer.periodCount),
            "price": JSONText("\(offer.price)"),
            "id": JSONText(offer.id),
        ])
    }
}
