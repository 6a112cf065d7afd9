import Foundation
import IAP
import IAPPaywall
import IAPSandbox
import Testing

@Suite("PaywallModel, its messages", .timeLimit(.minutes(10)))
@MainActor
struct PaywallMessageTests {
    private let networkError = IAPError(.networkError, "There is no network.")

    /// A store that does not try again, so that a failure is known at once.
    private nonisolated func openImpatiently(_ appStore: SandboxAppStore) async throws -> IAPStore {
        try await open(appStore) { $0.productRequests = ProductRequestOptions(retryPauses: []) }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A failed purchase has a sentence for the customer and an error for the developer, until it is dismissed")
    func failure() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        appStore.failTransactionsEnabled = true
        appStore.failureError = .networkError
        #expect(await model.buy(coins) == nil)
        #expect(model.error?.code == .networkError)
        #expect(
            model.message == ErrorFormat(locale: Locale(identifier: "en"), catalog: .builtIn).text(for: networkError)
        )
        #expect(model.isShowingMessage)
        #expect(model.state(coins) == .buyable)
        model.isShowingMessage = false
        #expect(model.error == nil && model.message == nil)
        await model.buy(coins)
        appStore.failTransactionsEnabled = false
        await model.buy(coins)
        #expect(model.error == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A failed purchase that arrives all the same invites nobody to pay twice")
    func arrivesAfterFailure() async throws {
        let appStore = try makePaywallStore()
        let store = try await open(appStore)
        let model = await loadedPaywall(store)
        appStore.faults = [.failsBeforePurchased]
        await model.buy(coins)
        await store.waitUntilIdle()
        #expect(store.balance(of: "coins") == 10)
        #expect(model.error == nil && model.message == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A delivery that succeeds at another try takes its message away")
    func deliveredLater() async throws {
        let handler = FieldHandler()
        handler.fail(true)
        let store = try await open(try makePaywallStore(), deliveryHandler: handler)
        let model = await loadedPaywall(store)
        await model.buy(coins)
        #expect(model.error?.code == .deliveryFailed)
        handler.fail(false)
        await store.queue.processPendingTransactions()
        await store.waitUntilIdle()
        #expect(model.error == nil && model.message == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("There is one message: the last wins, and an unread error outlives another purchase, not another try")
    func oneMessage() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.restore()
        #expect(model.notice == .nothingToRestore)
        await model.buy(coins, quantity: 0)
        #expect(model.error?.code == .invalidQuantity && model.notice == nil)
        await model.buy(premium)
        #expect(model.error?.code == .invalidQuantity)
        await model.restore()
        #expect(model.notice == .restored && model.error == nil)
        await model.buy(coins, quantity: 0)
        await model.buy(coins)
        #expect(model.message == nil)
        await model.buy(coins, quantity: 0)
        model.dismiss()
        #expect(!model.isShowingMessage && model.error == nil && model.notice == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Cancelling is no error")
    func cancelled() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        appStore.failTransactionsEnabled = true
        appStore.failureError = .paymentCancelled
        #expect(await model.buy(coins) == .cancelled)
        #expect(model.error == nil && model.message == nil)
        #expect(model.state(coins) == .buyable)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("An invalid quantity is an error, and charges nothing")
    func quantity() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.buy(coins, quantity: 0)
        #expect(model.error?.code == .invalidQuantity)
        await model.buy(premium, quantity: 2)
        #expect(model.error?.code == .invalidQuantity)
        #expect(appStore.allTransactions().isEmpty)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A notice says whether there was something to restore")
    func restoring() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        await model.restore()
        #expect(model.notice == .nothingToRestore)
        #expect(model.message == "There is nothing to restore.")
        await model.buy(premium)
        #expect(model.notice == nil)

        appStore.eraseDevice()
        let fresh = await loadedPaywall(try await open(appStore))
        #expect(fresh.state(premium) == .buyable)
        await fresh.restore()
        #expect(fresh.notice == .restored)
        #expect(fresh.message == "Your purchases are restored.")
        #expect(fresh.state(premium) == .owned)
        #expect(!fresh.isRestoring)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("A restore that fails is an error, unless the customer did not sign in")
    func failedRestore() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        appStore.setSimulatedError(networkError, forAPI: .appStoreSync)
        await model.restore()
        #expect(model.error?.code == .networkError && model.notice == nil)
        appStore.setSimulatedError(IAPError(.paymentCancelled, "The customer did not sign in."), forAPI: .appStoreSync)
        await model.restore()
        #expect(model.message == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Offline, what was loaded earlier is shown and marked")
    func offline() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await openImpatiently(appStore))
        #expect(model.offlineSince == nil)
        appStore.setSimulatedError(networkError, forAPI: .loadProducts)
        await model.load(policy: .cachedWhileOffline)
        #expect(model.offlineSince != nil && model.error == nil)
        #expect(model.item(coins)?.price == "$0.99")
        await model.load(policy: .fresh)
        #expect(model.error?.code == .networkError)
        #expect(model.item(coins)?.price == "$0.99")
        appStore.setSimulatedError(nil, forAPI: .loadProducts)
        await model.load(policy: .fresh)
        #expect(model.offlineSince == nil && model.error == nil)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Offline at first, nothing is shown but the error, and trying again helps")
    func offlineAtFirst() async throws {
        let appStore = try makePaywallStore()
        appStore.setSimulatedError(networkError, forAPI: .loadProducts)
        let model = await loadedPaywall(try await openImpatiently(appStore))
        #expect(model.error?.code == .networkError)
        #expect(model.sections.isEmpty)
        appStore.setSimulatedError(nil, forAPI: .loadProducts)
        await model.load()
        #expect(model.error == nil && model.sections.count == 3)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Prices of an earlier storefront are gone when the new ones cannot be loaded")
    func storefrontOffline() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await openImpatiently(appStore))
        appStore.setSimulatedError(networkError, forAPI: .loadProducts)
        appStore.storefront = try AppStorefront(countryCode: "DEU")
        await until { model.error != nil }
        #expect(model.sections.isEmpty)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("Nothing is for sale any more when the connection to the store has ended")
    func closed() async throws {
        let appStore = try makePaywallStore()
        let model = await loadedPaywall(try await open(appStore))
        // Another app on the device takes the store's updates over.
        let other = appStore.connection()
        _ = other.updates()
        await until { model.state(coins) == .unavailable }
        await model.buy(coins)
        #expect(model.error?.code == .connectionClosed)
    }
}
