import Foundation
import IAPCore
import IAPSandbox
import Testing

@Suite("A store's faults")
struct FaultTests {
    @Test("What is sent at once is sent several times, may fail before and after, and comes in reverse order")
    func telling() async throws {
        let shop = try Shop()
        shop.appStore.faults = [.repeatsTransactions(times: 2), .failsBeforePurchased, .failsAfterPurchased]
        var updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.states == [.purchasing, .failed, .purchased, .purchased, .failed])
        #expect(updates.transactions.map(\.id) == ["1", "1-failed", "1", "1", "1"])
        try await shop.finishAll()

        shop.appStore.faults = [.reversesStates]
        updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.states == [.purchased, .purchasing])
    }

    @Test("A store that is silent after purchasing has charged, and answers the next reader")
    func silentAfterPurchasing() async throws {
        let shop = try Shop()
        shop.appStore.faults = [.silentAfterPurchasing]
        let updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.states == [.purchasing] && shop.appStore.chargedQuantity(of: coins) == 1)
        #expect(await shop.unfinished().map(\.transactionState) == [.purchased])
    }

    @Test("An earlier transaction answers, and nothing is charged")
    func earlierTransaction() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(coins)
        shop.appStore.faults = [.answersWithEarlierTransaction]
        let updates = try await shop.received { try await shop.buy(coins) }
        #expect(updates.transactions.map(\.id) == ["1", "1"] && shop.appStore.chargedQuantity(of: coins) == 1)
    }

    @Test("A store that rejects or forgets the end of a transaction sends it again")
    func finishing() async throws {
        let shop = try Shop()
        try await shop.buy(coins)
        shop.appStore.faults = [.forgetsFinishing]
        try await shop.finishAll()
        #expect(await shop.unfinished().count == 1)
        shop.appStore.faults = [.refusesFinishing]
        #expect(await code(of: shop.finishAll) == .networkError)
        shop.appStore.resetToDefaultState()
        try await shop.finishAll()
        #expect(await shop.unfinished().isEmpty && shop.appStore.faults.isEmpty)
    }

    @Test("Restored transactions have new identifiers, no originals, or come after the end")
    func restoring() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(premium)
        shop.appStore.faults = [.restoresUnderNewIdentifiers]
        #expect(try await shop.restore().map(\.originalTransactionIdentifier) == ["1"])
        shop.appStore.faults = [.restoresUnderNewIdentifiers, .withholdsOriginal]
        let restored = try await shop.restore()
        #expect(restored.map(\.originalTransactionIdentifier) == [nil] && restored.map(\.id) != ["1"])
        shop.appStore.faults = [.endsRestoreFirst]
        let updates = try await shop.received {
            let restored = try await shop.restore()
            #expect(restored.isEmpty)
        }
        #expect(updates.states == [.restored])
        #expect(shop.appStore.signInPromptCount == 3)
    }

    @Test("What was finished is sent again when a test asks for it, and is not unfinished for that")
    func redelivering() async throws {
        let shop = try Shop()
        try await shop.buyAndFinish(coins)
        let updates = try await shop.received { try shop.appStore.redeliverTransaction(identifier: "1") }
        #expect(updates.transactions.map(\.id) == ["1"])
        #expect(await shop.unfinished().isEmpty)
        #expect(await code { try shop.appStore.redeliverTransaction(identifier: "9") } == .transactionNotFound)
    }

    @Test("Another customer owns other things; a customer who comes back finds their own, in a kept history too")
    func customers() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = folder.appendingPathComponent("history.json")
        let shop = try Shop(history: history)
        try await shop.buy(coins)
        try await shop.buyAndFinish(premium)
        try await shop.buy(coins)
        shop.appStore.signIn(account: "second")
        #expect(await shop.unfinished().isEmpty)
        #expect(try await shop.restore().isEmpty)
        #expect(shop.appStore.allTransactions().allSatisfy { $0.account == SandboxAppStore.defaultAccount })
        try await shop.buyAndFinish(premium)

        let reopened = try Shop(history: history)
        let updates = try await reopened.received { reopened.appStore.signIn(account: SandboxAppStore.defaultAccount) }
        #expect(updates.transactions.map(\.productIdentifier) == [coins])
        #expect(reopened.appStore.allTransactions().count { $0.account == SandboxAppStore.defaultAccount } == 3)
    }
}
