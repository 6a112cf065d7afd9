import Foundation
import IAPStoreKitFile
import IAPCore

extension Command {
    static let preview = Command(
        name: "preview",
        parameters: "FILE",
        summary: "Draws what a StoreKit configuration file sells as a paywall, a column a locale, on one page of HTML.",
        arity: 1...1,
        options: [
            Option(
                name: "--locale",
                value: "en_US,de_DE,…",
                isRequired: true,
                meaning: "languages and regions, a column each, with commas between"
            ),
            Option(name: "--storefront", value: "USA", meaning: "whose currency; without it the file's own"),
            Option(name: "--html", value: "OUT", isRequired: true, meaning: "the page"),
        ]
    ) { (arguments, console) throws(Misuse) in
        let path = arguments.parameters[0]
        let locales = try previewLocales(arguments["--locale"] ?? "")
        let storefront = try previewStorefront(arguments["--storefront"])
        let out = try OutputFile(arguments["--html"] ?? "", besides: [path])
        do {
            let (configuration, status) = try StoreConfiguration.read(path, console)
            let page = try PreviewPage(
                title: URL(fileURLWithPath: path).lastPathComponent,
                products: configuration.products,
                storefront: storefront ?? configuration.settings.storefront,
                locales: locales
            )
            guard let failure = out.write(page.html) else { return status }
            console.complain(failure)
        } catch {
            console.complain(errorLine(error, in: path))
        }
        return .failure
    }

    /// The locales of a list with commas, each once. A language or a region that ISO does not know is a mistake, although
    /// ICU accepts it.
    private static func previewLocales(_ list: String) throws(Misuse) -> [String] {
        var locales: [String] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.trimmingCharacters(in: .whitespaces).replacing("-", with: "_")
            let locale = Locale(identifier: name)
            guard locale.language.languageCode?.isISOLanguage == true, locale.region?.isISORegion != false,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
            else {
                throw Misuse(
                    text:
                        "\(name.quoted) is not a locale. Write a language and a region, such as de_DE, and commas between."
                )
            }
            if !locales.contains(name) { locales.append(name) }
        }
        return locales
    }

    private static func previewStorefront(_ code: String?) throws(Misuse) -> AppStorefront? {
        guard let code else { return nil }
        guard let storefront = try? AppStorefront(countryCode: code), storefront.currencyCode != nil else {
            throw Misuse(text: "\(code.quoted) is no storefront. Write the code of a country, such as USA or DEU.")
        }
        return storefront
    }
}
