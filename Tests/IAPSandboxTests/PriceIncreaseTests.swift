import Foundation
import IAPStoreKitFile
import IAPCore
import IAPSandbox
import Testing

/// https://developer.apple.com/documentation/storekit/managing-price-increases-for-auto-renewable-subscriptions
@Suite("Price increases")
struct PriceIncreaseTests {
    private let old = Decimal(string: "4.99")

    private func shop(_ subscribers: SandboxAppStore.PriceForSubscribers?) async throws -> Shop {
        let shop = try Shop(now: "2025-01-31")
        try await shop.buyAndFinish(basic)
        if let subscribers {
            try shop.appStore.changePrice(productIdentifier: basic, to: 7, forSubscribers: subscribers)
        }
        return shop
    }

    private func prices(_ shop: Shop) -> [Decimal?] { shop.appStore.allTransactions().map(\.price) }

    private func renewal(_ shop: Shop) async -> SubscriptionRenewal? {
        await shop.replayed(to: shop.connection).renewals.last
    }

    @Test("An increase that needs no consent is agreed at once, and the next renewal costs the new price")
    func increased() async throws {
        let shop = try await shop(.increased)
        #expect(await renewal(shop)?.priceIncreaseStatus == .agreed)
        #expect(await renewal(shop)?.renewalPrice == 7)
        try shop.advance("P2M")
        #expect(prices(shop) == [old, 7, 7])
        #expect(await renewal(shop)?.priceIncreaseStatus == .noIncreasePending)
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/consenttopriceincreasefortransaction(identifier:)
    @Test("With consent, the next renewal costs the new price")
    func consented() async throws {
        let shop = try await shop(.increasedWithConsent)
        #expect(await renewal(shop)?.priceIncreaseStatus == .pending)
        #expect(shop.appStore.allTransactions().map(\.isPendingPriceIncreaseConsent) == [true])
        try shop.appStore.consentToPriceIncreaseForTransaction(identifier: "1")
        #expect(await renewal(shop)?.priceIncreaseStatus == .agreed)
        #expect(shop.appStore.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false])
        try shop.advance("P1M")
        #expect(prices(shop) == [old, 7])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:)
    @Test("Without an answer, the subscription ends with its period, for want of consent")
    func ignored() async throws {
        let shop = try await shop(.increasedWithConsent)
        let end = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(end.renewals.map(\.expirationReason) == [.didNotConsentToPriceIncrease])
        #expect(end.renewals.map(\.priceIncreaseStatus) == [.noIncreasePending])
        #expect(prices(shop) == [old])
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/declinepriceincreasefortransaction(identifier:)
    @Test("Declined, renewal is off, and the subscription lasts to the end of its period")
    func declined() async throws {
        let shop = try await shop(.increasedWithConsent)
        let answer = try await shop.received { try shop.appStore.declinePriceIncreaseForTransaction(identifier: "1") }
        #expect(answer.renewals.map(\.willAutoRenew) == [false])
        #expect(answer.renewals.map(\.priceIncreaseStatus) == [.noIncreasePending])
        #expect(try await shop.restore().count == 1)
        let end = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(end.renewals.map(\.expirationReason) == [.didNotConsentToPriceIncrease])
    }

    @Test("A customer who cancels an increase that needs no consent let renewal be turned off")
    func cancelled() async throws {
        let shop = try await shop(.increased)
        try shop.appStore.disableAutoRenewForTransaction(identifier: "1")
        let end = try await shop.received { shop.appStore.advance(to: date("2025-02-28")) }
        #expect(end.renewals.map(\.expirationReason) == [.autoRenewDisabled])
    }

    // https://developer.apple.com/documentation/appstoreconnectapi/understanding-price-increase-notice-and-consent
    @Test("A preserved price stays for subscribers; later customers pay the new one")
    func preserved() async throws {
        let shop = try await shop(.preserved)
        #expect(await renewal(shop)?.priceIncreaseStatus == .noIncreasePending)
        try shop.advance("P2M")
        #expect(prices(shop) == [old, old, old])
        #expect(try await shop.connection.products(for: [basic]).products.map(\.price) == [7])
        try shop.appStore.expireSubscription(productIdentifier: basic)
        try await shop.finishAll()
        try await shop.buy(basic)
        #expect(prices(shop).last == 7)
    }

    // https://developer.apple.com/help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions
    @Test("A lower price is every customer's from the next renewal on")
    func decreased() async throws {
        let shop = try await shop(nil)
        try shop.appStore.changePrice(productIdentifier: basic, to: 3)
        try shop.advance("P1M")
        #expect(prices(shop) == [old, 3])
    }

    @Test("A second change takes the place of the first")
    func twice() async throws {
        let shop = try await shop(.increasedWithConsent)
        try shop.appStore.changePrice(productIdentifier: basic, to: 8, forSubscribers: .increased)
        try shop.advance("P1M")
        #expect(prices(shop) == [old, 8])
    }

    @Test("Consent can be asked for without another price; a forced renewal drops the question")
    func askedAlone() async throws {
        let shop = try await shop(nil)
        try shop.appStore.requestPriceIncreaseConsentForTransaction(identifier: "1")
        #expect(await renewal(shop)?.priceIncreaseStatus == .pending)
        try shop.appStore.forceRenewalOfSubscription(productIdentifier: basic)
        #expect(await renewal(shop)?.priceIncreaseStatus == .noIncreasePending)
        #expect(prices(shop) == [old, old])
        #expect(
            await code { try shop.appStore.consentToPriceIncreaseForTransaction(identifier: "1") } == .invalidAction
        )
        #expect(
            await code { try shop.appStore.requestPriceIncreaseConsentForTransaction(identifier: "9") }
                == .transactionNotFound
        )
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("prices-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func listPrice(_ shop: Shop) async throws -> Decimal? {
        try await shop.connection.products(for: [basic]).products.first?.price
    }

    @Test("A changed price outlives the process, as what the customer agreed to does")
    func outliving() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("history")
        do {
            let shop = try Shop(history: file)
            try await shop.buyAndFinish(basic)
            try shop.appStore.changePrice(productIdentifier: basic, to: 99, forSubscribers: .increasedWithConsent)
            try shop.appStore.consentToPriceIncreaseForTransaction(identifier: "1")
        }
        let shop = try Shop(history: file)
        #expect(try await listPrice(shop) == 99)
        #expect(await renewal(shop)?.renewalPrice == 99)
        try shop.advance("P1M")
        #expect(prices(shop) == [old, 99])
    }

    @Test("A price whose change cannot be kept stays as it was")
    func unwritable() async throws {
        let folder = try Self.folder()
        let shop = try Shop(history: folder.appendingPathComponent("history"))
        try FileManager.default.removeItem(at: folder)
        let refused = await code { try shop.appStore.changePrice(productIdentifier: basic, to: 99) }
        #expect(refused == .storageFailed)
        #expect(try await listPrice(shop) == old)
    }

    @Test("The configuration's own price, once it is another one, counts")
    func configured() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("history")
        try Shop(history: file).appStore.changePrice(productIdentifier: basic, to: 99)
        let plan = try ProductDefinition.autoRenewable(basic, name: "Basic", price: "5.49", group: "p", period: "P1M")
        #expect(try await listPrice(Shop(products: [plan], history: file)) == Decimal(string: "5.49"))
    }

    // https://developer.apple.com/documentation/storekittest/sktestsession/resettodefaultstate()
    // https://developer.apple.com/documentation/storekittest/sktestsession/cleartransactions()
    @Test("Clearing transactions leaves prices alone; resetting goes back to the configuration's, and asks no customer")
    func resetting() async throws {
        let shop = try await shop(.increasedWithConsent)
        let reset = try await shop.received { shop.appStore.resetToDefaultState() }
        #expect(reset.renewals.map(\.priceIncreaseStatus) == [.noIncreasePending])
        try shop.advance("P1M")
        #expect(prices(shop) == [old, old])
        try shop.appStore.changePrice(productIdentifier: basic, to: 7)
        shop.appStore.clearTransactions()
        #expect(try await listPrice(shop) == 7)
        shop.appStore.resetToDefaultState()
        #expect(try await listPrice(shop) == old)
    }
}
