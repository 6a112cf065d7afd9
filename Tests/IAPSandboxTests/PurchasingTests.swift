import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("Buying")
struct PurchasingTests {
    // https://developer.apple.com/documentation/storekit/skpaymenttransactionstate
    @Test("The first state is purchasing, the final one comes later, under the same identifier")
    func states() async throws {
        let shop = try Shop()
        let updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.states == [.purchasing, .purchased])
        #expect(Set(updates.transactions.map(\.id)).count == 1)
    }

    @Test("A transaction says what was bought, when, where and for how much")
    func facts() async throws {
        let shop = try Shop()
        let token = UUID()
        let updates = try await shop.received { try await shop.buy(coins, quantity: 3, appAccountToken: token) }
        let transaction = try #require(updates.transactions.last)
        #expect(transaction.productType == .consumable)
        #expect(transaction.quantity == 3)
        #expect(transaction.payment.appAccountToken == token)
        #expect(transaction.transactionDate == date("2025-01-31"))
        // The price is the total for the quantity: https://developer.apple.com/documentation/appstoreserverapi/price
        #expect(transaction.price == Decimal(string: "2.97"))
        #expect(transaction.currencyCode?.rawValue == "USD")
        #expect(transaction.storefront == .usa)
        // https://developer.apple.com/documentation/storekit/appstore/environment/xcode
        #expect(transaction.environment == .xcode)
        // https://developer.apple.com/documentation/storekit/transaction/originalid
        #expect(transaction.originalTransactionIdentifier == transaction.id)
        #expect(transaction.expirationDate == nil)
    }

    // https://developer.apple.com/documentation/storekit/product/purchaseoption/quantity(_:)
    @Test("A quantity applies to consumables and non-renewing subscriptions alone")
    func quantities() async throws {
        let shop = try Shop()
        try await shop.buy(coins, quantity: 10)
        try await shop.buy(season, quantity: 2)
        #expect(await code { try await shop.buy(premium, quantity: 2) } == .invalidQuantity)
        #expect(await code { try await shop.buy(basic, quantity: 2) } == .invalidQuantity)
        #expect(shop.appStore.allTransactions().map(\.quantity) == [10, 2])
    }

    // https://developer.apple.com/documentation/storekit/skpaymentqueue/canmakepayments()
    @Test("Where purchases are disabled, a payment is rejected and no transaction follows")
    func disabled() async throws {
        let shop = try Shop()
        shop.appStore.canMakePayments = false
        #expect(!shop.connection.canMakePayments)
        let updates = try await shop.received {
            #expect(await code { try await shop.buy(coins) } == .paymentNotAllowed)
        }
        #expect(updates.isEmpty)
        #expect(shop.appStore.allTransactions().isEmpty)
    }

    // https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-types
    @Test("Buying an owned non-consumable charges nothing and answers with the original purchase")
    func owned() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        var again: Payment?
        let updates = try await shop.received { again = try await shop.buy(premium) }
        #expect(updates.states == [.purchasing, .purchased])
        #expect(updates.transactions.last?.payment.requestIdentifier == again?.requestIdentifier)
        #expect(updates.transactions.last?.id == shop.appStore.allTransactions().first?.identifier)
        #expect(shop.appStore.chargedQuantity(of: premium) == 1)
    }

    // https://developer.apple.com/forums/thread/833064
    @Test("While a consumable is unfinished, buying it again is no new charge")
    func unfinishedConsumable() async throws {
        let shop = try Shop()
        try await shop.buy(coins, quantity: 2)
        let updates = try await shop.received { try await shop.buy(coins) }
        #expect(shop.appStore.chargedQuantity(of: coins) == 2)
        #expect(updates.transactions.last?.quantity == 2)
        try await shop.finishAll()
        try await shop.buy(coins)
        #expect(shop.appStore.chargedQuantity(of: coins) == 3)
    }

    // https://developer.apple.com/documentation/storekit/transaction/currententitlements
    @Test("A non-renewing subscription can be bought again at any time")
    func nonRenewing() async throws {
        let shop = try Shop()
        try await shop.buy(season)
        try await shop.buy(season)
        #expect(shop.appStore.chargedQuantity(of: season) == 2)
        #expect(shop.appStore.allTransactions().allSatisfy { $0.expirationDate == nil })
    }

    // https://developer.apple.com/documentation/storekit/skpaymentqueue/finishtransaction(_:)
    @Test("A transaction that is not decided cannot be finished")
    func finishingTooEarly() async throws {
        let shop = try Shop()
        shop.appStore.askToBuyEnabled = true
        let updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.states == [.purchasing, .deferred])
        for transaction in updates.transactions {
            #expect(await code { try await shop.connection.finish(transaction) } == .invalidAction)
        }
        #expect(await shop.unfinished().map(\.transactionState) == [.deferred])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/buyproduct(productidentifier:)
    @Test("A purchase outside the app comes to the queue and answers no request")
    func outsideApp() async throws {
        let shop = try Shop()
        let updates = try await shop.received { try shop.appStore.buyProduct(productIdentifier: premium) }
        #expect(updates.states == [.purchased])
        #expect(updates.transactions.last?.payment.requestIdentifier == nil)
        try shop.appStore.buyProduct(productIdentifier: premium)
        #expect(shop.appStore.chargedQuantity(of: premium) == 1)
        #expect(await code { try shop.appStore.buyProduct(productIdentifier: "typo") } == .productNotAvailable)
    }

    // https://developer.apple.com/documentation/xcode/testing-in-app-purchases-with-storekit-transaction-manager-in-code
    @Test("A purchase made while no app runs waits until one does")
    func outsideAppWithoutApp() async throws {
        let appStore = try Shop().appStore
        appStore.eraseDevice()
        try appStore.buyProduct(productIdentifier: coins)
        let shop = try Shop()
        #expect(await shop.replayed(to: appStore.connection()).transactions.map(\.productIdentifier) == [coins])
    }
}
