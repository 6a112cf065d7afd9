import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("K. A customer who did not ask to restore is not asked to sign in", .timeLimit(.minutes(10)))
struct SignInPromptsTests {
    @Test(
        "Launching, buying, failing, waiting, trying again and changing countries do not ask for a sign-in; a restore does"
    )
    func prompts() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        _ = try await app.store.products(for: [coins, premium])
        shop.handler.fail(true)
        _ = try? await app.store.purchase(coins)
        await app.store.queue.processPendingTransactions()
        shop.handler.fail(false)
        shop.appStore.storefront = try AppStorefront(countryCode: "DEU")
        let next = try await shop.launch()
        await next.received.wait(for: "finished coins")
        try await next.store.purchase(basic)
        try shop.advanceOneMonth()
        await next.received.wait(for: "finished basic", count: 2)
        _ = try await next.store.products(for: [coins], policy: .fresh)
        try await next.store.ledger.refresh()
        #expect(shop.appStore.signInPromptCount == 0)
        try await next.store.restorePurchases()
        #expect(shop.appStore.signInPromptCount == 1)
    }
}
