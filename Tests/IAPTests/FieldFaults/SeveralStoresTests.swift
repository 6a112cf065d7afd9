import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("Several stores on one ledger", .timeLimit(.minutes(10)))
struct SeveralStoresTests {
    @Test("An app and its extension grant once; what a handler does twice has one key")
    func twoProcesses() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch(device: "app")
        let helper = try await shop.launch(device: "extension")
        try shop.appStore.buyProduct(productIdentifier: premium)
        try await app.store.purchase(coins)
        await app.received.wait(for: "finished premium")
        await helper.received.wait(for: "finished premium")
        try await helper.store.ledger.refresh()
        #expect(app.coins == 10 && helper.coins == 10)
        #expect(shop.handler.work.count == 2)
        #expect(app.store.ledger.openWork.isEmpty && helper.store.ledger.transactions.count == 2)
    }

    @Test("An extension that does not deliver records, and leaves delivering and finishing to the app")
    func recordingExtension() async throws {
        let shop = try FieldShop()
        _ = shop.appStore.connection(device: "app")
        let helper = try await shop.launch(device: "extension", hasHandler: false, deliversPurchases: false)
        try await helper.store.purchase(premium)
        #expect(helper.store.isPurchased(premium) && shop.handler.deliveries.isEmpty)
        let app = try await shop.launch(device: "app")
        await app.received.wait(for: "finished premium")
        #expect(shop.handler.deliveries.map(\.kind) == [.grant])

        let bought = try #require(shop.appStore.allTransactions().first)
        let other = try await shop.launch(device: "extension", hasHandler: false, deliversPurchases: false)
        try shop.appStore.refundTransaction(identifier: bought.identifier)
        // Whichever of the two records it first, the app takes back what it gave.
        await app.received.wait(for: "revoked premium")
        #expect(shop.handler.deliveries.map(\.kind) == [.grant, .revocation])
        #expect(app.store.ledger.openWork.isEmpty)
        withExtendedLifetime(other) {}
    }

    @Test("What one has delivered the other one finishes, and does not deliver")
    func oneAfterTheOther() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch(device: "app")
        _ = shop.appStore.connection(device: "extension")
        try await app.store.purchase(premium)
        let helper = try await shop.launch(device: "extension")
        await helper.received.wait(for: "finished premium")
        #expect(helper.store.isPurchased(premium) && shop.handler.deliveries.count == 1)
    }

    @Test("Two connections of one device: the later one receives updates, and the earlier one ends")
    func oneDevice() async throws {
        let shop = try FieldShop()
        let first = try await shop.launch()
        let second = try await shop.launch()
        await first.received.wait(for: "closed")
        try await second.store.purchase(coins)
        #expect(second.coins == 10)
    }
}
