import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import Testing

@Suite("PaywallModel, the state of a purchase", .timeLimit(.minutes(10)))
@MainActor
struct PaywallStateTests {
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Everything is loading until the store has answered")
    func loading() async throws {
        let connection = HeldConnection(try makePaywallStore())
        connection.holdsProducts = true
        let model = makePaywall(try await open(connection), [premium, coins])
        #expect(model.sections.map(\.id) == [.loading])
        #expect(model.sections.flatMap(\.items).map(\.state) == [.loading, .loading])
        #expect(model.item(coins)?.title == "Loading…" && model.item(coins)?.product == nil)
        async let loaded: Void = model.load()
        await until { model.isLoading }
        #expect(await model.buy(coins) == nil)
        #expect(model.error == nil)
        connection.holdsProducts = false
        await loaded
        #expect(!model.isLoading)
        #expect(model.sections.flatMap(\.items).map(\.state) == [.buyable, .buyable])
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A purchase is purchasing until it is answered, and a second tap does nothing")
    func purchasing() async throws {
        let appStore = try makePaywallStore()
        let connection = HeldConnection(appStore)
        let model = await loadedPaywall(try await open(connection))
        connection.holdsPayments = true
        async let result = model.buy(premium)
        await until { model.state(premium) == .purchasing }
        #expect(model.item(premium)?.action == "Purchasing…")
        #expect(model.state(coins) == .buyable)
        #expect(await model.buy(premium) == nil)
        connection.holdsPayments = false
        guard case .purchased = await result else { throw Missing() }
        #expect(model.state(premium) == .owned)
        #expect(model.item(premium)?.action == "Purchased")
        #expect(appStore.chargedQuantity(of: premium) == 1)
        #expect(await model.buy(premium) == nil)
        #expect(model.error == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A consumable is buyable again, in any quantity")
    func consumable() async throws {
        let store = try await open(try makePaywallStore())
        let model = await loadedPaywall(store)
        await model.buy(coins, quantity: 3)
        await model.buy(coins)
        #expect(store.balance(of: "coins") == 40)
        #expect(model.state(coins) == .buyable)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A non-renewing subscription that is owned can be prolonged")
    func prolonging() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore), [lifetimePass])
        await model.buy(lifetimePass)
        #expect(model.state(lifetimePass) == .owned)
        #expect(model.item(lifetimePass)?.canBuy == true)
        await model.buy(lifetimePass)
        #expect(appStore.chargedQuantity(of: lifetimePass) == 2)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Another plan of the group stays buyable")
    func plans() async throws {
        let model = await loadedPaywall(try await open(try makePaywallStore()))
        await model.buy(monthly)
        #expect(model.state(monthly) == .owned && model.state(yearly) == .buyable)
        await model.buy(yearly)
        #expect(model.state(monthly) == .buyable && model.state(yearly) == .owned)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Ask to Buy is pending, and owned once it is approved")
    func askToBuy() async throws {
        let appStore = try makePaywallStore()
        appStore.askToBuyEnabled = true
        let model = await loadedPaywall(try await open(appStore))
        guard case .pending = await model.buy(premium) else { throw Missing() }
        #expect(model.state(premium) == .pending)
        #expect(model.item(premium)?.action == "Waiting for approval")
        #expect(await model.buy(premium) == nil)
        let waiting = try #require(appStore.allTransactions().first)
        try appStore.approveAskToBuyTransaction(identifier: waiting.identifier)
        await until { model.state(premium) == .owned }
        #expect(model.message == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A consumable that was approved is buyable again")
    func approvedConsumable() async throws {
        let appStore = try makePaywallStore()
        appStore.askToBuyEnabled = true
        let store = try await open(appStore)
        let model = await loadedPaywall(store)
        await model.buy(coins)
        #expect(model.state(coins) == .pending)
        let waiting = try #require(appStore.allTransactions().first)
        try appStore.approveAskToBuyTransaction(identifier: waiting.identifier)
        await until { model.state(coins) == .buyable }
        #expect(store.balance(of: "coins") == 10)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A declined approval is shown, and the product is buyable again")
    func declined() async throws {
        let appStore = try makePaywallStore()
        appStore.askToBuyEnabled = true
        let model = await loadedPaywall(try await open(appStore))
        await model.buy(premium)
        let waiting = try #require(appStore.allTransactions().first)
        try appStore.declineAskToBuyTransaction(identifier: waiting.identifier)
        await until { model.error != nil }
        #expect(model.error?.code == .purchaseDeclined)
        #expect(model.message == "The purchase was not approved.")
        #expect(model.state(premium) == .buyable)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test(
        "A declined approval is shown by the model that asked, and after a relaunch by one that was made while it was pending"
    )
    func declinedElsewhere() async throws {
        let appStore = try makePaywallStore()
        let storage = InMemoryStorage()
        appStore.askToBuyEnabled = true
        do {
            let store = try await open(appStore, storage: storage)
            let (one, other) = (await loadedPaywall(store), await loadedPaywall(store))
            await one.buy(premium)
            await one.buy(coins)
            let waiting = try #require(appStore.allTransactions().first { $0.productIdentifier == premium })
            try appStore.declineAskToBuyTransaction(identifier: waiting.identifier)
            await until { one.error?.code == .purchaseDeclined && other.state(premium) == .buyable }
            #expect(other.error == nil)
        }
        let store = try await open(appStore, storage: storage)
        let early = await loadedPaywall(store)
        await until { early.state(coins) == .pending }
        let (model, without) = (await loadedPaywall(store), await loadedPaywall(store, [premium]))
        let waiting = try #require(appStore.allTransactions().first { $0.productIdentifier == coins })
        try appStore.declineAskToBuyTransaction(identifier: waiting.identifier)
        await until { model.error?.code == .purchaseDeclined }
        #expect(without.error == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A pending purchase is pending after a relaunch, too")
    func relaunch() async throws {
        let appStore = try makePaywallStore()
        let storage = InMemoryStorage()
        appStore.askToBuyEnabled = true
        do {
            let model = await loadedPaywall(try await open(appStore, storage: storage))
            await model.buy(premium)
        }
        let model = await loadedPaywall(try await open(appStore, storage: storage))
        await until { model.state(premium) == .pending }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A refund makes a product buyable again")
    func refund() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.buy(premium)
        let bought = try #require(appStore.allTransactions().first)
        try appStore.refundTransaction(identifier: bought.identifier)
        await until { model.state(premium) == .buyable }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A purchase made outside the app shows by itself")
    func outside() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        try appStore.buyProduct(productIdentifier: premium)
        await until { model.state(premium) == .owned }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Two models on one store show the same, and an error belongs to the one that bought")
    func twoModels() async throws {
        let appStore = try makePaywallStore()
        let connection = HeldConnection(appStore)
        let store = try await open(connection)
        let (one, other) = (await loadedPaywall(store), await loadedPaywall(store, [premium]))
        connection.holdsPayments = true
        async let bought = one.buy(premium)
        await until { one.state(premium) == .purchasing }
        async let joined = other.buy(premium)
        connection.holdsPayments = false
        _ = await (bought, joined)
        #expect(one.state(premium) == .owned && other.state(premium) == .owned)
        #expect(appStore.chargedQuantity(of: premium) == 1)
        appStore.failTransactionsEnabled = true
        await one.buy(coins)
        #expect(one.error != nil && other.error == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A screen is redrawn when a product goes off sale, and when another one buys, or gives up")
    func redrawing() async throws {
        let connection = HeldConnection(try makePaywallStore())
        let store = try await open(connection)
        let model = await loadedPaywall(store)
        async let unavailable: Void = until { model.state(coins) == .unavailable }
        await Task.yield()
        store.catalog.setOnSale(false, for: coins)
        await unavailable
        connection.holdsPayments = true
        async let purchasing: Void = until { model.state(premium) == .purchasing }
        await Task.yield()
        let purchase = Task { try await store.purchase(premium) }
        await purchasing
        async let buyable: Void = until { model.state(premium) == .buyable }
        await Task.yield()
        purchase.cancel()
        await buyable
        connection.holdsPayments = false
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A customer who may not pay can buy nothing, and reads why")
    func paymentsNotAllowed() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.buy(premium)
        #expect(model.paymentsNotAllowed == nil)
        appStore.canMakePayments = false
        #expect(model.state(coins) == .unavailable)
        #expect(model.item(coins)?.action == "Not available")
        #expect(model.state(premium) == .owned)
        #expect(
            model.paymentsNotAllowed
                == ErrorFormat(locale: Locale(identifier: "en"), catalog: .builtIn)
                .text(for: IAPError(.paymentNotAllowed, ""))
        )
        await model.buy(coins)
        #expect(model.error?.code == .paymentNotAllowed)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test(
        "Products that the store does not sell are listed apart, and products that the app takes off sale are unavailable"
    )
    func unsold() async throws {
        let store = try await open(try makePaywallStore())
        let model = await loadedPaywall(store, [coins, "typo", premium])
        #expect(model.sections.flatMap(\.items).map(\.id) == [coins, premium])
        #expect(model.invalidProductIdentifiers == ["typo"])
        store.catalog.setOnSale(false, for: premium)
        #expect(model.state(premium) == .unavailable)
        await model.buy(premium)
        #expect(model.error?.code == .productNotAvailable)
        await model.buy("typo")
        #expect(model.error?.productIdentifier == "typo")
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Another storefront's prices load by themselves, and nothing is sold at the old ones until then")
    func storefront() async throws {
        let appStore = try makePaywallStore()
        let connection = HeldConnection(appStore)
        let model = await loadedPaywall(try await open(connection))
        #expect(model.item(coins)?.price == "$0.99")
        connection.holdsProducts = true
        appStore.storefront = try AppStorefront(countryCode: "DEU")
        await until { model.isLoading }
        #expect(model.state(coins) == .loading)
        #expect(await model.buy(coins) == nil)
        connection.holdsProducts = false
        await until { !model.isLoading }
        #expect(model.item(coins)?.price == "€0.99")
        #expect(model.state(coins) == .buyable)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A subscription that ends is buyable again, whether or not the store says so")
    func expiry() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.buy(monthly)
        await until { model.state(monthly) == .owned }
        try appStore.expireSubscription(productIdentifier: monthly)
        await until { model.state(monthly) == .buyable }
        #expect(model.item(monthly)?.subscriptionState?.hasPrefix("Expired") == true)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A model without an owner is released, and receives nothing more")
    func lifetime() async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        weak var gone: PaywallModel?
        do {
            let model = await loadedPaywall(store)
            await model.buy(coins)
            gone = model
        }
        #expect(gone == nil)
        var updates = store.updates.makeAsyncIterator()
        try appStore.buyProduct(productIdentifier: premium)
        _ = await updates.next()
        #expect(store.isPurchased(premium))
    }
}
