import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import Testing

@Suite("Which offers a customer may have", .timeLimit(.minutes(10)))
struct OfferEligibilityTests {
    private let back: SubscriptionOffer

    init() throws {
        back = try SubscriptionOffer(
            type: .winBack,
            id: "back",
            paymentMode: .payAsYouGo,
            price: 2,
            period: ProductSubscriptionPeriod(value: 1, unit: .month)
        )
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A paywall shows a lapsed customer the win-back offer, and buys with it")
    func paywall() async throws {
        let appStore = try makePaywallStore([plan("films", "9.99", "P1M", offers: [back], level: 1, group: "films")])
        let store = try await open(appStore)
        let model = await makePaywall(store, ["films"])
        await model.load()
        await model.buy("films")
        #expect(await model.item("films")?.offer == nil)
        try appStore.expireSubscription(productIdentifier: "films")
        await until { model.item("films")?.offer?.contains("$2.00") == true }
        await model.buy("films")
        #expect(appStore.allTransactions().last?.offerIdentifier == "back")
        let film = try #require(try await store.products(for: ["films"]).products.first)
        #expect(store.offerEligibility(for: film).offerIdentifiers.isEmpty)
    }

    @Test("What is no subscription has no offers")
    func others() async throws {
        let store = try await open(try makeAppStore())
        let products = try await store.products(for: [coins, premium]).products
        #expect(products.map(store.offerEligibility(for:)) == [.none, .none])
    }

    @Test("A planned change of plan is shown until it takes effect")
    func pendingProduct() async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        var statuses = store.queue.events.makeAsyncIterator()
        func status(where isThere: (SubscriptionGroupStatus) -> Bool) async -> SubscriptionGroupStatus? {
            while let event = await statuses.next() {
                if case .subscriptionStatusChanged(let status) = event, isThere(status) { return status }
            }
            return nil
        }
        try await store.purchase(yearly)
        try await store.purchase(monthly)
        #expect(await status { $0.pendingProduct == monthly }?.transaction.productIdentifier == yearly)
        appStore.advance(by: try ProductSubscriptionPeriod(value: 1, unit: .year))
        #expect(await status { $0.transaction.productIdentifier == monthly }?.pendingProduct == nil)
    }
}
