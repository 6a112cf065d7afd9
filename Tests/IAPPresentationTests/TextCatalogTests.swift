import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct TextCatalogTests {
    static let languages = ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "tr", "zh-Hans", "zh-Hant"]

    @Test("The catalog has thirteen languages, each with every text and the same values in it", arguments: languages)
    func complete(language: String) {
        #expect(TextCatalog.builtIn.languages.contains(language))
        #expect(TextCatalog.builtIn.problems(in: language) == [])
        #expect(TextCatalog.builtIn.texts(in: language).values.allSatisfy { !$0.isEmpty })
    }

    @Test("No language but English repeats English sentences", arguments: languages.filter { $0 != "en" })
    func translated(language: String) {
        let (english, own) = (TextCatalog.builtIn.texts(in: "en"), TextCatalog.builtIn.texts(in: language))
        let same = TextCatalog.keys.filter { english[$0] == own[$0] && english[$0]?.contains(" ") == true }
        #expect(same == [])
    }

    @Test("Every error that is meant for customers has a sentence in every language", arguments: languages)
    func errors(language: String) {
        let format = ErrorFormat(locale: Locale(identifier: language), catalog: .builtIn)
        let texts = ErrorTextTests.customerCodes.map { format.text(for: IAPError($0, "")) }
        #expect(Set(texts + [format.text(for: IAPError(.invalidQuantity, ""))]).count == texts.count + 1)
    }

    @Test(
        "A locale speaks the catalog's language of the same script, whatever the region",
        arguments: [
            ("de_AT", "de"), ("pt_PT", "pt-BR"), ("zh_CN", "zh-Hans"), ("zh-Hans-SG", "zh-Hans"), ("zh_TW", "zh-Hant"),
            ("zh_HK", "zh-Hant"), ("de_Cyrl", "en"),
            ("ar_MA", "ar"), ("en_IN", "en"), ("pl_PL", "en"), ("", "en"), ("no such locale", "en"), ("es-419", "es"),
        ]
    )
    func language(locale: String, language: String) {
        #expect(StoreWords(locale: Locale(identifier: locale), catalog: .builtIn).language == language)
    }

    @Test("An app changes a text, and the others stay")
    func overriding() {
        let catalog = TextCatalog.builtIn.overriding(["action.buy": "Get it"], in: "en")
        let words = StoreWords(locale: Locale(identifier: "en_US"), catalog: catalog)
        #expect(words.buy == "Get it" && words.restore == "Restore Purchases")
        #expect(StoreWords(locale: Locale(identifier: "de_DE"), catalog: catalog).buy == "Kaufen")
        #expect(catalog != .builtIn && catalog == TextCatalog.builtIn.overriding(["action.buy": "Get it"], in: "en"))
    }

    @Test("An app adds a language, with its own region before others; what it lacks is English")
    func newLanguage() throws {
        let catalog = TextCatalog.builtIn
            .overriding(
                ["price.slash.month": "{price}/mies.", "offer.free": "{period} za darmo, potem {recurring}"],
                in: "pl"
            )
            .overriding(["action.buy": "Comprar já"], in: "pt-PT")
        let plan = try Products("PLN", "pl_PL").plan("P1M", price: "9.99")
        let offers = OfferFormat(locale: Locale(identifier: "pl_PL"), catalog: catalog)
        #expect(
            offers.text(for: try Products.offer(.freeTrial, "P3D"), of: plan)
                == "3 dni za darmo, potem 9,99\u{a0}zł/mies."
        )
        #expect(StoreWords(locale: Locale(identifier: "pl_PL"), catalog: catalog).buy == "Buy")
        #expect(StoreWords(locale: Locale(identifier: "pt_PT"), catalog: catalog).buy == "Comprar já")
        #expect(StoreWords(locale: Locale(identifier: "pt_BR"), catalog: catalog).buy == "Comprar")
        #expect(catalog.problems(in: "pl").count == TextCatalog.keys.count - 2)
    }

    @Test("A regional override keeps its language, however its code is written")
    func region() {
        let catalog = TextCatalog.builtIn
            .overriding(["action.buy": "Kafn"], in: "de-AT")
            .overriding(["action.restore": "Wiederherstellen"], in: "de")
            .overriding(["action.buy": "Levar"], in: "pt_BR")
            .overriding(["action.buy": "Obter"], in: "pt")
            .overriding(["action.buy": "買入"], in: "zh_hant_hk")
        func words(_ locale: String) -> StoreWords { StoreWords(locale: Locale(identifier: locale), catalog: catalog) }
        #expect(words("de_AT").buy == "Kafn" && words("de_AT").subscribe == "Abonnieren")
        #expect(words("de_AT").restore == "Wiederherstellen" && words("de_AT").language == "de-AT")
        #expect(words("de_CH").buy == "Kaufen" && words("de_CH").language == "de")
        #expect(words("pt_BR").buy == "Levar" && words("pt_PT").buy == "Obter")
        #expect(words("pt_PT").restore == TextCatalog.builtIn.texts(in: "pt-BR")["action.restore"])
        #expect(words("zh_HK").buy == "買入" && words("zh_TW").buy != "買入" && words("zh_CN").buy != "買入")
        #expect(words("zh_HK").restore == words("zh_TW").restore)
        #expect(catalog.texts(in: "de_AT") == catalog.texts(in: "de-AT"))
        #expect(catalog.texts(in: "de-AT")["price.free"] == "Kostenlos")
        #expect(catalog.problems(in: "de-AT") == [] && catalog.problems(in: "pt_PT") == [])
    }

    @Test("A translator learns of a value that is missing, and of a text that is not used")
    func problems() {
        let catalog = TextCatalog.builtIn.overriding(["price.from": "Ab {prize}", "price.fro": "Ab"], in: "de")
        #expect(
            catalog.problems(in: "de") == [
                "“price.fro” in de is no text of this catalog.",
                "“price.from” in de names [\"prize\"]; it should name [\"price\"].",
            ]
        )
    }

    @Test("A bundle's strings tables go before the catalog, each for its language")
    func bundle() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("fr.lproj", "Acquérir"), ("nl.lproj", "Kopen"), ("de.lproj", nil)] {
            let languageFolder = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: languageFolder, withIntermediateDirectories: true)
            let table = text.map { "/* The button. */\n\"action.buy\" = \"\($0)\";\n" } ?? "this is no strings table {"
            try Data(table.utf8).write(to: languageFolder.appendingPathComponent("IAPTexts.strings"))
        }
        let catalog = TextCatalog(bundle: try #require(Bundle(url: folder)))
        func buy(_ locale: String) -> String { StoreWords(locale: Locale(identifier: locale), catalog: catalog).buy }
        #expect(
            buy("fr_CH") == "Acquérir" && buy("nl_BE") == "Kopen" && buy("de_DE") == "Kaufen" && buy("en_US") == "Buy"
        )
    }

    @Test("A price is at an edge of its rate, so that the rate can be written without it", arguments: languages)
    func rates(language: String) throws {
        for (key, text) in TextCatalog.builtIn.texts(in: language)
        where ["price.per.", "price.slash.", "price.brief."].contains(where: key.hasPrefix) {
            #expect(text.hasPrefix("{price}") || text.hasSuffix("{price}"), "\(language) \(key)")
        }
    }

    @Test("In an Arabic sentence each value is isolated; in an English one for Americans nothing is")
    func isolation() throws {
        let plan = try Products("AED", "ar_AE").plan("P1M", price: "9.99")
        let trial = try Products.offer(.freeTrial, "P3D")
        func text(_ locale: String, _ priceLocale: PriceLocale = .customer) -> String {
            OfferFormat(locale: Locale(identifier: locale), priceLocale: priceLocale, catalog: .builtIn)
                .text(for: trial, of: plan)
        }
        let arabic = text("ar_AE").unicodeScalars
        #expect(arabic.filter { $0 == "\u{2068}" }.count == 2 && arabic.filter { $0 == "\u{2069}" }.count == 2)
        #expect(text("ar_AE").contains("\u{2068}3 أيام\u{2069}"))
        #expect(!text("en_US").unicodeScalars.contains("\u{2068}"))
        #expect(text("en_US", .store).contains("then \u{2068}\(plan.displayPrice)\u{2069}/month"))
    }

    @Test("A value that runs from right to left is isolated in any sentence")
    func rightToLeftValue() {
        let format = SubscriptionStateFormat(locale: Locale(identifier: "en_US"), timeZone: .gmt, catalog: .builtIn)
        func text(_ price: String) -> String {
            format.renewal(on: Date(2027, 3, 3), for: price, now: Date(2027, 1, 1))
        }
        #expect(text("10 د.إ") == "Renews on March 3 for \u{2068}10 د.إ\u{2069}")
        #expect(text("\u{200F}10 \u{20AA}") == "Renews on March 3 for \u{2068}\u{200F}10 \u{20AA}\u{2069}")
        #expect(text("10 \u{20AA}") == "Renews on March 3 for 10 \u{20AA}")
    }

    @Test("A brace in a value stays a brace")
    func braces() throws {
        let format = SubscriptionStateFormat(locale: Locale(identifier: "en_US"), timeZone: .gmt, catalog: .builtIn)
        #expect(
            format.renewal(on: Date(2027, 3, 3), for: "{date}", now: Date(2027, 1, 1)) == "Renews on March 3 for {date}"
        )
        let odd = TextCatalog.builtIn.overriding(["price.from": "{ {price} } {", "price.free": "}{"], in: "en")
        let products = ProductFormat(locale: Locale(identifier: "en_US"), catalog: odd)
        #expect(products.lowestPrice(of: [try Products().product(price: "1")])?.isEmpty == false)
        #expect(products.price(of: try Products().product(price: "0")) == "}{")
    }
}
