import Dispatch
import Foundation
import IAP
import IAPSandbox
import Testing

@Suite("G. Nothing races, nothing traps", .timeLimit(.minutes(10)))
struct RacesTests {
    @Test("Updates that a store sends on any thread are handled in order, and each purchase counts once")
    func anyThread() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let appStore = shop.appStore
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            // A consumable that is sold cannot be refused.
            try? appStore.buyProduct(productIdentifier: coins)
        }
        await app.received.wait(for: "finished coins", count: 200)
        #expect(app.coins == 2_000 && shop.handler.work.count == 200)
    }

    @Test("A thousand look-ups at once are all answered, with the same")
    func lookups() async throws {
        let app = try await FieldShop().launch()
        let answers = try await withThrowingTaskGroup(of: [ProductIdentifier].self) { group in
            for _ in 1...1_000 {
                group.addTask { try await app.store.products(for: [premium, coins]).products.map(\.productIdentifier) }
            }
            return try await group.reduce(into: [[ProductIdentifier]]()) { $0.append($1) }
        }
        #expect(answers.count == 1_000 && Set(answers) == [[premium, coins]])
    }

    @Test("A transaction may be finished from many threads at once")
    func finishing() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        let connection = shop.appStore.connection()
        let transaction = try purchased(try await app.store.purchase(coins))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...100 { group.addTask { try await connection.finish(transaction) } }
            for _ in 1...20 { group.addTask { await app.store.queue.processPendingTransactions() } }
            try await group.waitForAll()
        }
        #expect(app.coins == 10 && shop.handler.deliveries.count == 1)
    }

    @Test("What failed is tried again from many tasks at once, and is delivered once")
    func pending() async throws {
        let shop = try FieldShop()
        let app = try await shop.launch()
        shop.handler.fail(true)
        await #expect(throws: IAPError.self) { try await app.store.purchase(coins) }
        shop.handler.fail(false)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...50 { group.addTask { await app.store.queue.processPendingTransactions() } }
        }
        #expect(shop.handler.deliveries.count == 2 && app.store.ledger.openWork.isEmpty)
    }

    @Test("A store that never names an original traps nowhere, at this launch or at the next")
    func withoutOriginals() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [.withholdsOriginal, .forgetsFinishing]
        let app = try await shop.launch()
        for product in [coins, premium, basic] { try await app.store.purchase(product) }
        try shop.advanceOneMonth()
        await app.received.wait(for: "finished basic", count: 2)
        let next = try await shop.launch()
        await next.received.wait(for: "finished basic", count: 2)
        #expect(next.store.purchasedProducts == [premium, basic] && next.coins == 10)
    }

    @Test("Every fault of delivery at once: each purchase counts once")
    func together() async throws {
        let shop = try FieldShop()
        shop.appStore.faults = [
            .repeatsTransactions(times: 3), .failsAfterPurchased, .reversesStates, .forgetsFinishing,
            .withholdsOriginal,
        ]
        let app = try await shop.launch()
        // Only what the store charges can be trusted; a caller may receive a failure.
        for _ in 1...5 { _ = try? await app.store.purchase(coins) }
        _ = try? await app.store.purchase(premium)
        // It still has repetitions to deal with, and would leave nothing to the next launch.
        await app.kill()
        shop.appStore.faults = []
        let next = try await shop.launch()
        await next.received.wait(for: "finished premium")
        await next.received.wait(for: "finished coins")
        #expect(next.coins == 10 * shop.appStore.chargedQuantity(of: coins) && next.store.isPurchased(premium))
        #expect(shop.handler.work.count == shop.appStore.allTransactions().count)
    }
}
