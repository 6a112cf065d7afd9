import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("E. What is owned follows the store", .timeLimit(.minutes(10)))
struct OwnershipStateTests {
    @Test("A plan that ended is not owned from its last second on, nor is one that was upgraded from")
    func ends() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let first = try purchased(try await app.store.purchase(basic))
        try shop.appStore.disableAutoRenewForTransaction(identifier: first.id)
        let end = try #require(first.expirationDate)
        shop.appStore.advance(to: end.addingTimeInterval(-1))
        #expect(app.store.isPurchased(basic))
        shop.appStore.advance(to: end)
        #expect(!app.store.isPurchased(basic))
    }

    @Test("A refund ends ownership and is sent once, and no later launch sends it again")
    func refund() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let purchase = try purchased(try await app.store.purchase(premium))
        try shop.appStore.refundTransaction(identifier: purchase.id)
        await app.received.wait(for: "revoked premium")
        #expect(!app.store.isPurchased(premium))

        shop.appStore.faults = [.forgetsFinishing]
        let next = try await shop.launch()
        try shop.appStore.redeliverTransaction(identifier: purchase.id)
        try await next.store.purchase(coins)
        #expect(!next.received.all.contains("revoked premium"))
        #expect(shop.handler.deliveries.filter { $0.kind == .revocation }.count == 1)
    }

    @Test("A refund of spent credits names the uncovered amount, and no balance falls below zero")
    func shortfall() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let purchase = try purchased(try await app.store.purchase(coins))
        try await app.store.spend(7, of: "coins")
        var events = app.store.events.makeAsyncIterator()
        try shop.appStore.refundTransaction(identifier: purchase.id)
        var refund: RecordedTransaction?
        while refund == nil, let event = await events.next() {
            if case .revoked(let record) = event { refund = record }
        }
        let (left, spent) = (try Credit(3, of: "coins"), try Credit(7, of: "coins"))
        #expect(refund?.revokedCredits == [left] && refund?.uncoveredCredits == [spent])
        #expect(app.coins == 0)
    }

    @Test("A clock that is set back brings no plan back that ended before the store's last signature")
    func clockSetBack() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let first = try purchased(try await app.store.purchase(basic))
        try shop.appStore.disableAutoRenewForTransaction(identifier: first.id)
        try shop.advanceOneMonth()
        try await app.store.purchase(coins)
        shop.appStore.clock.advance(to: first.transactionDate)
        #expect(!app.store.isPurchased(basic))
        let next = try await shop.launch()
        #expect(!next.store.isPurchased(basic))
    }

    @Test("A renewal's signature dates the ledger: setting the clock back behind it has no effect")
    func signedDate() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let first = try purchased(try await app.store.purchase(basic))
        try shop.advanceOneMonth()
        await app.received.wait(for: "finished basic", count: 2)
        shop.appStore.clock.advance(to: first.transactionDate)
        #expect(app.store.ledger.now >= first.expirationDate ?? .distantFuture)
    }

    @Test("A clock that is set forward revokes nothing for good")
    func clockSetForward() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let first = try purchased(try await app.store.purchase(basic))
        shop.appStore.clock.advance(by: 400 * 24 * 60 * 60)
        #expect(!app.store.isPurchased(basic))
        shop.appStore.clock.advance(to: first.transactionDate)
        #expect(app.store.isPurchased(basic))
    }
}
