import Foundation
import IAPCore
import Testing

@Suite("Checked values", .timeLimit(.minutes(10)))
struct ValueTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test("A payment has a quantity of 1 to 10", arguments: [Int.min, -1, 0, 11, .max])
    func quantity(_ quantity: Int) throws {
        let error = #expect(throws: IAPError.self) { try Payment(productIdentifier: "coins", quantity: quantity) }
        #expect(error?.code == .invalidQuantity)
    }

    @Test("A payment names a product")
    func paymentProduct() throws {
        let error = #expect(throws: IAPError.self) { try Payment(productIdentifier: "") }
        #expect(error?.code == .paymentInvalid)
    }

    @Test("A payment is read back as it was written")
    func paymentRoundTrip() throws {
        let payment = try Payment(
            productIdentifier: "coins",
            quantity: 3,
            applicationUsername: "name",
            appAccountToken: UUID(),
            simulatesAskToBuyInSandbox: true
        ).identified(by: UUID())
        let data = try JSONEncoder().encode(payment)
        #expect(try JSONDecoder().decode(Payment.self, from: data) == payment)
    }

    @Test("An invalid payment is not read")
    func paymentDecoding() throws {
        let json = #"{"productIdentifier":"coins","quantity":11,"simulatesAskToBuyInSandbox":false}"#
        #expect(throws: DecodingError.self) { try decode(Payment.self, json) }
    }

    @Test("A storefront is three capital letters", arguments: ["", "US", "usa", "USAA", "U1A", "ÄÖÜ"])
    func storefront(_ code: String) throws {
        let error = #expect(throws: IAPError.self) { try AppStorefront(countryCode: code) }
        #expect(error?.code == .invalidStorefront)
        #expect(throws: IAPError.self) { try decode(AppStorefront.self, #"{"countryCode":"\#(code)"}"#) }
    }

    @Test(
        "A storefront knows its currency",
        arguments: [("USA", "USD"), ("DEU", "EUR"), ("JPN", "JPY"), ("KWT", "KWD"), ("GBR", "GBP"), ("BRA", "BRL")]
    )
    func currency(_ country: String, _ currency: String) throws {
        #expect(try AppStorefront(countryCode: country).currencyCode?.rawValue == currency)
    }

    @Test("A country that is none has no currency")
    func noCurrency() throws {
        #expect(try AppStorefront(countryCode: "XXX").currencyCode == nil)
    }

    @Test("A currency code is three capital letters", arguments: ["", "US", "usd", "USDX", "U$D"])
    func currencyCode(_ code: String) {
        #expect(CurrencyCode(rawValue: code) == nil)
    }

    @Test("A currency is a constant or a literal, and a literal that is no code is no currency")
    func currencyLiterals() {
        let franc: CurrencyCode = "CHF"
        let typo: CurrencyCode = "usd"
        #expect(franc.rawValue == "CHF" && "EUR" == CurrencyCode.eur)
        #expect(typo == .xxx && typo.rawValue == "XXX")
        #expect(CurrencyCode(rawValue: "USD") == .usd)
    }

    @Test("Kinds that stores may add are read and written as their names")
    func openKinds() throws {
        let kinds = [ProductType.consumable, ProductType(rawValue: "lootBox")]
        let json = try JSONEncoder().encode(kinds)
        #expect(String(decoding: json, as: UTF8.self) == #"["consumable","lootBox"]"#)
        #expect(try JSONDecoder().decode([ProductType].self, from: json) == kinds)
        let states = try JSONDecoder().decode(
            [SubscriptionGroupStatus.RenewalState].self,
            from: Data(#"["expired"]"#.utf8)
        )
        #expect(states == [.expired])
        let modes = try JSONDecoder().decode([SubscriptionOffer.PaymentMode].self, from: Data(#"["payUpFront"]"#.utf8))
        #expect(modes == [.payUpFront])
    }

    @Test("An offer contradicts itself nowhere")
    func offers() throws {
        let month = try ProductSubscriptionPeriod(value: 1, unit: .month)
        func make(_ mode: SubscriptionOffer.PaymentMode, _ price: Decimal, _ count: Int) throws {
            _ = try SubscriptionOffer(
                type: .introductory,
                id: nil,
                paymentMode: mode,
                price: price,
                period: month,
                periodCount: count
            )
        }
        #expect(throws: IAPError.self) { try make(.freeTrial, 1, 1) }
        #expect(throws: IAPError.self) { try make(.payUpFront, 1, 2) }
        #expect(throws: IAPError.self) { try make(.payAsYouGo, -1, 1) }
        #expect(throws: IAPError.self) { try make(.payAsYouGo, 1, 0) }
        #expect(throws: IAPError.self) { try make(.payAsYouGo, .nan, 1) }
        #expect(throws: Never.self) { try make(.payAsYouGo, 1, 3) }
    }

    @Test("A code in a text is its name, by itself and in its error")
    func codes() {
        let error = IAPError(.networkError, "There is no network.")
        #expect("\(error.code)" == "networkError")
        #expect("\(error)" == "networkError: There is no network.")
    }

    @Test("An invalid offer is not read")
    func offerDecoding() throws {
        let json = #"{"type":"introductory","paymentMode":"freeTrial","price":1,"period":"P1M","periodCount":1}"#
        #expect(throws: IAPError.self) { try decode(SubscriptionOffer.self, json) }
    }

    @Test("A transaction and a purchase's result print as one readable line")
    func descriptions() throws {
        var transaction = PaymentTransaction(
            transactionIdentifier: "2000000123",
            transactionState: .purchased,
            payment: try Payment(productIdentifier: "com.example.coins", quantity: 3),
            productType: .consumable,
            transactionDate: Date(timeIntervalSince1970: 1_735_689_600)
        )
        #expect(transaction.productIdentifier == "com.example.coins" && transaction.quantity == 3)
        #expect("\(transaction)" == "com.example.coins × 3, purchased (2000000123)")
        #expect("\(PurchaseResult.pending(transaction))" == "pending: com.example.coins × 3, purchased (2000000123)")
        #expect("\(PurchaseResult.cancelled)" == "cancelled")
        transaction.revocationDate = transaction.transactionDate
        #expect("\(transaction)" == "com.example.coins × 3, revoked (2000000123)")
    }
}
