import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

@Suite("Loading products")
struct ProductTests {
    // https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers
    @Test("An unknown identifier is reported, and the request succeeds")
    func unknownIdentifier() async throws {
        let response = try await Shop().connection.products(for: ["typo", coins])
        #expect(response.products.map(\.productIdentifier) == [coins])
        #expect(response.invalidProductIdentifiers == ["typo"])
    }

    // https://developer.apple.com/documentation/storekit/skproductsresponse/invalidproductidentifiers
    @Test("A product off sale is an invalid identifier, until it is on sale again")
    func offSale() async throws {
        let shop = try Shop()
        shop.appStore.setForSale(false, productIdentifier: coins)
        #expect(try await shop.connection.products(for: [coins]).invalidProductIdentifiers == [coins])
        #expect(await code { try await shop.buy(coins) } == .productNotAvailable)
        shop.appStore.setForSale(true, productIdentifier: coins)
        #expect(try await shop.connection.products(for: [coins]).products.count == 1)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/storefront
    @Test("The currency is the storefront's, and a change of storefront is sent")
    func storefront() async throws {
        let shop = try Shop()
        let germany = try AppStorefront(countryCode: "DEU")
        let updates = try await shop.received { shop.appStore.storefront = germany }
        #expect(updates.storefronts == [germany])
        #expect(await shop.connection.storefront() == germany)
        let bag = try #require(try await shop.connection.products(for: [coins]).products.first)
        #expect(bag.currencyCode.rawValue == "EUR")
        #expect(bag.storefront == germany)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/locale
    @Test("A change of locale is sent, so that products are loaded anew")
    func locale() async throws {
        let shop = try Shop()
        let updates = try await shop.received { shop.appStore.locale = Locale(identifier: "ja") }
        #expect(updates.storefronts == [.usa])
        #expect(shop.appStore.locale.identifier == "ja")
    }

    // https://developer.apple.com/documentation/storekittest/failablestorekitapi/loadproducts
    @Test("A simulated error makes loading products fail until it is taken away")
    func simulatedError() async throws {
        let shop = try Shop()
        shop.appStore.setSimulatedError(IAPError(.networkError, "offline"), forAPI: .loadProducts)
        #expect(shop.appStore.simulatedError(forAPI: .loadProducts)?.code == .networkError)
        #expect(await code { _ = try await shop.connection.products(for: [coins]) } == .networkError)
        shop.appStore.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(try await shop.connection.products(for: [coins]).products.count == 1)
    }

    @Test("A cancelled task loads nothing")
    func cancelled() async throws {
        let connection = try Shop().connection
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await connection.products(for: [coins])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
