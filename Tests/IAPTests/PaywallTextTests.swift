import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import Testing

@Suite("PaywallModel, what it shows", .timeLimit(.minutes(10)))
@MainActor
struct PaywallTextTests {
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Products are in sections by kind and group, in the order in which the app names them")
    func sections() async throws {
        let store = try await open(try makePaywallStore())
        let model = await loadedPaywall(store, [premium, yearly, coins, monthly, lifetimePass])
        #expect(
            model.sections.map(\.id) == [
                .products(.nonConsumable), .subscriptionGroup("plans"), .products(.consumable),
                .products(.nonRenewable),
            ]
        )
        #expect(model.sections.map(\.heading) == ["Yours for good", "All plans", "Extras", "Passes"])
        #expect(model.sections.map { $0.items.map(\.id) } == [[premium], [yearly, monthly], [coins], [lifetimePass]])
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("An item has every text that a customer reads before paying")
    func texts() async throws {
        let model = await loadedPaywall(try await open(try makePaywallStore()))
        let year = try #require(model.item(yearly))
        #expect(year.title == "Plan plans.year")
        #expect(year.price == "$99.99")
        #expect(year.recurringPrice == "$99.99/year")
        #expect(year.offer == "3 days free, then $99.99/year")
        #expect(year.renewalTerms == "Renews yearly for $99.99 until cancelled")
        #expect(year.comparison?.text == "$99.99 instead of $119.88")
        #expect(year.savings == "Save 16%")
        #expect(year.badge == "Best value")
        #expect(year.subscriptionState == nil)
        #expect(year.action == "Try for Free")
        let bag = try #require(model.item(coins))
        #expect(bag.description == "Shiny")
        #expect([bag.price, bag.recurringPrice] == ["$0.99", "$0.99"])
        #expect(bag.renewalTerms == "One-time payment")
        #expect(bag.offer == nil && bag.comparison == nil && bag.badge == nil)
        #expect(bag.action == "Buy")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("An item read by itself is the one in its section, before and after a change of storefront")
    func oneItem() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        #expect(model.item(yearly)?.isBestValue == true)
        #expect(model.sections.flatMap(\.items).allSatisfy { $0 == model.item($0.id) })
        #expect(model.item("typo") == nil)
        appStore.storefront = try AppStorefront(countryCode: "DEU")
        await until { model.item(yearly)?.price == "€99.99" }
        #expect(model.sections.flatMap(\.items).allSatisfy { $0 == model.item($0.id) && $0.price.hasPrefix("€") })
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Texts are in the customer's language, and prices in the store's currency")
    func language() async throws {
        let model = await loadedPaywall(try await open(try makePaywallStore()), locale: "de_DE")
        #expect(model.item(coins)?.price == "0,99\u{A0}$")
        #expect(model.item(coins)?.action == "Kaufen")
        #expect(model.item(yearly)?.savings?.contains("16\u{A0}%") == true)
        #expect(model.words.language == "de")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test(
        "An offer is shown once the app says that the customer is eligible, and the app is asked again after a purchase"
    )
    func asker() async throws {
        let granted = Locked(OfferEligibility.newCustomer)
        let gate = Promise<Void>()
        let asked = Locked<[ProductIdentifier]>([])
        let model = makePaywall(try await open(try makePaywallStore())) { product in
            asked.withLock { $0.append(product.id) }
            try? await gate.value()
            return granted.withLock { $0 }
        }
        async let loaded: Void = model.load()
        await until { model.state(monthly) == .buyable }
        #expect(model.item(monthly)?.offer == nil && model.item(monthly)?.action == "Subscribe")
        gate.fulfill(.success(()))
        await loaded
        #expect(model.item(monthly)?.offer == "3 days free, then $9.99/month")
        #expect(model.item(monthly)?.action == "Try for Free")
        #expect(asked.withLock { Set($0) } == [monthly, yearly])
        granted.withLock { $0 = .none }
        await model.buy(premium)
        await until { model.item(monthly)?.offer == nil }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("An offer that the app grants by name is shown, also to a customer who had the plan before")
    func promotion() async throws {
        let winBack = try SubscriptionOffer(
            type: .promotional,
            id: "back",
            paymentMode: .payUpFront,
            price: 1,
            period: ProductSubscriptionPeriod(value: 1, unit: .month)
        )
        let promoted = try plan("promo", "9.99", "P1M", offers: [winBack], level: 1, group: "promo")
        let store = try await open(try makePaywallStore([promoted]))
        let model = makePaywall(store, ["promo"]) { _ in OfferEligibility(offerIdentifiers: ["back"]) }
        await model.load()
        #expect(model.item("promo")?.offer?.contains("$1.00") == true)
        await model.buy("promo")
        #expect(model.item("promo")?.offer?.contains("$1.00") == true)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("If the app answers no question of eligibility, the ledger decides who is new to the group")
    func eligibility() async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        let model = await loadedPaywall(store)
        #expect(model.item(monthly)?.offer == "3 days free, then $9.99/month")
        await model.buy(monthly)
        #expect(model.item(yearly)?.offer == nil)
        let first = try #require(appStore.allTransactions().first)
        try appStore.disableAutoRenewForTransaction(identifier: first.identifier)
        appStore.advance(by: try ProductSubscriptionPeriod(value: 1, unit: .month))
        await until { model.state(monthly) == .buyable }
        #expect(model.item(monthly)?.offer == nil)
        #expect(model.item(monthly)?.action == "Subscribe")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("The best value is the plan that costs least in the same time, and one has to save something")
    func bestValue() async throws {
        let dearYear = try plan("dear.year", "199.99", "P1Y", level: 1, group: "dear")
        let month = try plan("dear.month", "9.99", "P1M", level: 2, group: "dear")
        let store = try await open(try makePaywallStore([dearYear, month]))
        let model = await loadedPaywall(store, ["dear.year", "dear.month", monthly])
        #expect(model.item("dear.year")?.isBestValue == false)
        #expect(model.item("dear.year")?.savings == nil)
        #expect(model.item("dear.month")?.isBestValue == true)
        // The only plan of its group that is shown.
        #expect(model.item(monthly)?.isBestValue == false)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Two plans that cost the same in the same time are no bargain")
    func equals() async throws {
        let quarter = try plan("same.quarter", "30", "P3M", level: 1, group: "same")
        let month = try plan("same.month", "10", "P1M", level: 2, group: "same")
        let model = await loadedPaywall(
            try await open(try makePaywallStore([quarter, month])),
            ["same.quarter", "same.month"]
        )
        #expect(model.sections.first?.items.allSatisfy { !$0.isBestValue && $0.savings == nil } == true)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A lesser service is never a saving: plans are compared with those of their level")
    func services() async throws {
        let plans = try [
            plan("tv.basic.month", "5", "P1M", level: 2, group: "tv"),
            plan("tv.basic.year", "50", "P1Y", level: 2, group: "tv"),
            plan("tv.all.month", "10", "P1M", level: 1, group: "tv"),
            plan("tv.all.year", "90", "P1Y", level: 1, group: "tv"),
            plan("radio.good", "5", "P1M", level: 1, group: "radio"),
            plan("radio.bad", "3", "P1M", level: 1, group: "radio"),
        ]
        let model = await loadedPaywall(try await open(try makePaywallStore(plans)), plans.map(\.id))
        #expect(model.item("tv.basic.year")?.savings == "Save 16%")
        #expect(model.item("tv.all.year")?.savings == "Save 25%")
        #expect(model.item("tv.basic.month")?.savings == nil)
        #expect(model.item("radio.bad")?.savings == nil)
        #expect(model.sections.flatMap(\.items).allSatisfy { !$0.isBestValue })
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Without a monthly plan, savings are shown against the most expensive plan")
    func dearest() async throws {
        let plans = try [
            plan("w", "3", "P1W", level: 1, group: "g"), plan("q", "30", "P3M", level: 2, group: "g"),
        ]
        let model = await loadedPaywall(try await open(try makePaywallStore(plans)), ["w", "q"])
        #expect(model.item("q")?.savings == "Save 23%")
        #expect(model.item("w")?.comparison == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("The plan that the customer has shows when it renews, changes or ends")
    func subscriptionState() async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        let model = await loadedPaywall(store)
        await model.buy(yearly)
        await until { model.item(yearly)?.subscriptionState?.hasPrefix("Renews on") == true }
        #expect(model.item(monthly)?.subscriptionState == nil)
        #expect(model.item(yearly)?.action == "Subscribed")
        // A lower level begins when the higher one is over.
        await model.buy(monthly)
        await until { model.item(yearly)?.subscriptionState?.contains("Plan \(monthly)") == true }
        #expect(model.state(yearly) == .owned)
    }
}
