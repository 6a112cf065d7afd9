import Foundation
import IAPCore
import IAPPersistence
import Testing

@Suite("Owning products")
struct OwnershipTests {
    @Test("A consumable is never purchased; its credits are counted instead")
    func consumable() async throws {
        let ledger = try await Ledger.inMemory()
        try await ledger.buyCoins("1")
        #expect(!ledger.isPurchased("com.example.coins"))
        #expect(ledger.purchasedProducts.isEmpty)
        #expect(ledger.balances == ["coins": 10])
    }

    @Test("A non-consumable is owned until every purchase of it is revoked")
    func nonConsumable() async throws {
        let ledger = try await Ledger.inMemory()
        #expect(!ledger.isPurchased("premium"))
        let first = try bought("1", of: "premium", .nonConsumable)
        let second = try bought("2", of: "premium", .nonConsumable)
        try await ledger.record(first)
        try await ledger.record(second)
        _ = try await ledger.revoke(first, hasHandler: false)
        #expect(ledger.purchasedProducts == ["premium"])
        _ = try await ledger.revoke(second, hasHandler: false)
        #expect(!ledger.isPurchased("premium"))
    }

    @Test("A non-renewing subscription without a declared period is owned until it is revoked")
    func nonRenewing() async throws {
        let clock = ManualClock()
        let ledger = try await Ledger.inMemory(clock: clock)
        let season = try bought("1", of: "season", .nonRenewable)
        try await ledger.record(season)
        clock.advance(by: 10_000 * day)
        #expect(ledger.isPurchased("season"))
        _ = try await ledger.revoke(season, hasHandler: false)
        #expect(!ledger.isPurchased("season"))
    }

    @Test("Purchases of a non-renewing subscription add up, quantities counted, whatever the order in which they come")
    func nonRenewingPeriods() async throws {
        let first = try bought("1", of: "season", .nonRenewable)  // January
        let second = try bought("2", of: "season", .nonRenewable, quantity: 2, date: newYear + 10 * day)
        for purchases in [[first, second], [second, first]] {
            let clock = ManualClock()
            let periods = ["season": try ProductSubscriptionPeriod(value: 1, unit: .month)]
            let ledger = try await Ledger.inMemory(clock: clock, nonRenewingPeriods: periods)
            for purchase in purchases { try await ledger.record(purchase) }
            clock.advance(to: newYear + 90 * day - 1)  // 31 + 28 + 31 days
            #expect(ledger.isPurchased("season"))
            clock.advance(by: 1)
            #expect(!ledger.isPurchased("season"))
            _ = try await ledger.record(bought("3", of: "season", .nonRenewable, date: newYear + 100 * day))
            clock.advance(to: newYear + 120 * day)
            #expect(ledger.isPurchased("season"))
            _ = try await ledger.revoke(first, hasHandler: false)
            #expect(ledger.isPurchased("season"))
            _ = try await ledger.revoke(bought("3", of: "season", .nonRenewable), hasHandler: false)
            #expect(!ledger.isPurchased("season"))
        }
    }

    @Test("A non-renewing subscription restored under a new identifier gains no time")
    func nonRenewingRestored() async throws {
        let clock = ManualClock()
        let periods = ["season": try ProductSubscriptionPeriod(value: 1, unit: .month)]
        let ledger = try await Ledger.inMemory(clock: clock, nonRenewingPeriods: periods)
        try await ledger.record(bought("1", of: "season", .nonRenewable))
        try await ledger.record(bought("9", of: "season", .nonRenewable, .restored, original: "1"))
        clock.advance(by: 31 * day)
        #expect(!ledger.isPurchased("season"))
    }

    @Test("A clock set back gains no time: the store's latest date counts")
    func clockSetBack() async throws {
        let clock = ManualClock(now: newYear + 40 * day)
        let ledger = try await Ledger.inMemory(clock: clock)
        try await ledger.record(period("1"))
        try await ledger.buyCoins("2")
        #expect(!ledger.isPurchased("monthly"))
        clock.advance(to: newYear + 5 * day)
        #expect(ledger.isPurchased("monthly"))
        try await ledger.record(bought("3", date: newYear + 35 * day))
        #expect(!ledger.isPurchased("monthly"))
        try await ledger.buyCoins("4")
        #expect(ledger.history.last?.date == newYear + 35 * day)
    }
}
