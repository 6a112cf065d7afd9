import Foundation
import IAPStoreKitFile
import IAPCore
import IAPPresentation

/// A catalog as a paywall, a column a locale: one page that needs no network and no script.
struct PreviewPage: Sendable {
    let html: String

    /// - Throws: ``IAPError`` with code `invalidStorefront` when no currency is known for the storefront.
    init(title: String, products: [ProductDefinition], storefront: AppStorefront, locales: [String]) throws {
        let columns = try locales.map { try PreviewColumn(products: products, storefront: storefront, locale: $0) }
        let currency = storefront.currencyCode?.rawValue ?? ""
        let facts =
            "Storefront \(storefront.countryCode), prices in \(currency), as a new customer on a phone "
            + "\(PreviewPhone.width) points wide reads it. Small print under a card is for you alone."
        let body = HTML(
            "body",
            [
                HTML("header", ["class": "page"], [HTML("h1", title), HTML("p", facts)]),
                HTML("main", [HTML?](columns.map(\.html))),
            ]
        )
        let head = HTML(
            "head",
            [
                HTML(trusted: "<meta charset=\"utf-8\">"),
                HTML(trusted: "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"),
                HTML(trusted: "<meta name=\"color-scheme\" content=\"light dark\">"),
                HTML("title", "\(title) in \(locales.joined(separator: ", "))"),
                HTML("style", [HTML(trusted: PreviewStyle.sheet)]),
            ]
        )
        html = "<!DOCTYPE html>\n" + HTML("html", ["lang": "en"], [head, body]).source + "\n"
    }
}
