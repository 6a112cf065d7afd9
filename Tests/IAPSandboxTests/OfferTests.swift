import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

private let gold = "com.example.gold"
private let silver = "com.example.silver"

/// Two plans of a group, with offers of each kind.
@Suite("Offers that are asked for")
struct OfferTests {
    private static let full = Decimal(string: "9.99")

    private static func offer(
        _ type: SubscriptionOffer.OfferType,
        _ id: String?,
        _ mode: SubscriptionOffer.PaymentMode,
        _ price: Decimal = 0,
        _ period: String,
        count: Int = 1
    ) throws -> SubscriptionOffer {
        try SubscriptionOffer(
            type: type,
            id: id,
            paymentMode: mode,
            price: price,
            period: ProductSubscriptionPeriod(iso8601: period),
            periodCount: count
        )
    }

    private func shop(
        introductory: Bool = false,
        settings: StoreConfiguration.Settings = .init(),
        _ edit: (inout OfferConditions) -> Void = { _ in }
    ) throws -> Shop {
        let offers = [
            try Self.offer(.promotional, "free-month", .freeTrial, 0, "P1M"),
            try Self.offer(.promotional, "half", .payAsYouGo, 5, "P1M", count: 2),
            try Self.offer(.promotional, "season", .payUpFront, 20, "P3M"),
            try Self.offer(.code, "SPRING", .payUpFront, 1, "P1M"),
            try Self.offer(.winBack, "back", .payAsYouGo, 4, "P1M", count: 3),
        ]
        let first = introductory ? [try Self.offer(.introductory, nil, .freeTrial, 0, "P1W")] : []
        var top = try ProductDefinition.autoRenewable(
            gold,
            name: "Gold",
            price: "9.99",
            group: "plans",
            level: 1,
            period: "P1M",
            offers: first + offers
        )
        top.offerConditions = offers.map { offer in
            var conditions = OfferConditions(offer)
            edit(&conditions)
            return conditions
        }
        let bottom = try ProductDefinition.autoRenewable(
            silver,
            name: "Silver",
            price: "3.99",
            group: "plans",
            level: 2,
            period: "P1M",
            offers: offers
        )
        return try Shop(products: [top, bottom], settings: settings, now: "2025-01-31")
    }

    private func promotional(_ id: String, key: String = "KEY", nonce: UUID = UUID(), bytes: Int = 70) -> Payment.Offer
    {
        .promotional(
            id,
            signature: .init(
                keyIdentifier: key,
                nonce: nonce,
                timestamp: 1_738_281_600_000,
                signature: Data(repeating: 0x30, count: bytes)
            )
        )
    }

    // MARK: Promotional

    // https://developer.apple.com/documentation/storekit/implementing-promotional-offers-in-your-app
    @Test("A promotional offer is for customers who subscribe or have subscribed")
    func promotionalEligibility() async throws {
        let shop = try shop()
        #expect(await code { try await shop.buy(gold, offer: promotional("half")) } == .ineligibleForOffer)
        #expect(shop.appStore.allTransactions().isEmpty)
        try await shop.buyAndFinish(gold)
        try shop.appStore.expireSubscription(productIdentifier: gold)
        try await shop.finishAll()
        let bought = try await shop.received { try await shop.buy(gold, offer: promotional("half")) }
        let transaction = try #require(bought.transactions.last)
        #expect(
            transaction.offerType == .promotional && transaction.offerIdentifier == "half" && transaction.price == 5
        )
        #expect(transaction.payment.offer?.id == "half")
        #expect(bought.renewals.last?.renewalPrice == 5 && bought.renewals.last?.offerIdentifier == "half")
    }

    // https://developer.apple.com/documentation/storekit/product/subscriptionoffer
    @Test("Pay as you go is charged each period, pay up front and free once, then the normal price")
    func modes() async throws {
        for (id, prices, ends) in [
            ("half", [5, 5, Self.full], ["2025-02-28", "2025-03-31", "2025-04-30"]),
            ("season", [20, Self.full, Self.full], ["2025-04-30", "2025-05-30", "2025-06-30"]),
            ("free-month", [0, Self.full, Self.full], ["2025-02-28", "2025-03-31", "2025-04-30"]),
        ] as [(String, [Decimal?], [String])] {
            let shop = try shop()
            try await shop.buyAndFinish(silver)
            try shop.appStore.expireSubscription(productIdentifier: silver)
            try await shop.finishAll()
            try await shop.buy(gold, offer: promotional(id))
            try shop.advance("P5M")
            let periods = shop.appStore.allTransactions().dropFirst().prefix(3)
            #expect(periods.map(\.price) == prices, "\(id)")
            #expect(periods.map { $0.offerIdentifier } == prices.map { $0 == Self.full ? nil : id })
            if id != "season" { #expect(periods.map(\.expirationDate) == ends.map(date)) }
        }
    }

    // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, OFFER_REDEEMED
    @Test("On the running plan a promotional offer begins with the next period; nothing is charged now")
    func promotionalOnRunningPlan() async throws {
        let shop = try shop()
        try await shop.buyAndFinish(gold)
        let asked = try await shop.received { try await shop.buy(gold, offer: promotional("half")) }
        #expect(asked.renewals.map(\.renewalPrice) == [5])
        #expect(asked.renewals.map(\.offerType) == [.promotional])
        #expect(asked.transactions.last?.id == "1")
        try shop.advance("P3M")
        #expect(shop.appStore.allTransactions().map(\.price) == [Self.full, 5, 5, Self.full])
        #expect(shop.appStore.allTransactions().map(\.reason) == [.purchase, .renewal, .renewal, .renewal])
    }

    @Test("With an upgrade an offer begins now, with a downgrade at the renewal")
    func promotionalWithPlanChange() async throws {
        let shop = try shop()
        try await shop.buyAndFinish(silver)
        try await shop.buy(gold, offer: promotional("half"))
        #expect(shop.appStore.allTransactions().last?.price == 5)
        try await shop.finishAll()
        try await shop.buy(silver, offer: promotional("free-month"))
        try shop.advance("P1M")
        let last = try #require(shop.appStore.allTransactions().last)
        #expect(last.productIdentifier == silver && last.price == 0 && last.offerIdentifier == "free-month")
    }

    // https://developer.apple.com/documentation/storekit/product/purchaseerror
    @Test("An unknown offer, an incomplete signature, another key and a used nonce are rejected, each by its code")
    func refusedSignatures() async throws {
        var settings = StoreConfiguration.Settings()
        settings.offerKeyIdentifier = "KEY"
        let shop = try shop(settings: settings)
        try await shop.buyAndFinish(silver)
        let nonce = UUID()
        try await shop.buy(gold, offer: promotional("half", nonce: nonce))
        let charged = shop.appStore.allTransactions().count
        for (offer, expected) in [
            (promotional("none"), IAPError.Code.invalidOfferIdentifier),
            (promotional("half", key: ""), .missingOfferParams),
            (promotional("half", bytes: 0), .missingOfferParams),
            (promotional("half", key: "OTHER"), .invalidSignature),
            (promotional("half", nonce: nonce), .invalidSignature),
        ] {
            #expect(await code { try await shop.buy(gold, offer: offer) } == expected)
        }
        #expect(shop.appStore.allTransactions().count == charged)
    }

    @Test("A signature is judged by the app's own check, which sees the payment")
    func signatureCheck() async throws {
        let shop = try shop()
        try await shop.buyAndFinish(silver)
        shop.appStore.offerSignatureCheck = { $0.productIdentifier == gold && $0.offer?.id == "season" }
        #expect(await code { try await shop.buy(gold, offer: promotional("half")) } == .invalidSignature)
        shop.appStore.resetToDefaultState()
        try await shop.buy(gold, offer: promotional("season"))
        #expect(shop.appStore.allTransactions().last?.price == 20)
    }

    // MARK: Codes

    // https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-offer-codes/
    @Test(
        "A code is for the customers that its developer chose",
        arguments: OfferConditions.Customer.allCases
    )
    func codeEligibility(customer: OfferConditions.Customer) async throws {
        let shop = try shop { $0.customers = [customer] }
        func redeem() async -> IAPError.Code? {
            await code { try shop.appStore.redeemOfferCode("SPRING", productIdentifier: gold) }
        }
        #expect(await redeem() == (customer == .new ? nil : .ineligibleForOffer))
        if customer == .new { return }
        try await shop.buyAndFinish(gold)
        #expect(await redeem() == (customer == .existing ? nil : .ineligibleForOffer))
        if customer == .existing { return }
        try shop.appStore.expireSubscription(productIdentifier: gold)
        #expect(await redeem() == nil)
    }

    @Test("A code comes as an update, with its offer's reference name, and a customer redeems one code an offer")
    func redeeming() async throws {
        let shop = try shop()
        let updates = try await shop.received {
            try shop.appStore.redeemOfferCode("SPRING", productIdentifier: gold)
        }
        let transaction = try #require(updates.transactions.last)
        #expect(transaction.offerType == .code && transaction.offerIdentifier == "SPRING" && transaction.price == 1)
        #expect(
            await code { try shop.appStore.redeemOfferCode("SPRING", productIdentifier: gold) } == .ineligibleForOffer
        )
        #expect(
            await code { try shop.appStore.redeemOfferCode("WINTER", productIdentifier: gold) }
                == .invalidOfferIdentifier
        )
    }

    @Test("A code that can be stacked comes after the introductory offer, another one instead of it")
    func stacking() async throws {
        for isStackable in [true, false] {
            let shop = try shop(introductory: true) { $0.isStackable = isStackable }
            try shop.appStore.redeemOfferCode("SPRING", productIdentifier: gold)
            try shop.advance("P2M")
            let prices = shop.appStore.allTransactions().map(\.price)
            #expect(Array(prices.prefix(3)) == (isStackable ? [0, 1, Self.full] : [1, Self.full, Self.full]))
        }
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/offercoderedeem
    @Test("A simulated error of the redeem sheet is thrown")
    func redeemError() async throws {
        let shop = try shop()
        shop.appStore.setSimulatedError(IAPError(.networkError, "No net."), forAPI: .offerCodeRedeemSheet)
        #expect(await code { try shop.appStore.redeemOfferCode("SPRING", productIdentifier: gold) } == .networkError)
    }

    // MARK: Win-back

    // https://developer.apple.com/documentation/storekit/supporting-win-back-offers-in-your-app
    @Test("A win-back offer is for a customer who let the subscription expire, and is sent then")
    func winBack() async throws {
        let shop = try shop()
        #expect(await code { try await shop.buy(gold, offer: .winBack("back")) } == .ineligibleForOffer)
        try await shop.buyAndFinish(gold)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        #expect(await code { try await shop.buy(gold, offer: .winBack("back")) } == .ineligibleForOffer)
        let end = try await shop.received { shop.appStore.advance(to: date("2025-03-15")) }
        #expect(end.renewals.map(\.eligibleWinBackOfferIdentifiers) == [["back"]])
        let bought = try await shop.received { try await shop.buy(gold, offer: .winBack("back")) }
        #expect(bought.transactions.last?.offerType == .winBack && bought.transactions.last?.price == 4)
        #expect(bought.renewals.last?.eligibleWinBackOfferIdentifiers == [])
        try shop.advance("P3M")
        #expect(shop.appStore.allTransactions().map(\.price) == [Self.full, 4, 4, 4, Self.full])
    }

    // https://developer.apple.com/documentation/storekit/testing-win-back-offers-in-xcode
    @Test("A win-back offer that is switched off is for no customer")
    func winBackSwitchedOff() async throws {
        let shop = try shop { $0.isEligible = false }
        try await shop.buyAndFinish(gold)
        try shop.appStore.expireSubscription(productIdentifier: gold)
        #expect(await shop.replayed(to: shop.connection).renewals.last?.eligibleWinBackOfferIdentifiers == [])
        #expect(await code { try await shop.buy(gold, offer: .winBack("back")) } == .ineligibleForOffer)
    }

    // https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/eligiblewinbackofferids
    @Test("During billing retry there is no win-back offer")
    func winBackInRetry() async throws {
        let shop = try shop()
        try await shop.buyAndFinish(gold)
        shop.appStore.shouldEnterBillingRetryOnRenewal = true
        try shop.advance("P1M")
        #expect(await shop.replayed(to: shop.connection).renewals.last?.eligibleWinBackOfferIdentifiers == [])
        #expect(await code { try await shop.buy(gold, offer: .winBack("back")) } == .ineligibleForOffer)
    }
}

/// A yearly plan that can be paid by the month
/// (https://developer.apple.com/documentation/storekit/product/subscriptioninfo/billingplantype).
@Suite("Billing plans")
struct BillingPlanTests {
    private func shop() throws -> Shop {
        var year = try ProductDefinition.autoRenewable(yearly, name: "Year", price: "50", group: "plans", period: "P1Y")
        year.billingPlans = [
            BillingPlan(type: .upFront, price: 50, commitmentPrice: 50),
            BillingPlan(type: .monthly, price: 5, commitmentPrice: 60),
        ]
        let month = try ProductDefinition.autoRenewable(basic, name: "Month", price: "6", group: "plans", period: "P1M")
        return try Shop(products: [year, month], now: "2025-01-31")
    }

    @Test("Paid by the month, a year is twelve payments, and then twelve more")
    func monthly() async throws {
        let shop = try shop()
        try await shop.buyAndFinish(yearly)
        #expect(shop.appStore.allTransactions().last?.expirationDate == date("2026-01-31"))
        shop.appStore.clearTransactions()
        try await shop.buy(yearly, offer: nil, plan: .monthly)
        try shop.advance("P1Y")
        let payments = shop.appStore.allTransactions()
        #expect(payments.count == 13 && payments.allSatisfy { $0.price == 5 })
        #expect(payments.first?.expirationDate == date("2025-02-28"))
        #expect(payments.last?.purchaseDate == date("2026-01-31"))
    }

    @Test("Turning renewal off ends a plan that is paid by the month with its commitment")
    func commitment() async throws {
        let shop = try shop()
        try await shop.buy(yearly, offer: nil, plan: .monthly)
        try shop.advance("P2M")
        let identifier = try #require(shop.appStore.allTransactions().last).identifier
        try shop.appStore.disableAutoRenewForTransaction(identifier: identifier)
        try shop.advance("P2Y")
        #expect(shop.appStore.allTransactions().count == 12)
        #expect(shop.appStore.allTransactions().last?.expirationDate == date("2026-01-31"))
    }

    @Test("A plan that the product does not have is rejected")
    func unknownPlan() async throws {
        let shop = try shop()
        #expect(await code { try await shop.buy(basic, offer: nil, plan: .monthly) } == .paymentInvalid)
        try await shop.buy(basic, offer: nil, plan: .upFront)
        #expect(shop.appStore.allTransactions().map(\.price) == [6])
    }
}
