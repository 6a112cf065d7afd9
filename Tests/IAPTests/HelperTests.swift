import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("IAPHelper", .timeLimit(.minutes(10)))
struct HelperTests {
    let appStore: SandboxAppStore
    let store: IAPStore
    let helper: IAPHelper

    init() async throws {
        appStore = try makeAppStore()
        store = try await open(appStore)
        helper = IAPHelper(productIds: [coins, premium, "typo"], store: store, callbackQueue: .global())
    }

    @Test("Every request is answered, also while another one runs")
    func concurrentRequests() async throws {
        let answers = EventLog()
        for number in 1...20 {
            helper.requestProducts { success, products in
                answers.add("\(number) \(success) \(products?.map(\.productIdentifier).joined(separator: " ") ?? "")")
            }
        }
        for number in 1...20 { await answers.wait(for: "\(number) true \(coins) \(premium)") }
        #expect(answers.all.count == 20)
    }

    @Test("A consumable is never purchased; its balance counts")
    func consumable() async throws {
        try await store.purchase(coins)
        #expect(!helper.isProductPurchased(coins))
        #expect(store.balance(of: "coins") == 10)
    }

    @Test("A purchase calls back once with what became of it")
    func purchase() async throws {
        let product = try #require(try await store.products(for: [premium]).products.first)
        let result = await withCheckedContinuation { continuation in
            helper.buyProduct(product) { continuation.resume(returning: $0) }
        }
        guard case .purchased = try result.get() else { throw Missing() }
        #expect(helper.isProductPurchased(premium))
    }

    @Test("A restore calls back once with what is owned")
    func restore() async throws {
        try await store.purchase(premium)
        appStore.eraseDevice()
        let reinstalled = IAPHelper(productIds: [premium], store: try await open(appStore), callbackQueue: .global())
        #expect(!reinstalled.isProductPurchased(premium))
        let restored = await withCheckedContinuation { continuation in
            reinstalled.restorePurchases { continuation.resume(returning: $0) }
        }
        #expect(try restored.get().map(\.productIdentifier) == [premium])
        #expect(reinstalled.isProductPurchased(premium))
    }

    @Test("Payments disabled are known before a button does nothing")
    func paymentsDisabled() async throws {
        appStore.canMakePayments = false
        #expect(!store.canMakePayments)
        let product = try #require(try await store.products(for: [premium]).products.first)
        let result = await withCheckedContinuation { continuation in
            helper.buyProduct(product) { continuation.resume(returning: $0) }
        }
        let error = #expect(throws: IAPError.self) { try result.get() }
        #expect(error?.code == .paymentNotAllowed)
    }
}
