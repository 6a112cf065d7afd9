import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("IAPService", .timeLimit(.minutes(10)))
struct ServiceTests {
    let appStore: SandboxAppStore
    let store: IAPStore
    let service: IAPService
    let screen = Screen()

    init() async throws {
        appStore = try makeAppStore()
        store = try await open(appStore)
        service = IAPService(store: store, callbackQueue: .global())
        service.delegate = screen
    }

    @Test(
        "Products come in the order of the request, and the delegate receives the identifiers that the store does not sell"
    )
    func products() async throws {
        service.getProduct(sku: [premium, "typo", coins])
        await screen.received.wait(for: "invalid typo")
        #expect(screen.received.all == ["products \(premium) \(coins)", "invalid typo"])
    }

    @Test("The delegate receives a failed look-up")
    func productsFail() async throws {
        appStore.setSimulatedError(IAPError(.unknown, "Failed."), forAPI: .loadProducts)
        service.getProduct(sku: [coins])
        await screen.received.wait(for: "no products unknown")
    }

    @Test("A quantity arrives in the transaction and in the balance")
    func quantity() async throws {
        let bag = try #require(try await store.products(for: [coins]).products.first)
        service.purchase(product: bag, quantity: 3)
        await screen.received.wait(for: "completed 3 \(coins)")
        #expect(store.balance(of: "coins") == 30)
    }

    @Test("The delegate receives an invalid quantity as a rejected purchase")
    func badQuantity() async throws {
        let bag = try #require(try await store.products(for: [coins]).products.first)
        service.purchase(product: bag, quantity: 11)
        await screen.received.wait(for: "rejected invalidQuantity")
        #expect(appStore.allTransactions().isEmpty)
    }

    @Test("A failed purchase, a cancelled one and a deferred one are distinguished")
    func outcomes() async throws {
        let bag = try #require(try await store.products(for: [coins]).products.first)
        appStore.failTransactionsEnabled = true
        appStore.failureError = .paymentInvalid
        service.purchase(product: bag)
        await screen.received.wait(for: "failed paymentInvalid")
        appStore.failureError = .paymentCancelled
        service.purchase(product: bag)
        await screen.received.wait(for: "failed paymentCancelled")
        appStore.failTransactionsEnabled = false
        appStore.askToBuyEnabled = true
        service.purchase(product: bag)
        await screen.received.wait(for: "deferred")
        #expect(store.balance(of: "coins") == 0)
    }

    @Test("The delegate receives each transaction of a restore, then its end")
    func restore() async throws {
        try await store.purchase(premium)
        appStore.eraseDevice()
        let reinstalled = try await open(appStore)
        let service = IAPService(store: reinstalled, callbackQueue: .global())
        service.delegate = screen
        service.restorePurchases()
        await screen.received.wait(for: "restore ended 1")
        #expect(screen.received.all.suffix(2) == ["restored \(premium)", "restore ended 1"])
    }

    @Test("A restore with nothing to restore ends, and grants nothing")
    func emptyRestore() async throws {
        service.restorePurchases()
        await screen.received.wait(for: "restore ended 0")
        #expect(!store.isPurchased(premium))
    }

    @Test("The delegate receives a failed restore as failed")
    func failedRestore() async throws {
        appStore.setSimulatedError(IAPError(.networkError, "Offline."), forAPI: .appStoreSync)
        service.restorePurchases()
        await screen.received.wait(for: "restore failed networkError")
    }

    @Test("The delegate receives a refund")
    func refund() async throws {
        try await store.purchase(premium)
        let transaction = try #require(appStore.allTransactions().first)
        try appStore.refundTransaction(identifier: transaction.identifier)
        await screen.received.wait(for: "revoked \(premium)")
        #expect(!store.isPurchased(premium))
    }

    @Test("A delegate is held weakly")
    func weakDelegate() async throws {
        weak var reference: Screen?
        do {
            let screen = Screen()
            reference = screen
            service.delegate = screen
        }
        #expect(reference == nil)
        #expect(service.delegate == nil)
    }

    @Test("A released service calls no delegate, so that making another one doubles nothing")
    func replaced() async throws {
        var services = [IAPService(store: store, callbackQueue: .global())]
        let screen = Screen()
        services[0].delegate = screen
        services = [IAPService(store: store, callbackQueue: .global())]
        services[0].delegate = screen
        try await store.purchase(premium)
        try await store.purchase(coins)
        await screen.received.wait(for: "completed 1 \(coins)")
        #expect(screen.received.all == ["completed 1 \(premium)", "completed 1 \(coins)"])
    }
}
