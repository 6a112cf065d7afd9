import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct OfferFormatTests {
    static func format(_ locale: String) -> OfferFormat {
        OfferFormat(locale: Locale(identifier: locale), timeZone: .gmt, catalog: .builtIn)
    }

    @Test("The three modes of payment read as Apple's own pages write them")
    func modes() throws {
        let plan = try Products().plan("P1M", price: "9.99")
        let format = Self.format("en_US")
        #expect(format.text(for: try Products.offer(.freeTrial, "P3D"), of: plan) == "3 days free, then $9.99/month")
        #expect(
            format.text(for: try Products.offer(.payAsYouGo, price: "1.99", "P1M", times: 3), of: plan)
                == "$1.99 per month for 3 months, then $9.99"
        )
        #expect(
            format.text(for: try Products.offer(.payUpFront, price: "4.99", "P2M"), of: plan)
                == "$4.99 for the first 2 months, then $9.99/month"
        )
    }

    @Test(
        "An offer of one unit is the first; one paid more often than the plan names both rates; one for nothing is free"
    )
    func corners() throws {
        let plan = try Products().plan("P1Y", price: "59.99")
        let format = Self.format("en_US")
        #expect(
            format.text(for: try Products.offer(.payUpFront, price: "4.99", "P1M"), of: plan)
                == "$4.99 for the first month, then $59.99/year"
        )
        #expect(
            format.text(for: try Products.offer(.payAsYouGo, price: "4.99", "P1M"), of: plan)
                == "$4.99 for the first month, then $59.99/year"
        )
        #expect(
            format.text(for: try Products.offer(.payAsYouGo, price: "1.99", "P1M", times: 6), of: plan)
                == "$1.99 per month for 6 months, then $59.99/year"
        )
        #expect(
            format.text(for: try Products.offer(.payAsYouGo, "P1W", times: 2), of: plan)
                == "2 weeks free, then $59.99/year"
        )
        #expect(format.freePeriod(of: try Products.offer(.freeTrial, "P1W")) == "1 week free")
        #expect(format.freePeriod(of: try Products.offer(.payUpFront, price: "1", "P1W")) == nil)
    }

    @Test(
        "Other languages have their own order of words",
        arguments: [
            ("de_DE", "3 Monate für 1,99 $ pro Monat, danach 9,99 $"),
            ("fr_FR", "1,99 $US par mois pendant 3 mois, puis 9,99 $US"),
            ("ja_JP", "最初の3か月は月額$1.99、その後は$9.99"),
            ("ru_RU", "3 месяца по 1,99 $ в месяц, затем 9,99 $"),
            ("zh_CN", "前3个月每月US$1.99，之后US$9.99"),
            ("tr_TR", "3 ay boyunca ayda $1,99, ardından $9,99"),
        ]
    )
    func languages(locale: String, expected: String) throws {
        let plan = try Products().plan("P1M", price: "9.99")
        let offer = try Products.offer(.payAsYouGo, price: "1.99", "P1M", times: 3)
        let text = Self.format(locale).text(for: offer, of: plan)
        #expect(text.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ") == expected)
    }

    @Test(
        "What is paid up front is a total where the sentence could be read as a rate",
        arguments: [
            ("ja_JP", "最初の2か月分は合計$4.99、その後は$9.99/月"), ("ko_KR", "처음 2개월 총 US$4.99, 이후 US$9.99/월"),
            ("tr_TR", "İlk 2 ay toplam $4,99, ardından $9,99/ay"),
        ]
    )
    func upFront(locale: String, expected: String) throws {
        let plan = try Products().plan("P1M", price: "9.99")
        let offer = try Products.offer(.payUpFront, price: "4.99", "P2M")
        let text = Self.format(locale).text(for: offer, of: plan)
        #expect(text.replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ") == expected)
    }

    @Test("The first day of a month is an ordinal in French, and in no other language")
    func firstDay() throws {
        let plan = try Products().plan("P1M", price: "9.99")
        func charge(_ locale: String, _ day: Int) -> String {
            Self.format(locale).nextCharge(of: 1, for: plan, on: Date(2027, 3, day))
        }
        #expect(charge("fr_FR", 1).hasSuffix(" le 1er mars 2027") && charge("fr_CA", 1).hasSuffix(" le 1er mars 2027"))
        #expect(charge("fr_FR", 2).hasSuffix(" le 2 mars 2027") && charge("fr_FR", 11).hasSuffix(" le 11 mars 2027"))
        #expect(charge("es_ES", 1).contains(" 1 de marzo de 2027"))
    }

    @Test("Eligibility decides which offer a text speaks of")
    func eligibility() throws {
        let plan = try Products().plan(
            "P1M",
            price: "9.99",
            offers: [
                try Products.offer(.freeTrial, "P3D"),
                try Products.offer(.payUpFront, price: "1", "P1M", type: .promotional, id: "one"),
                try Products.offer(.payUpFront, price: "2", "P1M", type: .winBack, id: "two"),
            ]
        )
        func text(_ eligibility: OfferEligibility) -> String {
            Self.format("en_US").text(for: plan, eligibility: eligibility)
        }
        #expect(text(.none) == "$9.99/month")
        #expect(text(.newCustomer) == "3 days free, then $9.99/month")
        #expect(
            text(OfferEligibility(offerIdentifiers: ["three", "two", "one"])).hasPrefix("$2.00 for the first month")
        )
        #expect(text(OfferEligibility(isNewToGroup: true, offerIdentifiers: ["one"])).hasPrefix("$1.00"))
        #expect(text(OfferEligibility(isNewToGroup: true, offerIdentifiers: ["gone"])).hasPrefix("3 days free"))
        let coins = try Products().product(price: "0.99")
        #expect(Self.format("en_US").text(for: coins, eligibility: .newCustomer) == "$0.99")
    }

    @Test("The terms say how a product renews")
    func terms() throws {
        let format = Self.format("en_US")
        let (month, quarter) = (try Products().plan("P1M", price: "9.99"), try Products().plan("P3M", price: "24.99"))
        #expect(format.renewalTerms(of: month) == "Renews monthly for $9.99 until cancelled")
        #expect(format.renewalTerms(of: quarter) == "Renews every 3 months for $24.99 until cancelled")
        #expect(
            format.renewalTerms(every: try ProductSubscriptionPeriod(iso8601: "P1M"))
                == "Renews monthly until cancelled"
        )
        #expect(format.renewalTerms(of: try Products().product("pass", .nonRenewable, price: "1")) == "Does not renew")
        #expect(format.renewalTerms(of: try Products().product(price: "1")) == "One-time payment")
    }

    @Test("The next charge has the price that follows and its date")
    func nextCharge() throws {
        let (format, plan, date) = (Self.format("en_US"), try Products().plan("P1M", price: "9.99"), Date(2027, 1, 31))
        func charge(_ offer: SubscriptionOffer?) -> String? {
            format.nextCharge(for: plan, with: offer, boughtAt: date)
        }
        #expect(charge(nil) == "Next charge: $9.99 on February 28, 2027")
        #expect(charge(try Products.offer(.freeTrial, "P3D")) == "Next charge: $9.99 on February 3, 2027")
        let payAsYouGo = try Products.offer(.payAsYouGo, price: "1.99", "P1M", times: 3)
        #expect(charge(payAsYouGo) == "Next charge: $1.99 on February 28, 2027")
        #expect(charge(try Products.offer(.payUpFront, price: "4.99", "P2M")) == "Next charge: $9.99 on March 31, 2027")
        #expect(format.nextCharge(for: try Products().product(price: "1"), boughtAt: date) == nil)
    }

    @Test("What costs nothing renews without a price, and is never charged")
    func free() throws {
        let (format, plan, date) = (Self.format("en_US"), try Products().plan("P1M", price: "0"), Date(2027, 1, 31))
        #expect(format.renewalTerms(of: plan) == "Renews monthly until cancelled")
        #expect(format.nextCharge(for: plan, boughtAt: date) == nil)
        let offer = try Products.offer(.payAsYouGo, price: "1", "P1M", times: 2)
        #expect(format.text(for: offer, of: plan) == "$1.00 per month for 2 months, then Free")
    }

    @Test("An offer for nothing ends after all its periods, whatever its mode")
    func freePeriods() throws {
        let (format, plan, date) = (Self.format("en_US"), try Products().plan("P1M", price: "9.99"), Date(2027, 1, 31))
        let offer = try Products.offer(.payAsYouGo, "P1M", times: 2)
        #expect(
            format.nextCharge(for: plan, with: offer, boughtAt: date) == "Next charge: $9.99 on March 31, 2027"
        )
    }

    @Test("A date is the customer's day")
    func timeZone() throws {
        let tokyo = OfferFormat(
            locale: Locale(identifier: "ja_JP"),
            timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")),
            catalog: .builtIn
        )
        let (plan, evening) = (
            try Products("JPY", "ja_JP").plan("P1M", price: "980"), Date(2027, 3, 2).addingTimeInterval(4 * 3600)
        )
        #expect(tokyo.nextCharge(of: 980, for: plan, on: evening) == "次回のお支払い：2027年3月3日に¥980")
    }
}
