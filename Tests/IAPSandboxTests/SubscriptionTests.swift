import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("Renewing")
struct SubscriptionTests {
    // https://developer.apple.com/documentation/storekit/testing-failing-subscription-renewals-and-in-app-purchases
    @Test(
        "As in Apple's sandbox, a subscription renews as often as the limit says, and as often after another purchase"
    )
    func renewalLimit() async throws {
        let shop = try Shop()
        shop.appStore.renewalLimit = 12
        for count in 1...2 {
            try await shop.buyAndFinish(basic)
            try shop.advance("P2Y")
            #expect(shop.appStore.allTransactions().count { $0.reason == .renewal } == 12 * count)
            #expect(shop.appStore.allTransactions().last?.autoRenewingEnabled == false)
        }
        shop.appStore.resetToDefaultState()
        #expect(shop.appStore.renewalLimit == nil)
    }

    // https://developer.apple.com/documentation/storekit/transaction/originalpurchasedate
    @Test("A subscription renews by the calendar from its first day, each time with a new transaction")
    func renewal() async throws {
        let shop = try Shop(now: "2025-01-31")
        let token = UUID()
        let bought = try await shop.received { try await shop.buy(basic, appAccountToken: token) }
        var renewal = SubscriptionRenewal(
            originalTransactionIdentifier: "1",
            willAutoRenew: true,
            autoRenewPreference: basic
        )
        renewal.renewalDate = date("2025-02-28")
        renewal.renewalPrice = Decimal(string: "4.99")
        renewal.currencyCode = CurrencyCode(rawValue: "USD")
        renewal.recentSubscriptionStartDate = date("2025-01-31")
        renewal.signedDate = date("2025-01-31")
        #expect(bought.renewals == [renewal])
        #expect(bought.transactions.last?.expirationDate == date("2025-02-28"))

        let updates = try await shop.received { try shop.advance("P3M") }
        let periods = updates.transactions
        #expect(periods.map(\.transactionDate) == [date("2025-02-28"), date("2025-03-31"), date("2025-04-30")])
        #expect(periods.map(\.expirationDate) == [date("2025-03-31"), date("2025-04-30"), date("2025-05-31")])
        #expect(Set(periods.map(\.id)).count == 3)
        for period in periods {
            #expect(period.originalTransactionIdentifier == "1" && period.originalPurchaseDate == date("2025-01-31"))
            #expect(period.reason == .renewal && period.payment.requestIdentifier == nil)
            #expect(period.payment.appAccountToken == token)
            #expect(period.price == Decimal(string: "4.99"))
        }
    }

    @Test("Leap days come and go")
    func leapYear() async throws {
        let shop = try Shop(now: "2024-02-29")
        try await shop.buy(yearly)
        try shop.advance("P4Y")
        let dates = shop.appStore.allTransactions().compactMap(\.expirationDate)
        #expect(dates.prefix(4) == [date("2025-02-28"), date("2026-02-28"), date("2027-02-28"), date("2028-02-29")])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/disableautorenewfortransaction(identifier:)
    @Test("With renewal turned off, a subscription lasts to the end of its period and expires")
    func autoRenewOff() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        let off = try await shop.received { try shop.appStore.disableAutoRenewForTransaction(identifier: "1") }
        #expect(off.renewals.map(\.willAutoRenew) == [false] && off.transactions.isEmpty)
        shop.appStore.advance(to: date("2025-02-27"))
        #expect(try await shop.restore().count == 1)
        let end = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(end.renewals.map(\.expirationReason) == [.autoRenewDisabled])
        #expect(try await shop.restore().isEmpty)
        #expect(shop.appStore.allTransactions().map(\.autoRenewingEnabled) == [false])
        #expect(await code { try shop.appStore.enableAutoRenewForTransaction(identifier: "1") } == .invalidAction)
    }

    // https://developer.apple.com/documentation/appstoreserverapi/autorenewstatus
    @Test("Renewal turned on again before the end goes on without a purchase")
    func autoRenewOnAgain() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        try shop.appStore.enableAutoRenewForTransaction(identifier: "1")
        #expect(shop.appStore.allTransactions().map(\.autoRenewingEnabled) == [true])
        try shop.advance("P1M")
        #expect(shop.appStore.allTransactions().map(\.reason) == [.purchase, .renewal])
    }

    // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype, RESUBSCRIBE
    @Test("Bought again after its end, a subscription keeps its original identifier and begins a new count")
    func resubscribing() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        shop.appStore.advance(to: date("2025-06-15"))
        let updates = try await shop.received { try await shop.buy(yearly) }
        let transaction = try #require(updates.transactions.last)
        #expect(transaction.originalTransactionIdentifier == "1" && transaction.id == "2")
        #expect(transaction.reason == .purchase && transaction.expirationDate == date("2026-06-15"))
        #expect(updates.renewals.map(\.willAutoRenew) == [true])
        #expect(!shop.appStore.allTransactions()[0].isUpgraded)
    }

    @Test("Buying the subscription that runs charges nothing and answers with the running period")
    func alreadySubscribed() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.advance("P1M")
        let updates = try await shop.received { try await shop.buy(basic) }
        #expect(updates.states == [.purchasing, .purchased])
        #expect(updates.transactions.last?.id == "2")
        #expect(shop.appStore.chargedQuantity(of: basic) == 2)
    }

    // https://developer.apple.com/documentation/appstoreserverapi/expirationintent
    @Test("A subscription to a product that left the store expires at its next renewal")
    func offSale() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        shop.appStore.setForSale(false, productIdentifier: basic)
        let updates = try await shop.received { try shop.advance("P1M") }
        #expect(updates.renewals.map(\.expirationReason) == [.productUnavailable])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/expiresubscription(productidentifier:)
    @Test("Expiring ends the period now and turns renewal off")
    func expiring() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        shop.appStore.advance(by: 3600)
        let updates = try await shop.received { try shop.appStore.expireSubscription(productIdentifier: basic) }
        #expect(updates.transactions.map(\.expirationDate) == [shop.appStore.clock.now])
        #expect(updates.renewals.map(\.willAutoRenew) == [false])
        #expect(updates.renewals.map(\.expirationReason) == [.autoRenewDisabled])
        #expect(await code { try shop.appStore.expireSubscription(productIdentifier: basic) } == .invalidAction)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/forcerenewalofsubscription(productidentifier:)
    @Test("A forced renewal ends the period now, begins the next, and turns renewal on")
    func forcedRenewal() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        shop.appStore.advance(to: date("2025-02-10"))
        let updates = try await shop.received {
            try shop.appStore.forceRenewalOfSubscription(productIdentifier: basic)
        }
        #expect(updates.transactions.map(\.id) == ["1", "2"])
        #expect(updates.transactions.map(\.expirationDate) == [date("2025-02-10"), date("2025-03-10")])
        #expect(updates.transactions.last?.reason == .renewal)
        #expect(updates.renewals.map(\.willAutoRenew) == [true])
    }

    // https://developer.apple.com/documentation/storekittest/sktesterror
    @Test("Controls of subscriptions say what is wrong with the product that they are given")
    func wrongProducts() async throws {
        let shop = try Shop()
        for control in [
            shop.appStore.expireSubscription(productIdentifier:),
            shop.appStore.forceRenewalOfSubscription(productIdentifier:),
        ] {
            #expect(await code { try control("typo") } == .productNotAvailable)
            #expect(await code { try control(coins) } == .invalidAction)
            #expect(await code { try control(basic) } == .subscriptionNotFound)
        }
        try await shop.buy(coins)
        #expect(await code { try shop.appStore.disableAutoRenewForTransaction(identifier: "1") } == .invalidAction)
        #expect(
            await code { try shop.appStore.disableAutoRenewForTransaction(identifier: "2") } == .transactionNotFound
        )
    }

    @Test("What falls due at once happens in order, each at its own date, with the clock there")
    func order() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buy(basic)
        try await shop.buy(trial)
        let updates = try await shop.received { shop.appStore.advance(to: date("2025-04-01")) }
        #expect(
            updates.transactions.map(\.transactionDate) == [
                date("2025-02-07"), date("2025-02-28"), date("2025-03-07"), date("2025-03-31"),
            ]
        )
        #expect(shop.appStore.clock.now == date("2025-04-01"))
        shop.appStore.advance(to: date("2025-01-01"))
        #expect(shop.appStore.clock.now == date("2025-04-01"))
    }

    @Test("When the clock is advanced directly, the store catches up at its next call")
    func clockAlone() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buy(basic)
        shop.appStore.clock.advance(to: date("2025-03-15"))
        #expect(shop.appStore.allTransactions().map(\.purchaseDate) == [date("2025-01-31"), date("2025-02-28")])
    }
}

@Suite("Introductory offers")
struct IntroductoryOfferTests {
    // https://developer.apple.com/documentation/storekit/implementing-introductory-offers-in-your-app
    @Test("A new customer's free trial costs nothing, then the normal price is charged from its end on")
    func freeTrial() async throws {
        let shop = try Shop(now: "2025-01-31")
        let first = try #require(try await shop.received { try await shop.buy(trial) }.transactions.last)
        #expect(first.price == 0 && first.offerType == .introductory && first.offerIdentifier == nil)
        #expect(first.expirationDate == date("2025-02-07"))
        #expect(shop.appStore.chargedQuantity(of: trial) == 0)
        let renewals = try await shop.received { try shop.advance("P2M") }.transactions
        #expect(renewals.map(\.price) == [Decimal(string: "3.99"), Decimal(string: "3.99")])
        #expect(renewals.map(\.expirationDate) == [date("2025-03-07"), date("2025-04-07")])
        #expect(renewals.allSatisfy { $0.offerType == nil })
        #expect(shop.appStore.chargedQuantity(of: trial) == 2)
    }

    // https://developer.apple.com/documentation/storekit/skproductdiscount/numberofperiods
    @Test("An offer that is paid as the customer goes lasts its periods, each charged, in step with the calendar")
    func payAsYouGoOffer() async throws {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buy(payAsYouGo)
        try shop.advance("P3M")
        let transactions = shop.appStore.allTransactions()
        #expect(transactions.map(\.price) == [1, 1, Decimal(string: "3.99"), Decimal(string: "3.99")])
        #expect(
            transactions.map(\.purchaseDate) == [
                date("2025-01-31"), date("2025-02-28"), date("2025-03-31"), date("2025-04-30"),
            ]
        )
    }

    // https://developer.apple.com/documentation/xcode/testing-in-app-purchases-with-storekit-transaction-manager-in-code
    @Test("A customer has one introductory offer a group, and a new one after the transactions were deleted")
    func once() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(trial)
        try shop.appStore.expireSubscription(productIdentifier: trial)
        try await shop.finishAll()
        try await shop.buyAndFinish(trial)
        #expect(shop.appStore.allTransactions().map(\.price) == [0, Decimal(string: "3.99")])
        try shop.appStore.deleteTransaction(identifier: "1")
        #expect(shop.appStore.allTransactions().isEmpty)
        try await shop.buyAndFinish(trial)
        #expect(shop.appStore.allTransactions().map(\.price) == [0])
    }
}
