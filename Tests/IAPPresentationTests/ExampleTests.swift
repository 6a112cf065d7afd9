import Foundation
import IAPCore
import IAPPresentation
import Testing

/// The examples that stand in the documentation, as far as no other test has them.
@Suite struct ExampleTests {
    static func plain(_ text: String?) -> String? {
        text?.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ").replacing("\u{2009}", with: " ")
    }

    @Test("The examples of prices")
    func prices() throws {
        let (german, japanese) = (ProductFormatTests.format("de_DE"), ProductFormatTests.format("ja_JP"))
        let (euro, yen) = (try Products("EUR", "de_DE"), try Products("JPY", "ja_JP"))
        let (eurocoins, yencoins) = (try euro.product(price: "0.99"), try yen.product(price: "120"))
        let (euroGems, yenGems) = (try euro.product(price: "9.99"), try yen.product(price: "980"))

        #expect(Self.plain(german.price(of: eurocoins)) == "0,99 €" && japanese.price(of: yencoins) == "¥120")
        #expect(Self.plain(german.price(of: eurocoins, quantity: 3)) == "2,97 €")
        #expect(japanese.price(of: yencoins, forOneOf: 100) == "1個あたり¥2")
        #expect(Self.plain(german.lowestPrice(of: [eurocoins, euroGems])) == "Ab 0,99 €")
        #expect(japanese.lowestPrice(of: [yenGems, yencoins]) == "¥120から")
        #expect(Self.plain(german.priceRange(of: [eurocoins, euroGems])) == "0,99–9,99 €")
        #expect(Self.plain(japanese.priceRange(of: [yencoins, yenGems])) == "¥120 ～ ¥980")
        #expect(
            Self.plain(german.comparison(of: try euro.product(price: "4.99"), with: euroGems)?.text)
                == "4,99 € statt 9,99 €"
        )
        #expect(japanese.comparison(of: try yen.product(price: "500"), with: yenGems)?.text == "¥500（通常¥980）")
        #expect(japanese.savings(of: try yen.product(price: "820"), comparedWith: yenGems) == "16%お得")
        #expect(
            Self.plain(german.savings(of: try euro.product(price: "8.39"), comparedWith: euroGems)) == "16 % sparen"
        )
        let year = try euro.plan("P1Y", price: "59.99")
        #expect(Self.plain(german.price(of: year, per: .month)) == "5,00 €/Monat")
        #expect(
            ProductFormatTests.format("en_US").recurringPrice(of: try Products().plan("P3M", price: "24.99"))
                == "$24.99 every 3 months"
        )
    }

    @Test("The examples of offers and charges")
    func offers() throws {
        let plan = try Products().plan("P1M", price: "9.99")
        let trial = try Products.offer(.freeTrial, "P3D")
        #expect(OfferFormatTests.format("de_DE").freePeriod(of: trial) == "3 Tage kostenlos")
        #expect(OfferFormatTests.format("ja_JP").freePeriod(of: trial) == "3日無料")
        let month = try ProductSubscriptionPeriod(iso8601: "P1M")
        #expect(
            OfferFormatTests.format("de_DE").renewalTerms(every: month) == "Verlängert sich monatlich bis zur Kündigung"
        )
        func charge(_ locale: String) -> String? {
            Self.plain(OfferFormatTests.format(locale).nextCharge(of: 9.99, for: plan, on: Date(2027, 3, 3)))
        }
        #expect(charge("en_US") == "Next charge: $9.99 on March 3, 2027")
        #expect(charge("zh_CN") == "下次扣款：2027年3月3日，US$9.99")
        #expect(charge("ru_RU") == "Следующее списание: 9,99 $, 3 марта 2027 г.")
    }

    @Test("The examples of errors and words")
    func words() throws {
        let format = ErrorFormat(locale: Locale(identifier: "de_DE"), catalog: .builtIn)
        #expect(format.text(for: IAPError(.purchaseDeclined, "")) == "Der Kauf wurde nicht genehmigt.")
        let (german, japanese) = (
            StoreWords(locale: Locale(identifier: "de_DE"), catalog: .builtIn),
            StoreWords(locale: Locale(identifier: "ja_JP"), catalog: .builtIn)
        )
        #expect(german.restore == "Käufe wiederherstellen" && japanese.owned == "購入済み" && !german.isRightToLeft)
        #expect(StoreWords(locale: Locale(identifier: "ar"), catalog: .builtIn).isRightToLeft)
        let english = StoreWords(locale: Locale(identifier: "en"), catalog: .builtIn)
        #expect(
            ProductType.known.map(english.heading) == ["Extras", "Yours for good", "Passes", "Subscriptions"]
        )
    }

    @Test("A subscription that costs nothing is free")
    func freeSubscription() throws {
        #expect(ProductFormatTests.format("en_US").recurringPrice(of: try Products().plan("P1M", price: "0")) == "Free")
    }
}
