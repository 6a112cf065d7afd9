#if !canImport(Darwin)
import Foundation
import IAPCore
import IAPPresentation
import Testing

/// The texts in `Fixtures/golden.txt` were written by ICU and reviewed. To write them again, name a file in the
/// environment variable `GOLDEN_TEXTS`, run this suite, and read what has changed.
@Suite struct GoldenTextTests {
    static let locales = [
        "en_US", "en_GB", "en_IN", "de_DE", "de_AT", "de_CH", "fr_FR", "fr_CA", "es_ES", "es_MX", "it_IT", "pt_BR",
        "pt_PT", "ja_JP", "ko_KR", "zh_Hans_CN", "zh_Hant_TW", "zh_Hant_HK", "ru_RU", "ar_EG", "ar_SA", "ar_AE",
        "ar_KW",
        "tr_TR", "fa_IR", "he_IL", "ur_PK", "pl_PL", "cs_CZ", "sk_SK", "hu_HU", "ro_RO", "bg_BG", "uk_UA", "el_GR",
        "nl_NL",
        "sv_SE", "nb_NO", "da_DK", "fi_FI", "hi_IN", "bn_BD", "th_TH", "vi_VN", "id_ID", "ms_MY", "hr_HR", "sl_SI",
        "lt_LT", "ca_ES",
    ]

    @Test("In fifty locales, the four kinds of product read as the reviewed texts do")
    func golden() throws {
        let texts = try Self.locales.map { try Self.section(for: $0) }.joined(separator: "\n")
        if let path = ProcessInfo.processInfo.environment["GOLDEN_TEXTS"] {
            return try Data(texts.utf8).write(to: URL(fileURLWithPath: path))
        }
        let file = try #require(
            Bundle.module.url(forResource: "golden", withExtension: "txt", subdirectory: "Fixtures")
        )
        let expected = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let lines = texts.components(separatedBy: "\n")
        #expect(lines.count == expected.count)
        for (line, expected) in zip(lines, expected) { #expect(line == expected) }
    }

    private static func section(for identifier: String) throws -> String {
        let locale = Locale(identifier: identifier)
        let currency = try #require(locale.currency?.identifier)
        let products = try Products(currency, identifier)
        let isSmall = PriceFormat(currencyCode: products.currency, locale: locale).fractionDigits == 0
        let (cheap, month, year) = isSmall ? ("120", "1200", "9900") : ("0.99", "9.99", "1059.99")

        let trial = try Products.offer(.freeTrial, "P3D")
        let payAsYouGo = try Products.offer(.payAsYouGo, price: cheap, "P1M", times: 3)
        let upFront = try Products.offer(.payUpFront, price: cheap, "P2M")
        let firstWeek = try Products.offer(.payUpFront, price: cheap, "P1W")
        let coins = try products.product(price: cheap)
        let lifetime = try products.product("lifetime", .nonConsumable, price: year)
        let regular = try products.product("regular", .nonConsumable, price: "12345")
        let pass = try products.product("pass", .nonRenewable, price: month)
        let monthly = try products.plan("P1M", price: month, offers: [trial])
        let quarterly = try products.plan("P3M", price: month)
        let twoWeekly = try products.plan("P2W", price: cheap)

        let format = ProductFormat(locale: locale, catalog: .builtIn)
        let offers = OfferFormat(locale: locale, timeZone: .gmt, catalog: .builtIn)
        let states = SubscriptionStateFormat(locale: locale, timeZone: .gmt, catalog: .builtIn)
        func periods(_ width: PeriodFormat.Width) throws -> String {
            try ["P1D", "P7D", "P1W", "P2W", "P1M", "P2M", "P6M", "P1Y", "P5Y", "P21D"].map {
                PeriodFormat(locale: locale, width: width, catalog: .builtIn).text(
                    for: try ProductSubscriptionPeriod(iso8601: $0)
                )
            }.joined(separator: "; ")
        }
        let status = SubscriptionGroupStatus(
            state: .subscribed,
            transaction: try Self.transaction(until: Date(2027, 3, 3)),
            renewal: nil
        )
        let ending = SubscriptionGroupStatus(
            state: .subscribed,
            transaction: try Self.transaction(until: Date(2027, 3, 3)),
            renewal: SubscriptionRenewal(originalTransactionIdentifier: "1", willAutoRenew: false)
        )
        let rates = PeriodFormat.Width.allCases.map { format.recurringPrice(of: monthly, width: $0) }
            .joined(separator: "; ")
        return """
            [\(identifier), \(currency)]
            consumable: \(format.price(of: coins)); 3: \(format.price(of: coins, quantity: 3)); \
            \(format.price(of: coins, forOneOf: 10)); \(format.lowestPrice(of: [coins, pass]) ?? "")
            non-consumable: \(format.price(of: lifetime)); \(offers.renewalTerms(of: lifetime)); \
            \(format.comparison(of: lifetime, with: regular)?.text ?? ""); \
            \(format.priceRange(of: [coins, lifetime]) ?? "")
            non-renewable: \(format.price(of: pass)); \(offers.renewalTerms(of: pass))
            auto-renewable: \(rates)
            other periods: \(format.recurringPrice(of: quarterly)); \(format.recurringPrice(of: twoWeekly)); \
            \(format.price(of: quarterly, per: .month) ?? "")
            comparison: \(format.comparison(of: quarterly, with: monthly)?.text ?? ""); \
            \(format.savings(of: quarterly, comparedWith: monthly) ?? "")
            trial: \(offers.text(for: monthly, eligibility: .newCustomer)); \(offers.freePeriod(of: trial) ?? "")
            pay as you go: \(offers.text(for: payAsYouGo, of: monthly))
            up front: \(offers.text(for: upFront, of: monthly)); \(offers.text(for: firstWeek, of: quarterly))
            terms: \(offers.renewalTerms(of: monthly)); \(offers.renewalTerms(of: quarterly))
            charge: \(offers.nextCharge(for: monthly, with: trial, boughtAt: Date(2027, 2, 28)) ?? "")
            state: \(states.text(for: status, now: Date(2027, 2, 28))); \
            \(states.text(for: ending, now: Date(2027, 2, 20))); \
            \(states.text(for: ending, now: Date(2027, 3, 1)))
            full: \(try periods(.full))
            abbreviated: \(try periods(.abbreviated))
            narrow: \(try periods(.narrow))

            """
    }

    private static func transaction(until date: Date) throws -> PaymentTransaction {
        var transaction = PaymentTransaction(
            transactionIdentifier: "1",
            transactionState: .purchased,
            payment: try Payment(productIdentifier: "plan"),
            productType: .autoRenewable,
            transactionDate: Date(2027, 2, 3)
        )
        transaction.expirationDate = date
        return transaction
    }
}
#endif
