import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

@Suite("Controls of the whole store")
struct SessionControlTests {
    // https://developer.apple.com/documentation/storekittest/sktestsession/cleartransactions()
    @Test("Clearing forgets every transaction, on the device too, and leaves settings alone")
    func clearing() async throws {
        let shop = try Shop()
        shop.appStore.failureError = .paymentInvalid
        try await shop.buy(coins)
        try await shop.buyAndFinish(premium)
        try await shop.buy(basic)
        shop.appStore.clearTransactions()
        #expect(shop.appStore.allTransactions().isEmpty)
        #expect(await shop.replayed(to: shop.connection).allSatisfy(\.isOfAccount))
        #expect(try await shop.restore().isEmpty)
        #expect(shop.appStore.failureError == .paymentInvalid)
        try shop.advance("P1Y")
        #expect(shop.appStore.allTransactions().isEmpty)
        try await shop.buy(premium)
        #expect(shop.appStore.chargedQuantity(of: premium) == 1)
    }

    @Test("Identifiers are never used again, after clearing neither")
    func identifiers() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(coins)
        shop.appStore.clearTransactions()
        try await shop.buyAndFinish(coins)
        try shop.appStore.deleteTransaction(identifier: "2")
        try await shop.buyAndFinish(coins)
        #expect(shop.appStore.allTransactions().map(\.identifier) == ["3"])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/resettodefaultstate()
    @Test("Resetting goes back to the configuration's settings and leaves transactions alone")
    func resetting() async throws {
        var settings = StoreConfiguration.Settings()
        settings.askToBuyEnabled = true
        settings.storefront = try AppStorefront(countryCode: "FRA")
        let shop = try Shop(settings: settings)
        try await shop.buy(coins)
        let appStore = shop.appStore
        appStore.askToBuyEnabled = false
        appStore.storefront = .usa
        appStore.failTransactionsEnabled = true
        appStore.failureError = .paymentInvalid
        appStore.interruptedPurchasesEnabled = true
        appStore.canMakePayments = false
        appStore.setForSale(false, productIdentifier: coins)
        appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: .loadProducts)
        let updates = try await shop.received { appStore.resetToDefaultState() }
        #expect(updates == [.storefront(settings.storefront)])
        #expect(appStore.askToBuyEnabled && appStore.canMakePayments)
        #expect(!appStore.failTransactionsEnabled && !appStore.interruptedPurchasesEnabled)
        #expect(appStore.failureError == .unknown)
        #expect(try await shop.connection.products(for: [coins]).products.count == 1)
        #expect(appStore.allTransactions().count == 1)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/alltransactions()
    @Test("All transactions are listed, failed, pending and finished ones too")
    func listing() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(coins)
        shop.appStore.failTransactionsEnabled = true
        try await shop.buyAndFinish(coins)
        shop.appStore.failTransactionsEnabled = false
        shop.appStore.askToBuyEnabled = true
        try await shop.buy(coins)
        #expect(shop.appStore.allTransactions().map(\.state) == [.purchased, .failed, .deferred])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/deletetransaction(identifier:)
    @Test("Deleting a subscription's first transaction deletes its renewals")
    func deletingOriginal() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        try await shop.buy(basic)
        try shop.advance("P2M")
        try shop.appStore.deleteTransaction(identifier: "2")
        #expect(shop.appStore.allTransactions().map(\.identifier) == ["1"])
        #expect(await shop.unfinished().map(\.id) == ["1"])
        try shop.advance("P2M")
        #expect(shop.appStore.allTransactions().count == 1)
        #expect(await code { try shop.appStore.deleteTransaction(identifier: "2") } == .transactionNotFound)
    }

    @Test("Deleting the running period leaves the subscription with the period before it, which has ended")
    func deletingLatest() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(basic)
        try shop.advance("P1M")
        try shop.appStore.deleteTransaction(identifier: "2")
        #expect(try await shop.restore().isEmpty)
        try await shop.buyAndFinish(basic)
        #expect(shop.appStore.allTransactions().map(\.originalTransactionIdentifier) == ["1", "1"])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/init(contentsof:)
    @Test("A store opens from a StoreKit configuration file, with the file's settings")
    func configurationFile() async throws {
        let text = #"""
            {
              "products": [
                {
                  "displayPrice": "0.99", "familyShareable": false, "internalID": "1", "localizations": [],
                  "productID": "com.example.coins", "referenceName": "Coins", "type": "Consumable"
                }
              ],
              "settings": { "_askToBuyEnabled": true },
              "version": { "major": 3, "minor": 0 }
            }
            """#
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).storekit")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let appStore = try SandboxAppStore(contentsOf: file)
        #expect(appStore.askToBuyEnabled)
        #expect(try await appStore.connection().products(for: [coins]).products.map(\.localizedTitle) == ["Coins"])
        let missing = file.appendingPathExtension("gone")
        let error = #expect(throws: IAPError.self) { try SandboxAppStore(contentsOf: missing) }
        #expect(error?.code == .catalogUnreadable && error?.place?.file == missing.path)
    }

    @Test("The configuration's own switches hold from the start")
    func initialSettings() async throws {
        var settings = StoreConfiguration.Settings()
        settings.failTransactionsEnabled = true
        settings.failingAPIs = [.loadProducts]
        let shop = try Shop(settings: settings)
        #expect(try await shop.received { try await shop.buy(coins) }.states == [.purchasing, .failed])
        #expect(await code { _ = try await shop.connection.products(for: [coins]) } == .unknown)
    }
}
